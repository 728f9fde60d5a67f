import { localizeDetails, localizeLineItem } from '#domain/pricing/localize-details.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { BookingPage, getQuote } from '../contract.ts';
import classes from './booking.module.css';
import { useProblemText } from './problem-text.ts';

/** The price line by line, with what each is made of. */
export function PriceLines({ page, quote }: { page: BookingPage; quote: RouteOutput<typeof getQuote> }) {
  const t = useTranslation('booking');
  const format = useFormat();
  const localize = useProblemText();
  const { currency } = page.company;
  const { price, notes } = quote;
  if (!price) return null;
  return (
    <>
      <dl className={classes.price}>
        {price.lines.map((line, i) => (
          <div key={i}>
            <dt>
              {localizeLineItem(line.name, format.lang)}
              {line.details && <small>{localizeDetails(line.details, format, currency)}</small>}
            </dt>
            <dd>{format.money(line.amount, currency)}</dd>
          </div>
        ))}
        {price.tax !== 0 && (
          <div>
            <dt>{t('price.tax')}</dt>
            <dd>{format.money(price.tax, currency)}</dd>
          </div>
        )}
        <div data-total>
          <dt>{t('price.total')}</dt>
          <dd>{format.money(price.total, currency)}</dd>
        </div>
      </dl>
      {notes.length > 0 && (
        <p className={classes.hint}>{[...new Set(notes.map((note) => localize(note)))].join(' ')}</p>
      )}
    </>
  );
}
