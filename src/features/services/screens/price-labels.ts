import type { Formatter } from '#domain/base/formatter.ts';
import type { PriceWarning } from '#domain/pricing/price-lint.ts';
import type { LinePart } from '#domain/pricing/pricing-types.ts';
import type { useTranslation } from '#web/i18n.ts';

type Words = ReturnType<typeof useTranslation>;

/** Years and ZIP codes have no thousands separator. */
const isPlain = (when: number) => when === 3 || when === 4;

/** Formats a property value for display: `2,400`, `1985`, `Crawlspace`. */
function formatPropertyValue(t: Words, format: Formatter, when: number, value: number): string {
  if (when === 5) return value >= 1 && value <= 3 ? t(`foundation.${value}`) : String(value);
  return isPlain(when) ? String(value) : format.number(value);
}

/** Formats the range of a step for display. */
function formatStepRange(
  t: Words,
  format: Formatter,
  step: { when: number; low: number | null; high: number | null },
): string {
  const { when, low, high } = step;
  if (low === null && high === null) return t('range.always');
  if (when === 5) {
    const names = [1, 2, 3]
      .filter((n) => n > (low ?? -1) && n <= (high ?? 9))
      .map((n) => t(`foundation.${n}`));
    if (names.length > 0) return names.join(` ${t('or')} `);
  }
  const say = (value: number) => (isPlain(when) ? String(value) : format.number(value));
  if (low === null) return t('range.upTo', { value: say(high ?? 0) });
  return high === null
    ? t('range.over', { value: say(low) })
    : t('range.between', { low: say(low), high: say(high) });
}

/** Describes a component of a line's price, with the property value that matched the step. */
export function describeLinePart(
  t: Words,
  format: Formatter,
  part: LinePart,
): { reason: string; value: string | null } {
  if (part.kind !== 'modifier') {
    return {
      reason: part.kind === 'note' ? describePriceNote(t, part.text) : t(`part.${part.kind}`),
      value: null,
    };
  }
  const when = part.when ?? 0;
  const range = formatStepRange(t, format, {
    when,
    low: part.greater_than ?? null,
    high: part.less_than_or_equal ?? null,
  });
  const value = part.value ?? null;
  return {
    reason: `${t(`when.${when}`)}: ${range}`,
    value:
      value === null || when === 5
        ? null
        : t('valueIs', { value: formatPropertyValue(t, format, when, value) }),
  };
}

const notes: Readonly<Record<string, string>> = {
  'size unknown, size steps not applied': 'unknown.1',
  'year built unknown, age steps not applied': 'unknown.2',
  'year built unknown, year steps not applied': 'unknown.3',
  'zip code unknown, zip steps not applied': 'unknown.4',
  'foundation unknown, foundation steps not applied': 'unknown.5',
};

/** Translates a note of the price calculator. */
export function describePriceNote(t: Words, note: string): string {
  const key = notes[note];
  return key ? t(key) : note;
}

/** Describes a warning about a price table, with its numbers. */
export function describePriceWarning(t: Words, format: Formatter, warning: PriceWarning): string {
  const { when, from, to } = warning;
  const say = (value: number | null) => (value === null ? '' : formatPropertyValue(t, format, when, value));
  const range = formatStepRange(t, format, { when: when === 5 ? 0 : when, low: from, high: to });
  return t(`lint.${warning.kind}`, {
    from: say(from),
    to: say(to),
    range: when === 5 ? formatStepRange(t, format, { when, low: from, high: to }) : range,
  });
}
