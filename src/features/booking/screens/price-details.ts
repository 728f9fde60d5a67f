import { groupNumbers, localizeDetails } from '#domain/pricing/localize-details.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';

const labels: Readonly<Record<string, string>> = {
  Base: 'price.base',
  'Add-on': 'price.addOn',
  Discount: 'price.discount',
  'Square Feet': 'property.size',
  Age: 'price.age',
  'Year Built': 'property.year',
  'Zip Code': 'property.zip',
  Foundation: 'property.foundation',
};
const foundations: Readonly<Record<string, number>> = { Basement: 1, Slab: 2, Crawlspace: 3 };
const labeled = new RegExp(`^(${Object.keys(labels).join('|')})(?: (.+))? ([+-]?\\S+)$`);

/** Returns price details, which are English, as the visitor's language says them: `Square Feet over 5000 +$100.00`. */
export function usePriceDetails(currency: number): (details: string) => string {
  const t = useTranslation('booking');
  const format = useFormat();
  const rangeText = (range: string): string => {
    const [, bound, value = ''] = /^(over|up to) (.+)$/.exec(range) ?? [];
    if (bound) return t(bound === 'over' ? 'price.over' : 'price.upTo', { value });
    if (range === 'always') return t('price.always');
    const names = range.split(' or ').map((name) => foundations[name]);
    return names.includes(undefined)
      ? range
      : names.map((number) => t(`foundation.${number}`)).join(` ${t('price.or')} `);
  };
  const lineText = (line: string): string => {
    const [, label = '', range = '', amount = ''] = labeled.exec(line) ?? [];
    const key = labels[label];
    if (!key) return localizeDetails(line, format, currency);
    // Years and ZIP codes have no thousands separator.
    const shown = label === 'Square Feet' ? groupNumbers(range, format) : range;
    return [t(key), rangeText(shown), localizeDetails(amount, format, currency)].filter(Boolean).join(' ');
  };
  return (details) => details.split('\n').map(lineText).join('\n');
}
