import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import type { RouteOutput } from '#wire/route.ts';
import type { getMetrics } from '../contract.ts';
import classes from './business-page.module.css';

type Band = RouteOutput<typeof getMetrics>['outstanding'][number];

/** What clients owe for past appointments today, by age. */
export function OutstandingCard({ bands }: { bands: readonly Band[] }) {
  const t = useTranslation('metrics');
  const format = useFormat();
  const { currency } = useUser();
  const total = bands.reduce((sum, band) => sum + band.amount, 0);
  return (
    <Card
      title={t('outstanding')}
      actions={<AppLink to="/appointments?tab=unpaid">{t('showUnpaid')}</AppLink>}
    >
      <table className={classes.months}>
        <tbody>
          {bands.map((band) => (
            <tr key={band.age}>
              <th scope="row">{t('age', { days: band.age })}</th>
              <td>{t('ofAppointments', { count: band.appointments })}</td>
              <td className={classes.amount}>{format.money(band.amount, currency)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('total')}
            </th>
            <td className={classes.amount}>{format.money(total, currency)}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
