import { type KeyboardEvent, useRef, useState } from 'react';
import { type CommentChoice, quickChoices } from '#domain/reports/comment-choices.ts';
import type { ReportItem } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus, IconStarFilled } from '#web/ui/layout/icons.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { toneOf } from './choice-tone.ts';
import { Choices } from './choices.tsx';
import { useOwnChoices } from './use-library.ts';
import classes from './writing.module.css';

/** As many as fit in one or two lines, and as there are keys for. */
const mostQuick = 6;

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

/** Down and Up move between the field and what was found; Escape goes back to the field, and from there closes. */
function moveByKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const { key, currentTarget } = event;
  if (key === 'Escape') {
    const field = currentTarget.querySelector('input');
    event.stopPropagation();
    if (document.activeElement === field) {
      close();
      field?.blur();
    } else field?.focus();
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
