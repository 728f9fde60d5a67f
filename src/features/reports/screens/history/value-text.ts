import { asCents, fromCents } from '#domain/base/money.ts';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { type AnswerLabels, answerText } from '../../present.ts';
import { useEditorTools } from '../work/use-report-editor.ts';

/** How values are written, and the names of the report's severities and ratings. */
interface ValueLabels extends AnswerLabels {
  severity(category: number): string;
  rating(key: string): string;
  money(cents: number): string;
  empty: string;
}

/** Returns how values of the history are written in the language of the screen. */
export function useValueLabels(): ValueLabels {
  const t = useTranslation('reports');
  const format = useFormat();
  const { settings, ratings } = useEditorTools();
  return {
    yes: t('yes'),
    no: t('no'),
    date: (day) => format.date(`${day}T12:00:00Z`, 'UTC'),
    number: format.figure,
    severity: (category) => settings.categories.find((each) => each.category === category)?.name ?? '',
    rating: (key) => ratings.find((each) => each.key === key)?.label ?? key,
    money: (cents) => format.money(fromCents(asCents(cents)), settings.currency),
    empty: t('history.empty'),
  };
}

/** Writes a value of a field of the history for people. */
export function valueText(field: string, value: unknown, labels: ValueLabels): string {
  if (value === null || value === undefined || value === '') return labels.empty;
  if (field === 'rating') return labels.rating(String(value));
  if (field === 'category') return labels.severity(Number(value));
  if (field.endsWith('_cents')) return labels.money(Number(value));
  if (isRichText(value)) return toPlainText(value) || labels.empty;
  return answerText(value, '', labels) || labels.empty;
}

function isRichText(value: unknown): value is RichText {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'doc';
}
