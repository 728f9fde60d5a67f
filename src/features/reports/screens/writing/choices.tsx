import { useMemo } from 'react';
import type { CommentChoice } from '#domain/reports/comment-choices.ts';
import type { CommentKind, ReportItem } from '#domain/reports/reports.ts';
import { searchChoices } from '#domain/reports/search-choices.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { toneOf } from './choice-tone.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { useAllChoices } from './use-all-choices.ts';
import classes from './writing.module.css';

const kinds: readonly CommentKind[] = [3, 2, 1];
const mostFound = 40;

/** What a search found, first in this item, and the ways to write it as a new comment. */
export function Choices(props: {
  item: ReportItem;
  search: string;
  onTake: (choice: Pick<CommentChoice, 'add'>) => void;
}) {
  const { item, search, onTake } = props;
  const t = useTranslation('reports');
  const { reportId } = useEditorTools();
  const choices = useAllChoices(item, search, reportId);
  const found = useMemo(() => searchChoices(choices, search, mostFound), [choices, search]);
  const name = search.trim();
  const firstElsewhere = found.find(({ isHere }) => !isHere);
  if (found.length === 0 && name === '') return <p className={classes.hint}>{t('edit.addHint')}</p>;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press would take the focus from the field, which closes the list
    <div className={classes.choices} onMouseDown={(event) => event.preventDefault()}>
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
