import type { Formatter } from '#domain/base/formatter.ts';
import { groupNumbers } from '#domain/pricing/localize-details.ts';
import { modifierLabels } from '#domain/pricing/modifiers.ts';
import type { LinePart } from '#domain/pricing/pricing-types.ts';
import { useTranslation } from '#web/i18n.ts';

/** The domain's messages are in English; these are the keys of their translations in this feature. */
const keys: Readonly<Record<string, string>> = {
  'Location: Please enter a location (address) and square feets': 'problem.location',
  'Please enter the street and number': 'problem.street',
  'State is required': 'problem.state',
  'Postal Code is required': 'problem.zip',
  'Date & Time: Please select a future date': 'problem.dateTime',
  'Date & time are required': 'problem.dateTimeRequired',
  'Date needs to be valid': 'problem.dateTimeValid',
  'Date & Time needs to be future date': 'problem.dateTimeFuture',
  'People: Please select at least one client': 'problem.clients',
  'Information: order Id is required': 'problem.orderId',
  'Services: no service(s) has been chosen': 'problem.services',
  'Year Built is not valid': 'problem.yearBuilt',
  'Item is required': 'problem.item',
  'At most 120 characters': 'problem.max120',
  'Amount is too large': 'problem.amount',
  'Amount must be a number': 'problem.amountNumber',
  'Amount must have at most two decimals': 'problem.decimals',
  'Duration must be a number': 'problem.durationNumber',
  'Duration must be in steps of 0.25 hours': 'problem.durationSteps',
  'Duration must be between 0 and 24 hours': 'problem.duration',
  'Discount code is not valid': 'problem.code',
  'Discount code has expired': 'problem.codeExpired',
  'Discount code has reached its limit': 'problem.codeLimit',
  'Discount code does not apply to the chosen services': 'problem.codeServices',
  'Name is required': 'problem.name',
  'Start is not valid': 'problem.start',
  'End is not valid': 'problem.end',
  'End must be at least one minute after start': 'problem.endAfterStart',
  'Date cannot be in the past': 'problem.past',
  'size unknown, size steps not applied': 'unknown.size',
  'year built unknown, age steps not applied': 'unknown.age',
  'year built unknown, year steps not applied': 'unknown.year',
  'zip code unknown, zip steps not applied': 'unknown.zip',
  'foundation unknown, foundation steps not applied': 'unknown.foundation',
};

type Translate = ReturnType<typeof useTranslation>;

/** Translates a message of the domain; returns messages the server has already translated unchanged. */
export function localizeMessage(t: Translate, message: string): string {
  const key = keys[message];
  return key ? t(key) : message;
}

/** Returns the translation function for messages of the domain. */
export function useLocalizeMessage(): (message: string | undefined) => string | undefined {
  const t = useTranslation('appointments');
  return (message) => (message === undefined ? undefined : localizeMessage(t, message));
}

/** Labels a pricing detail: the reason, and the property value that triggered it. */
export function pricePartLabel(
  t: Translate,
  part: LinePart,
  format: Formatter,
): { reason: string; value: string | null } {
  if (part.kind === 'note') return { reason: localizeMessage(t, part.text), value: null };
  if (part.kind === 'base') return { reason: t('part.base'), value: null };
  if (part.kind === 'add_on') return { reason: t('part.addOn'), value: null };
  if (part.kind === 'manual') return { reason: t('part.manual'), value: null };
  if (part.kind === 'discount') return { reason: t('part.discount'), value: null };
  const when = part.when ?? 0;
  const label = modifierLabels[when] ?? '';
  // Years and ZIP codes have no thousands separator.
  const grouped = (text: string) => (when === 1 ? groupNumbers(text, format) : text);
  // The amount has a separate column.
  const range = part.text
    .slice(label.length)
    .replace(/\s[+-]\S+$/, '')
    .trim();
  const value =
    part.value === undefined || part.value === null || when === 5 ? null : grouped(String(part.value));
  return { reason: `${t(`modifier.${when}`)} ${rangeText(t, grouped(range))}`.trim(), value };
}

function rangeText(t: Translate, range: string): string {
  const [, over] = /^over (.+)$/.exec(range) ?? [];
  if (over) return t('range.over', { value: over });
  const [, upTo] = /^up to (.+)$/.exec(range) ?? [];
  if (upTo) return t('range.upTo', { value: upTo });
  if (range === 'always') return t('range.always');
  return range
    .split(' or ')
    .map((name) => (name in foundationKeys ? t(`foundation.${foundationKeys[name]}`) : name))
    .join(` ${t('or')} `);
}

const foundationKeys: Readonly<Record<string, number>> = { Basement: 1, Slab: 2, Crawlspace: 3 };
