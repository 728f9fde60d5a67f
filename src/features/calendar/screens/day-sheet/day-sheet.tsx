import { asInstant, type LocalDate, minutesBetween, type Zone } from '#domain/base/time.ts';
import type { Appointment } from '#features/appointments/contract.ts';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { FaintText, type PaperSize, PrintSheet } from '#web/ui/layout/print-page.tsx';
import type { HandlerOutput } from '#wire/route.ts';
import type { CalendarEvent, daySheet } from '../../contract.ts';
import { eventTimeLabel } from '../times.ts';
import classes from './day-sheet.module.css';

interface Props {
  day: LocalDate;
  sheet: HandlerOutput<typeof daySheet>;
  zone: Zone;
  paper: PaperSize;
  company: string;
}

/** The day sheet: every stop in order. It has no prices or internal notes, since it is carried into clients' homes. */
export function DaySheet({ day, sheet, zone, paper, company }: Props) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const { technician, entries } = sheet;
  const title = `${fullName(technician)} · ${format.day(`${day}T12:00:00Z`, 'UTC')}`;
  usePageTitle(`${t('daySheet')} · ${title}`);
  const visits = entries.filter(({ systemRef }) => systemRef.type === 'inspEvent');
  return (
    <PrintSheet
      paper={paper}
      label={t('daySheet')}
      head={
        <>
          <strong>{company}</strong>
          <FaintText>{t('daySheet')}</FaintText>
        </>
      }
    >
      <div>
        <h1 className={classes.title}>{title}</h1>
        <FaintText>
          {[t('stops', { count: visits.length }), technician.phone && formatPhone(technician.phone)]
            .filter(Boolean)
            .join(' · ')}
        </FaintText>
      </div>
      {entries.length === 0 && <p className={classes.note}>{t('nothingToDo')}</p>}
      <ol className={classes.stops}>
        {entries.map((entry) => {
          const found = sheet.appointments.find(({ id }) => id === entry.systemRef.appointmentId);
          const at = visits.indexOf(entry);
          return (
            <li key={entry.id} className={classes.stop} data-visit={at >= 0 || undefined}>
              <div className={classes.when}>
                {at >= 0 && <span className={classes.number}>{at + 1}</span>}
                <span className={classes.time}>{eventTimeLabel(entry, format, zone, t('allDay'))}</span>
              </div>
              {found && at >= 0 ? (
                <Visit appointment={found} without={technician.id} />
              ) : (
                <Other entry={entry} appointment={found} />
              )}
              <Gap from={visits[at]} to={visits[at + 1]} />
            </li>
          );
        })}
      </ol>
    </PrintSheet>
  );
}

/** One stop: location, contacts and access. */
function Visit({ appointment, without }: { appointment: Appointment; without: string }) {
  const t = useTranslation('calendar');
  const yesNo = (is: boolean) => t(is ? 'yes' : 'no');
  const people = appointment.people.filter((one) => one.id !== without);
  const services = appointment.services.map((one) =>
    one.add_ons.length === 0
      ? one.name
      : `${one.name} (${one.add_ons.map((addOn) => addOn.name).join(', ')})`,
  );
  return (
    <div className={classes.what}>
      <h2 className={classes.place}>{appointment.address || t('noAddress')}</h2>
      <div>
        <FaintText>
          {[cityOf(appointment), t('order', { number: appointment.order_id })].filter(Boolean).join(' · ')}
        </FaintText>
      </div>
      {!appointment.utilities_on && <p className={classes.warning}>{t('utilitiesWarning')}</p>}
      {appointment.status === 'requested' && <p className={classes.warning}>{t('status.requested')}</p>}
      <dl className={classes.facts}>
        <dt>{t('services')}</dt>
        <dd>{services.join(' · ')}</dd>
        <dt>{t('occupied')}</dt>
        <dd>{yesNo(appointment.occupied)}</dd>
        <dt>{t('utilitiesOn')}</dt>
        <dd>{yesNo(appointment.utilities_on)}</dd>
        {people.map((one) => (
          <div key={`${one.role} ${one.id}`} style={{ display: 'contents' }}>
            <dt>{t(`role.${one.role}`)}</dt>
            <dd>
              {[fullName(one) || one.company_name, one.phone && formatPhone(one.phone)]
                .filter(Boolean)
                .join(' · ')}
            </dd>
          </div>
        ))}
        {appointment.inspection_notes.trim() !== '' && (
          <>
            <dt>{t('notes')}</dt>
            <dd className={classes.note}>{appointment.inspection_notes}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** The other entries of the day: sub-events with their property, calendar entries. */
function Other({ entry, appointment }: { entry: CalendarEvent; appointment: Appointment | undefined }) {
  const t = useTranslation('calendar');
  const place = appointment && [appointment.address, cityOf(appointment)].filter(Boolean).join(', ');
  return (
    <div className={classes.what}>
      <strong>{entry.is_private ? t('busyTitle') : entry.title}</strong>
      {place && <div>{place}</div>}
      {entry.description && <div className={classes.note}>{entry.description}</div>}
    </div>
  );
}

/** The time between two stops. */
function Gap({ from, to }: { from: CalendarEvent | undefined; to: CalendarEvent | undefined }) {
  const t = useTranslation('calendar');
  if (!from || !to) return null;
  const minutes = minutesBetween(asInstant(from.end.dateTime), asInstant(to.start.dateTime));
  if (minutes < 0) return null;
  const time = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} h`;
  return <div className={classes.gap}>{t('gap', { time })}</div>;
}

function cityOf({ city, state, zip_code }: Appointment): string {
  return [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}
