import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { RouteOutput } from '#wire/route.ts';
import type { getMetrics } from '../contract.ts';
import classes from './business-page.module.css';

type Month = RouteOutput<typeof getMetrics>['months'][number];

/** Revenue booked and collected in each of twelve months, as bars and as a table. */
export function MonthsCard({ months }: { months: readonly Month[] }) {
  const t = useTranslation('metrics');
  const format = useFormat();
  const { currency } = useUser();
  const most = Math.max(1, ...months.flatMap((month) => [month.booked, month.collected]));
  const bar = (amount: number, kind: string) => (
    <span
      className={classes.bar}
      data-kind={kind}
      style={{ width: `${Math.max(0, (amount / most) * 100)}%` }}
    />
  );
  return (
    <Card title={t('months')}>
      <table className={classes.months}>
        <thead>
          <tr>
            <th scope="col">{t('month')}</th>
            <th scope="col" aria-hidden />
            <th scope="col" className={classes.amount}>
              {t('figure.revenue_booked')}
            </th>
            <th scope="col" className={classes.amount}>
              {t('figure.revenue_collected')}
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map((month) => (
            <tr key={month.month}>
              <th scope="row">{format.month(`${month.month}-15T12:00:00Z`, 'UTC')}</th>
              <td className={classes.bars} aria-hidden>
                {bar(month.booked, 'booked')}
                {bar(month.collected, 'collected')}
              </td>
              <td className={classes.amount}>{format.money(month.booked, currency)}</td>
              <td className={classes.amount}>{format.money(month.collected, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
