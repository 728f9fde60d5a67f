import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type CommentChoice, quickChoices, searchChoices } from '#domain/reports/comment-choices.ts';
import type { CommentKind, ReportItem } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus, IconStarFilled } from '#web/ui/layout/icons.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { categoryTone } from '../parts/category-tone.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { useAllChoices, useOwnChoices } from './use-library.ts';
import classes from './writing.module.css';

const kinds: readonly CommentKind[] = [3, 2, 1];
/** As many as fit in one or two lines, and as there are keys for. */
const mostQuick = 6;
const mostFound = 40;

interface Props {
  item: ReportItem;
  onAdded: (commentId: string) => void;
}

/** Adds comments to an item: favorites and the most used by one tap, others by searching, or a new one. */
export function AddComment(props: Props) {
  const { item } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const add = useAdd(props);
  const choices = useOwnChoices(item);
  if (!canEdit) return null;
  const quick = quickChoices(choices, mostQuick);
  return (
    <div className={classes.add}>
      {quick.length > 0 && (
        <fieldset className={classes.quick} aria-label={t('edit.quickOf', { item: item.name })}>
          {quick.map((choice, i) => (
            <button
              key={choice.key}
              type="button"
              className={classes.quickChip}
              data-tone={toneOf(choice)}
              data-quick={i + 1}
              title={t('edit.quickKey', { n: i + 1 })}
              onClick={() => add(choice)}
            >
              {choice.isFavorite ? (
                <IconStarFilled size={14} aria-label={t('edit.favorite')} />
              ) : (
                <IconPlus size={14} aria-hidden />
              )}
              {choice.comment.name}
            </button>
          ))}
        </fieldset>
      )}
      <SearchBox {...props} />
    </div>
  );
}

/** Adds a choice to the item and shows it. */
function useAdd({ item, onAdded }: Props) {
  const { editor } = useEditorTools();
  return ({ add }: Pick<CommentChoice, 'add'>) => {
    const id = 'include' in add ? add.include : newRecordId();
    if ('include' in add)
      editor.change({ type: 'update_comment', comment_id: id, changes: { included: true } });
    else editor.change({ type: 'add_comment', comment: { ...add.fields, id, item_id: item.id } });
    onAdded(id);
  };
}

const toneOf = ({ comment }: CommentChoice) => (comment.kind === 3 ? categoryTone(comment.category) : 'mute');

function SearchBox(props: Props) {
  const { item } = props;
  const t = useTranslation('reports');
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const add = useAdd(props);
  const close = () => {
    setSearch('');
    setOpen(false);
  };
  const take = (choice: Pick<CommentChoice, 'add'>) => {
    close();
    add(choice);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons inside, which work without them
    <div
      ref={box}
      onKeyDown={(event) => moveByKey(event, close)}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget) && search === '') setOpen(false);
      }}
    >
      <input
        ref={input}
        type="text"
        className={classes.addInput}
        data-add={item.id}
        aria-label={t('edit.addCommentTo', { item: item.name })}
        placeholder={t('edit.addComment')}
        value={search}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="done"
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setOpen(true);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          box.current?.querySelector<HTMLElement>('[data-choice]')?.click();
        }}
      />
      {isOpen && <Choices item={item} search={search} onTake={take} />}
    </div>
  );
}

/** Down and Up move between the field and what was found; Escape closes. */
function moveByKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { key, currentTarget } = event;
  if (key === 'Escape') {
    const field = currentTarget.querySelector('input');
    event.stopPropagation();
    close();
    if (document.activeElement === field) field?.blur();
    else field?.focus();
    return;
  }
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, [data-choice]')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = at + (key === 'ArrowDown' ? 1 : -1);
  event.preventDefault();
  event.stopPropagation();
  stops[(next + stops.length) % stops.length]?.focus();
}

/** What a search found, first in this item, and the ways to write it as a new comment. */
function Choices(props: {
  item: ReportItem;
  search: string;
  onTake: (choice: Pick<CommentChoice, 'add'>) => void;
}) {
  const { item, onTake } = props;
  const t = useTranslation('reports');
  const { reportId } = useEditorTools();
  const search = useDeferredValue(props.search);
  const choices = useAllChoices(item, search, reportId);
  const found = useMemo(() => searchChoices(choices, search, mostFound), [choices, search]);
  const name = props.search.trim();
  const firstElsewhere = found.find(({ isHere }) => !isHere);
  if (found.length === 0 && name === '') return <p className={classes.hint}>{t('edit.addHint')}</p>;
  return (
    <div className={classes.choices}>
      {found.map((choice) => (
        <div key={choice.key}>
          {choice === firstElsewhere && <div className={classes.choicesHead}>{t('edit.elsewhere')}</div>}
          <Choice choice={choice} onTake={() => onTake(choice)} />
        </div>
      ))}
      {name !== '' && (
        <div className={classes.write}>
          <span className={classes.choicesHead}>{t('edit.writeNew', { name })}</span>
          {kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className={classes.quickChip}
              data-choice
              onClick={() => onTake({ add: { fields: { kind, name } } })}
            >
              <IconPlus size={14} aria-hidden />
              {t(`kind.${kind}`)}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Choice({ choice, onTake }: { choice: CommentChoice; onTake: () => void }) {
  const t = useTranslation('reports');
  const { comment, where, uses } = choice;
  const facts = [t(`kind.${comment.kind}`), where, uses > 0 && t('edit.uses', { count: uses })];
  return (
    <div className={classes.choice}>
      <button type="button" className={classes.choiceButton} data-choice onClick={onTake}>
        <span className={classes.dot} data-tone={toneOf(choice)} aria-hidden />
        <span className={classes.choiceName}>
          {comment.name}
          <span className={classes.meta}>{facts.filter(Boolean).join(' · ')}</span>
        </span>
      </button>
      {comment.template_comment_id && (
        <FavoriteButton
          commentId={comment.template_comment_id}
          name={comment.name}
          isFavorite={choice.isFavorite}
        />
      )}
    </div>
  );
}
