import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { type ListFilter, totalAppointments } from '../../list-contract.ts';
import classes from './list-totals.module.css';

/** The prices of the filtered list added up, and what is due of them. */
export function ListTotals({ filter }: { filter: ListFilter }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const { data } = useRead(totalAppointments, filter, { keep: true });
  if (!data) return null;
  if (data.isCapped) return <p className={classes.sums}>{t('sums.capped')}</p>;
  const sums = [
    ['total', data.total],
    ['outstanding', data.outstanding],
  ] as const;
  return (
    <dl className={classes.sums} aria-label={t('sums.label')}>
      {sums.map(([name, amount]) => (
        <div key={name} className={classes.sum}>
          <dt>{t(`sums.${name}`)}</dt>
          <dd>{format.money(amount ?? 0, currency)}</dd>
        </div>
      ))}
    </dl>
  );
}
