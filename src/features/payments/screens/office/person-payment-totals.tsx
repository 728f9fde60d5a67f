import { type Cents, fromCents, sumCents, toCents } from '#domain/base/money.ts';
import { allows } from '#domain/people/permissions.ts';
import { listAppointments } from '#features/appointments/list-contract.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PersonSlotProps } from '#web/page-slots.tsx';
import { useActor, useUser } from '#web/session.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import classes from './person-payment-totals.module.css';

/** Only this many appointments are added up; the page says so if a person has more. */
const mostAppointments = 100;

/**
 * Person page slot: booked, paid and open amounts of the person's appointments. Hidden from members who may not see
 * prices.
 */
export function PersonPaymentTotals(facts: PersonSlotProps) {
  return allows(useActor(), 'see_prices') ? <Sums {...facts} /> : null;
}

function Sums({ kind, personId }: PersonSlotProps) {
  const t = useTranslation('payments');
  const format = useFormat();
  const { currency } = useUser();
  const found = useRead(listAppointments, {
    tab: 'all',
    perPage: mostAppointments,
    ...(kind === 'agents'
      ? { agentId: personId }
      : kind === 'contractors'
        ? { contractorId: personId }
        : { clientId: personId }),
  });
  if (found.status === 'failed') return <ErrorState failure={found.failure} onRetry={found.retry} />;
  if (!found.data) return <CardSkeleton height={88} />;
  const rows = found.data.pageData.filter((row) => row.status !== 'canceled');
  const booked = sumCents(rows.map((row) => toCents(row.total_fee ?? 0)));
  const open = sumCents(rows.map((row) => toCents(row.outstanding ?? 0)));
  const money = (cents: Cents) => format.money(fromCents(cents), currency);
  const sums = [
    { key: 'count', label: t('person.appointments'), value: format.number(rows.length) },
    { key: 'booked', label: t('person.booked'), value: money(booked) },
    { key: 'paid', label: t('person.paid'), value: money((booked - open) as Cents) },
    { key: 'open', label: t('person.open'), value: money(open), isOpen: open > 0 },
  ];
  return (
    <section aria-label={t('person.title')}>
      <dl className={classes.sums}>
        {sums.map((sum) => (
          <div key={sum.key} className={classes.sum}>
            <dt>{sum.label}</dt>
            <dd data-open={sum.isOpen || undefined}>{sum.value}</dd>
          </div>
        ))}
      </dl>
      {found.data.pageInfo.hasNextPage && (
        <p className={classes.note}>{t('person.latest', { count: mostAppointments })}</p>
      )}
    </section>
  );
}
