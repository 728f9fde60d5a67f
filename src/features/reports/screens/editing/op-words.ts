import { fromCents } from '#domain/base/money.ts';
import type { CostBounds, ReportOp } from '#domain/reports/operations/report-ops.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { type AnswerLabels, answerText } from '../../present.ts';

/** Returns a function that writes the words of a change, so that they can be read and copied. */
export function useOpWords(): (op: ReportOp) => string {
  const t = useTranslation('reports');
  const format = useFormat();
  const writing: AnswerLabels = {
    yes: t('yes'),
    no: t('no'),
    date: (day) => format.date(`${day}T12:00:00Z`, 'UTC'),
    number: format.figure,
  };
  return (op) => wordsOf(op, writing);
}

function wordsOf(op: ReportOp, writing: AnswerLabels): string {
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
  return parts.length > 0 ? `“${parts.join(' · ').slice(0, 20_000)}”` : '';
}
