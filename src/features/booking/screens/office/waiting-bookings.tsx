import { Button } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listWaitingBookings, type WaitingBooking } from '../../office-contract.ts';
import classes from './office.module.css';
import { Person } from './request-details.tsx';

/**
 * Forms whose visitors have not followed the link in the mail yet, newest first, for those who call about them. They can't
 * be accepted: only the link shows that the address is the visitor's. Hidden while there are none.
 */
export function WaitingBookings() {
  const t = useTranslation('booking/screens/office');
  const { rows, total, hasMore, more, loadingMore } = usePagedRead(
    listWaitingBookings,
    { perPage: 3 },
    { live: 8_000 },
  );
  if (rows.length === 0) return null;
  return (
    <div style={{ marginBottom: 16 }}>
      <Card title={t('waiting.title', { count: total })}>
        <p className={classes.dim}>{t('waiting.hint')}</p>
        {rows.map((booking) => (
          <Waiting key={booking.id} booking={booking} />
        ))}
        {hasMore && (
          <Button variant="subtle" size="compact-md" loading={loadingMore} onClick={more}>
            {t('waiting.more')}
          </Button>
        )}
      </Card>
    </div>
  );
}

function Waiting({ booking }: { booking: WaitingBooking }) {
  const t = useTranslation('booking/screens/office');
  const format = useFormat();
  const { timezone, held_until } = booking;
  return (
    <div className={classes.request}>
      <div className={classes.head}>
        <StatusPill tone="mute">
          {t('waiting.until', { time: format.dateTime(booking.expires_at, timezone) })}
        </StatusPill>
        <span className={classes.dim}>
          {t(`source.${booking.source}`)} ·{' '}
          {t('received', { time: format.dateTime(booking.created_at, timezone) })}
        </span>
      </div>
      <dl className={classes.facts}>
        <dt>{t(held_until ? 'reserved' : 'wished')}</dt>
        <dd>
          {format.dateTimeRange(booking.date_time, booking.end_time, timezone)}
          {held_until && ` · ${t('waiting.held', { time: format.time(held_until, timezone) })}`}
        </dd>
        <dt>{t('waiting.property')}</dt>
        <dd>{booking.address}</dd>
        <dt>{t('services')}</dt>
        <dd>{booking.services.join(', ')}</dd>
        {booking.people.map((person) => (
          <Person key={person.role} person={person} />
        ))}
        {booking.message && (
          <>
            <dt>{t('message')}</dt>
            <dd className={classes.message}>{booking.message}</dd>
          </>
        )}
      </dl>
    </div>
  );
}
