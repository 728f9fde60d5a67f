import { minutesToHours } from '#domain/base/durations.ts';
import { fromCents, fromPercent } from '#domain/base/money.ts';
import { lineTotal } from '#domain/pricing/pricing.ts';
import type { FeeLine } from '#domain/pricing/pricing-types.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { describeLinePart, describePriceNote } from './price-labels.ts';
import classes from './tester.module.css';
import type { PriceTestResult } from './use-price-test.ts';

/** The price of a test case: every line with its parts, and the totals they add up to. */
export function TesterResult({ tested: { quote } }: { tested: PriceTestResult }) {
  const t = useTranslation('services');
  const format = useFormat();
  const { currency } = useUser();
  const { lines, totals, notes } = quote;
  const money = (cents: Parameters<typeof fromCents>[0]) => format.money(fromCents(cents), currency);
  const hours =
    totals.duration_minutes === 0
      ? t('defaultTime')
      : t('hours', { hours: format.hours(minutesToHours(totals.duration_minutes)) });
  return (
    <section className={classes.result} aria-label={t('testResult')}>
      <div className={classes.headline}>
        <span className={classes.headlineTotal} data-test-total aria-live="polite">
          {money(totals.total_cents)}
        </span>
        <span className={classes.headlineTime} data-test-hours>
          {lines.length === 0 ? '' : hours}
        </span>
      </div>
      {lines.length === 0 && <p className={classes.nothing}>{t('nothingChosen')}</p>}
      {lines.map((line) => (
        <Line key={`${line.serviceId} ${line.addOnId} ${line.discountCodeId}`} line={line} />
      ))}
      {notes.map((note) => (
        <p key={note} className={classes.note}>
          {describePriceNote(t, note)}
        </p>
      ))}
      {lines.length > 0 && (
        <dl className={classes.sums}>
          {totals.discount_cents > 0 && (
            <>
              <dt>{t('subtotal')}</dt>
              <dd>{money(totals.subtotal_cents)}</dd>
              <dt>{t('discount')}</dt>
              <dd>-{money(totals.discount_cents)}</dd>
            </>
          )}
          {totals.tax_cents !== 0 && (
            <>
              <dt>{t('tax')}</dt>
              <dd>{money(totals.tax_cents)}</dd>
            </>
          )}
          <dt className={classes.total}>{t('total')}</dt>
          <dd className={classes.total}>{money(totals.total_cents)}</dd>
        </dl>
      )}
    </section>
  );
}

/** One row per part: its name, the matching value, its duration and its amount. */
function Line({ line }: { line: FeeLine }) {
  const t = useTranslation('services');
  const format = useFormat();
  const { currency } = useUser();
  const hours = (minutes: number) =>
    minutes === 0 ? '' : t('hours', { hours: format.hours(minutesToHours(minutes)) });
  const isTaxed = line.taxes.some((tax) => tax.tax_cents !== 0);
  const parts = line.parts.filter((part) => part.kind !== 'note');
  return (
    <div className={classes.line}>
      <div className={classes.lineHead}>
        <span>{line.line_item}</span>
        <span>{format.money(fromCents(lineTotal(line)), currency)}</span>
      </div>
      {(parts.length > 1 || isTaxed || line.serviceId !== null) && (
        <ul className={classes.reasons}>
          {parts.map((part, i) => {
            const { reason, value } = describeLinePart(t, format, part);
            return (
              <li key={`${i} ${part.text}`}>
                <span>
                  {reason}
                  {value && <span className={classes.value}> {value}</span>}
                </span>
                <span>{hours(part.minutes)}</span>
                <span>{format.money(fromCents(part.amount_cents), currency)}</span>
              </li>
            );
          })}
          {line.taxes
            .filter((tax) => tax.add_percent !== 0)
            .map((tax, i) => (
              <li key={i}>
                <span>
                  {tax.name} {format.number(fromPercent(tax.add_percent))}%
                </span>
                <span />
                <span>{format.money(fromCents(tax.tax_cents), currency)}</span>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
