import { Anchor } from '@mantine/core';
import { useFormat } from '#web/format.ts';
import { formatPhone } from '#web/format-phone.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import type { BookingRequestRow } from '../../office-contract.ts';
import classes from './office.module.css';

/** What a visitor sent: time, people with what differs from the contacts on file, message, and competing requests. */
export function RequestDetails({ request }: { request: BookingRequestRow }) {
  const t = useTranslation('booking/screens/office');
  const format = useFormat();
  const { timezone, technicians, competing, proposal } = request;
  const isReserved = technicians.length > 0;
  return (
    <>
      <div className={classes.head}>
        {request.is_overdue && <StatusPill tone="warn">{t('overdue')}</StatusPill>}
        {proposal && request.status === 'requested' && (
          <StatusPill tone={proposal.state === 'open' ? 'info' : 'mute'}>
            {t(`proposal.${proposal.state}`, {
              time: format.dateTime(proposal.expires_at, timezone),
            })}
          </StatusPill>
        )}
        <span className={classes.dim}>
          {t(`source.${request.source}`)} ·{' '}
          {t('received', { time: format.dateTime(request.created_at, timezone) })}
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>{t(isReserved ? 'reserved' : 'wished')}</dt>
        <dd>
          {format.dateTimeRange(request.date_time, request.end_time, timezone)}
          {isReserved &&
            ` · ${technicians.map((one) => `${one.first_name} ${one.last_name}`.trim()).join(', ')}`}
        </dd>
        {request.services.length > 0 && (
          <>
            <dt>{t('services')}</dt>
            <dd>{request.services.map((one) => one.name).join(', ')}</dd>
          </>
        )}
        {request.people.map((person) => (
          <Person key={person.role} person={person} />
        ))}
        {request.message && (
          <>
            <dt>{t('message')}</dt>
            <dd className={classes.message}>{request.message}</dd>
          </>
        )}
        {proposal && (
          <>
            <dt>{t('proposed')}</dt>
            <dd>
              {proposal.times.map((one, i) => (
                <div key={i}>
                  {format.dateTime(one.at, timezone)} · {one.technician}
                  {proposal.accepted === i && ` · ${t('proposal.accepted')}`}
                </div>
              ))}
            </dd>
          </>
        )}
        {competing.length > 0 && (
          <>
            <dt>{t('competing')}</dt>
            <dd>
              {competing.map((one) => (
                <div key={one.appointment_id}>
                  <AppLink to={`/appointments/details/${one.appointment_id}`}>
                    {[one.client, one.address].filter(Boolean).join(' · ') || one.order_id}
                  </AppLink>{' '}
                  {format.dateTime(one.date_time, timezone)}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

type PersonRow = Omit<BookingRequestRow['people'][number], 'contact_id' | 'differences'> &
  Partial<Pick<BookingRequestRow['people'][number], 'differences'>>;

/** A person as typed, with links to write and call, and what differs from the contact on file. */
export function Person({ person }: { person: PersonRow }) {
  const t = useTranslation('booking/screens/office');
  const { role, first_name, last_name, email, phone, differences = [] } = person;
  return (
    <>
      <dt>{t(`role.${role}`)}</dt>
      <dd>
        {`${first_name} ${last_name}`.trim()}
        {email && (
          <>
            {' · '}
            <Anchor href={`mailto:${email}`}>{email}</Anchor>
          </>
        )}
        {phone && (
          <>
            {' · '}
            <Anchor href={`tel:${phone}`}>{formatPhone(phone)}</Anchor>
          </>
        )}
        {differences.map((one) => (
          <div key={one.field} className={classes.differs}>
            {t('differs', {
              field: t(`field.${one.field}`),
              stored: (one.field === 'phone' ? formatPhone(one.stored) : one.stored) || t('empty'),
            })}
          </div>
        ))}
      </dd>
    </>
  );
}
