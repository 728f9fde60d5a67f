import { fromCents } from '#domain/base/money.ts';
import { sortByPosition } from '#domain/base/ordered.ts';
import { fullMessage } from '#domain/reports/content-parts.ts';
import { unknownLocationMessage } from '#domain/reports/media-ops.ts';
import type { CostBounds, ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { ConflictNotice, RefusedNotice } from '#web/editing/change-notices.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { type AnswerLabels, answerText } from '../../present.ts';
import type { EditorState } from '../work/editor-types.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

/** What the user must know or decide: conflicting fields, and text that could not be saved. */
export function EditorNotices({ state }: { state: EditorState }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { editor } = useEditorTools();
  const { conflicts, refused, content, report } = state;
  const writing: AnswerLabels = {
    yes: t('yes'),
    no: t('no'),
    date: (day) => format.date(`${day}T12:00:00Z`, 'UTC'),
    number: format.figure,
  };
  return (
    <div className={classes.notices}>
      {conflicts.map(({ op, by, at }) => (
        <ConflictNotice
          key={op.op_id}
          title={t('conflict.title', { by: by || t('conflict.someone'), what: nameOf(content, op) })}
          mine={t('conflict.mine')}
          theirs={t('conflict.theirs')}
          onMine={() => editor.keepMine(op.op_id)}
          onTheirs={() => editor.takeTheirs(op.op_id)}
        >
          {t('conflict.hint', { time: format.time(at, report.appointment.timezone) })} {textOf(op, writing)}
        </ConflictNotice>
      ))}
      {refused.map(({ op, reason }) => (
        <RefusedNotice
          key={op.op_id}
          title={reason in messageKeys ? t(messageKeys[reason] ?? '') : reason}
          dismiss={t('conflict.dismiss')}
          onDismiss={() => editor.dismiss(op.op_id)}
        >
          {textOf(op, writing)}
        </RefusedNotice>
      ))}
    </div>
  );
}

/** Translates the domain's English messages; messages already translated by the server stay as they are. */
const messageKeys: Readonly<Record<string, string>> = {
  'This was removed from the report': 'refused.gone',
  'This report doesn’t use that rating': 'refused.rating',
  'The minimum cost is higher than the maximum': 'refused.costs',
  [unknownLocationMessage]: 'refused.location',
  [fullMessage]: 'refused.full',
};

function nameOf(content: ReportContent, op: ReportOp): string {
  const items = sortByPosition(content.sections).flatMap((section) => section.items);
  if ('comment_id' in op)
    return items.flatMap((item) => item.comments).find((one) => one.id === op.comment_id)?.name ?? '';
  if ('item_id' in op) return items.find((item) => item.id === op.item_id)?.name ?? '';
  return '';
}

/** The text of a change, so that it can be read and copied. */
function textOf(op: ReportOp, writing: AnswerLabels): string {
  const source = op.type === 'add_comment' ? op.comment : 'changes' in op ? op.changes : {};
  const { name, text, caption, locations, recommendation, answer } = source as Record<string, unknown>;
  const { min_cost_cents: min, max_cost_cents: max } = source as Partial<CostBounds>;
  const parts = [
    typeof name === 'string' ? name : '',
    answerText(answer, '', writing),
    text ? toPlainText(text as Parameters<typeof toPlainText>[0]) : '',
    typeof caption === 'string' ? caption : '',
    Array.isArray(locations) ? locations.join(', ') : '',
    typeof recommendation === 'string' ? recommendation : '',
    [min, max].flatMap((cents) => (cents == null ? [] : [writing.number(fromCents(cents))])).join('–'),
    op.type === 'set_rating' ? (op.rating ?? '') : '',
  ].filter(Boolean);
  return parts.length > 0 ? `“${parts.join(' · ').slice(0, 2000)}”` : '';
}
