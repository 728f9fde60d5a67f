import { Button } from '@mantine/core';
import { itemById, itemWithComment } from '#domain/reports/operations/content-parts.ts';
import type { ReportChange } from '#domain/reports/operations/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getPartHistory, type HistoryEntry } from '../../history-contract.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './history.module.css';
import { useValueLabels, valueText } from './value-text.ts';

/** The part whose history is shown. */
interface Part {
  what: 'comment' | 'item';
  id: string;
  name: string;
}

/** What was written in a comment or chosen for an item, by whom and when. An earlier value can be restored. */
export function HistoryDialog({ part, onClose }: { part: Part; onClose: () => void }) {
  const t = useTranslation('reports');
  const { reportId } = useEditorTools();
  const pages = usePagedRead(getPartHistory, { id: reportId, part_id: part.id, perPage: 50 });
  return (
    <Dialog opened onClose={onClose} title={t('history.title', { name: part.name })} width={640}>
      {pages.status === 'failed' && <ErrorState failure={pages.failure} onRetry={pages.retry} />}
      {pages.status === 'loading' && <LinesSkeleton lines={6} />}
      {pages.status === 'loaded' && pages.rows.length === 0 && <EmptyLine>{t('history.none')}</EmptyLine>}
      <ol className={classes.entries}>
        {pages.rows.map((entry) => (
          <Entry key={entry.op_id} entry={entry} part={part} onRestored={onClose} />
        ))}
      </ol>
      {pages.hasMore && (
        <Button variant="default" loading={pages.loadingMore} onClick={pages.more}>
          {t('history.more')}
        </Button>
      )}
    </Dialog>
  );
}

function Entry({ entry, part, onRestored }: { entry: HistoryEntry; part: Part; onRestored: () => void }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { timezone } = useEditorTools();
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <strong>{entry.by || t('conflict.someone')}</strong>
        <span>
          {t(`history.how.${entry.how}`)} · {format.dateTime(entry.at, timezone)}
        </span>
      </div>
      {entry.refused && <div className={classes.refused}>{t('history.refused')}</div>}
      {entry.fields.map((field) => (
        <Change key={field.name} field={field} part={part} onRestored={onRestored} />
      ))}
    </li>
  );
}

interface ChangeProps {
  field: HistoryEntry['fields'][number];
  part: Part;
  onRestored: () => void;
}

function Change({ field, part, onRestored }: ChangeProps) {
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  const labels = useValueLabels();
  const name = t(`versions.fields.${field.name}`, { defaultValue: field.name });
  const restore = (value: unknown) => {
    if (editor.change(changeTo(part, field.name, value)) === null) onRestored();
  };
  const current = JSON.stringify(currentValue(part, field.name, editor.state()?.content));
  const values = [
    ['before', field.before],
    ['after', field.after],
  ] as const;
  return (
    <dl className={classes.values} aria-label={name}>
      {values.map(([when, value]) => (
        <div key={when} className={classes.value}>
          <dt>{t(`history.${when}`, { field: name })}</dt>
          <dd>{valueText(field.name, value, labels)}</dd>
          {canEdit && JSON.stringify(value) !== current && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t(`history.restore.${when}`, { field: name })}
              onClick={() => restore(value)}
            >
              {t('versions.restore')}
            </Button>
          )}
        </div>
      ))}
    </dl>
  );
}

/** The value that the field has now, which needs no restoring. */
function currentValue({ what, id }: Part, field: string, content: ReportContent | undefined): unknown {
  if (!content) return undefined;
  const part =
    what === 'item'
      ? itemById(content, id)
      : itemWithComment(content, id)?.comments.find((comment) => comment.id === id);
  return (part as Record<string, unknown> | undefined)?.[field];
}

function changeTo({ what, id }: Part, field: string, value: unknown): ReportChange {
  if (field === 'rating') return { type: 'set_rating', item_id: id, rating: value as string | null };
  const changes = { [field]: value };
  return what === 'item'
    ? { type: 'update_item', item_id: id, changes }
    : { type: 'update_comment', comment_id: id, changes };
}
