import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useUser } from '#web/session.ts';
import type { DiscountUse } from '../discount-contract.ts';
import classes from './discounts.module.css';

/** The newest appointments that use the code, with the discount on each. */
export function DiscountUses({ uses }: { uses: readonly DiscountUse[] }) {
  const t = useTranslation('services');
  const format = useFormat();
  const { currency, timezone } = useUser();
  return (
    <section className={classes.uses} aria-labelledby="discount-uses">
      <h3 id="discount-uses" className={classes.usesTitle}>
        {t('codes.usedOn')}
      </h3>
      {uses.length === 0 ? (
        <p className={classes.faint}>{t('codes.neverUsed')}</p>
      ) : (
        <ul className={classes.useList}>
          {uses.map((use) => (
            <li key={use.appointment_id}>
              <span className={classes.useWords}>
                <AppLink to={`/appointments/details/${use.appointment_id}`}>{use.order_id}</AppLink>
                <span className={classes.faint}>
                  {[
                    format.date(use.date_time, timezone),
                    use.address,
                    ...(use.status === 'canceled' ? [t('codes.canceled')] : []),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              <span className={classes.useAmount}>-{format.money(use.amount, currency)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
