import type { ReactNode } from 'react';
import { localizeLineItem } from '#domain/pricing/localize-details.ts';
import type { CompanySettingsAnswer } from '#features/company/settings-contract.ts';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { FaintText, type PaperSize, PrintSheet } from '#web/ui/layout/print-page.tsx';
import type { Appointment } from '../../../contract.ts';
import classes from './print-order.module.css';

interface Props {
  appointment: Appointment;
  company: CompanySettingsAnswer | null;
  paper: PaperSize;
}

/** The order sheet, identical to the PDF: no internal notes, since it is carried into clients' homes. */
export function OrderSheet({ appointment, company, paper }: Props) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { timezone, date_time, end_time } = appointment;
  const place = [appointment.city, [appointment.state, appointment.zip_code].filter(Boolean).join(' ')];
  return (
    <PrintSheet
      paper={paper}
      label={t('printOrder')}
      head={
        <>
          <strong>{company?.company_name}</strong>
          <FaintText>
            {[company?.company_phone && formatPhone(company.company_phone), company?.company_email]
              .filter(Boolean)
              .join(' · ')}
          </FaintText>
        </>
      }
    >
      <div className={classes.titleRow}>
        <h1 className={classes.title}>{t('orderNumber', { number: appointment.order_id })}</h1>
        <span className={classes.status}>{t(`status_of.${appointment.display_status}`)}</span>
      </div>
      <div className={classes.hero}>
        <div>
          <div className={classes.big}>{format.day(date_time, timezone)}</div>
          {format.time(date_time, timezone)} – {format.time(end_time, timezone)}{' '}
          {format.zoneName(date_time, timezone)} · {t('hours', { hours: format.hours(appointment.duration) })}
        </div>
        <div>
          <div className={classes.big}>{appointment.address || t('noAddress')}</div>
          {place.filter(Boolean).join(', ')}
        </div>
      </div>
      {!appointment.utilities_on && <p className={classes.warning}>{t('utilitiesWarning')}</p>}
      <Blocks appointment={appointment} />
      <Services appointment={appointment} />
      <Note title={t('inspectionNotes')} text={appointment.inspection_notes} />
      {appointment.total_fee !== null && <Note title={t('paymentNotes')} text={appointment.payment_notes} />}
    </PrintSheet>
  );
}

type Fact = [label: string, value: ReactNode];

function Blocks({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const { square_feet, year_built, foundation, people, timezone } = appointment;
  const yesNo = (is: boolean) => t(is ? 'yes' : 'no');
  const technicians = people.filter((one) => one.role === 'inspector');
  const team: Fact[] =
    technicians.length === 0
      ? [[t('technician'), t('unassigned')]]
      : technicians.map((one) => [t('technician'), <Person key={one.id} person={one} />]);
  const property: Fact[] = [
    [t('squareFeet'), square_feet === null ? t('unknown.value') : format.number(square_feet)],
    [t('yearBuilt'), year_built === null ? t('unknown.value') : String(year_built)],
    [t('foundationLabel'), foundation === null ? t('unknown.value') : t(`foundation.${foundation}`)],
    [t('occupied'), yesNo(appointment.occupied)],
    [t('utilitiesOn'), yesNo(appointment.utilities_on)],
  ];
  const others: Fact[] = people
    .filter((one) => one.role !== 'inspector')
    .map((one) => [t(`one.${one.role}`), <Person key={one.id} person={one} />]);
  const payment: Fact[] = [
    [t('filter.signed'), yesNo(appointment.agreement_signed)],
    [t('done.paid'), yesNo(appointment.paid)],
    ...(appointment.outstanding === null
      ? []
      : [[t('outstanding'), format.money(appointment.outstanding, currency)] as Fact]),
    [t('paymentBefore'), yesNo(appointment.require_payment)],
  ];
  const events: Fact[] = appointment.inspection_events.map((one) => [
    one.name,
    format.dateTimeRange(one.start_date, one.end_date, timezone),
  ]);
  return (
    <div className={classes.blocks}>
      <Block title={t('technicians')} facts={team} />
      <Block title={t('property')} facts={property} />
      <Block title={t('people')} facts={others} />
      <Block title={t('payment')} facts={payment} />
      <Block title={t('subEvents')} facts={events} />
    </div>
  );
}

function Block({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className={classes.block}>
      <h2 className={classes.label}>{title}</h2>
      <dl className={classes.facts}>
        {facts.map(([label, value], i) => (
          <div key={`${i} ${label}`} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Person({ person }: { person: Appointment['people'][number] }) {
  return (
    <>
      {fullName(person) || person.company_name}
      {person.phone && <div>{formatPhone(person.phone)}</div>}
      {person.email && (
        <div>
          <FaintText>{person.email}</FaintText>
        </div>
      )}
    </>
  );
}

function Services({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { currency } = useUser();
  const { fees, services, total_fee } = appointment;
  const hours = (value: number) => (value === 0 ? '' : t('hours', { hours: format.hours(value) }));
  if (total_fee === null || fees.length === 0)
    return (
      <section>
        <h2 className={classes.label}>{t('services')}</h2>
        {services.map((one) => (
          <div key={one.id}>{[one.name, ...one.add_ons.map((addOn) => addOn.name)].join(', ')}</div>
        ))}
      </section>
    );
  return (
    <table className={classes.lines}>
      <thead>
        <tr>
          <th scope="col">{t('services')}</th>
          <th scope="col">{t('duration')}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {fees.map((fee) => (
          <tr key={fee.id}>
            <td>{localizeLineItem(fee.line_item, format.lang)}</td>
            <td>{hours(fee.duration)}</td>
            <td>{format.money(fee.pretax_amount + fee.tax_amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('total')}</th>
          <td>{hours(appointment.duration)}</td>
          <td>{format.money(total_fee, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Note({ title, text }: { title: string; text: string }) {
  if (text.trim() === '') return null;
  return (
    <section>
      <h2 className={classes.label}>{title}</h2>
      <p className={classes.note}>{text}</p>
    </section>
  );
}
