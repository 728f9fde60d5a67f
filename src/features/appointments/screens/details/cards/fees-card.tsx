import { asCents } from '#domain/base/money.ts';
import { calculateTotals } from '#domain/pricing/pricing.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { Appointment } from '../../../contract.ts';
import { FeeTable } from '../../dialog/fees/fee-table.tsx';
import type { ShownFee } from '../../draft/draft-pricing.ts';
import { manualFee } from '../../draft/draft-pricing.ts';
import classes from '../details.module.css';

/** The ordered services and their prices, line by line with the stored pricing details. */
export function FeesCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const { currency } = useUser();
  const lines: ShownFee[] = appointment.fees.map((fee) => ({ ...fee, parts: [] }));
  const totals = calculateTotals(
    appointment.fees.map((fee) => {
      const { pretax_cents, tax_cents, duration_minutes } = manualFee(fee);
      const discountCodeId = fee.discountCodeId;
      return { pretax_cents, tax_cents: tax_cents ?? asCents(0), duration_minutes, discountCodeId };
    }),
    Math.round(appointment.duration * 60),
  );
  const seesPrices = appointment.total_fee !== null;
  return (
    <Card
      title={t('servicesAndFees')}
      actions={appointment.is_manual_edit && <StatusPill tone="info">{t('part.manual')}</StatusPill>}
    >
      {seesPrices && lines.length > 0 ? (
        <>
          <FeeTable
            lines={lines}
            totals={{ ...totals, duration_minutes: Math.round(appointment.duration * 60) }}
            currency={currency}
          />
          <Documents appointment={appointment} />
        </>
      ) : (
        <ServiceNames appointment={appointment} />
      )}
    </Card>
  );
}

function Documents({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const { payment_notes, template_options } = appointment;
  const facts: [string, string][] = [
    [t('templates'), template_options.map((one) => one.label).join(', ')],
    [t('discountCode'), appointment.discount_code ?? ''],
    [t('paymentBefore'), t(appointment.require_payment ? 'yes' : 'no')],
    [t('paymentNotes'), payment_notes],
  ];
  return (
    <dl className={classes.facts} style={{ marginTop: 16 }}>
      {facts
        .filter(([, value]) => value !== '')
        .map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function ServiceNames({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  return (
    <>
      <ul className={classes.list}>
        {appointment.services.map((service) => (
          <li key={service.id} className={classes.note}>
            {service.name}
            {service.add_ons.length > 0 && (
              <div className={classes.faint}>{service.add_ons.map((one) => one.name).join(', ')}</div>
            )}
          </li>
        ))}
      </ul>
      <p className={classes.none}>
        {t('duration')}: {t('hours', { hours: format.hours(appointment.duration) })}
      </p>
    </>
  );
}
