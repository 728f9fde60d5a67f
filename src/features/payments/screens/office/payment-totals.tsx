import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { CardSkeleton } from '#web/ui/feedback/states.tsx';
import type { RouteInput } from '#wire/route.ts';
import { type PaymentSums, totalPayments } from '../../contract.ts';
import classes from './payment-totals.module.css';

/** The sums of the filtered payments: what was received, what of it was refunded, and what is not settled. */
export function PaymentTotals({ filter }: { filter: RouteInput<typeof totalPayments> }) {
  const { data, status } = useRead(totalPayments, filter, { keep: true });
  if (status === 'failed') return null;
  if (!data) return <CardSkeleton height={78} />;
  return data.totals.map((sums) => <Sums key={sums.currency} sums={sums} />);
}

function Sums({ sums }: { sums: PaymentSums }) {
  const t = useTranslation('payments');
  const format = useFormat();
  const money = (amount: number) => format.money(amount, sums.currency);
  const others = (['pending', 'disputed', 'voided'] as const).filter((name) => sums[name] > 0);
  return (
    <dl className={classes.sums} aria-label={t('list.totals.title')}>
      <div className={classes.sum}>
        <dt>{t('list.totals.net')}</dt>
        <dd data-main>{money(sums.received - sums.refunded)}</dd>
      </div>
      {(['received', 'refunded', ...others] as const).map((name) => (
        <div key={name} className={classes.sum}>
          <dt>{t(`list.totals.${name}`)}</dt>
          <dd data-alert={name === 'disputed' || undefined}>{money(sums[name])}</dd>
        </div>
      ))}
      <div className={classes.sum}>
        <dt>{t('list.totals.count')}</dt>
        <dd>{format.number(sums.count)}</dd>
      </div>
    </dl>
  );
}
