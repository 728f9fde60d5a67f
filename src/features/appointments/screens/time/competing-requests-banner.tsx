import { toEpochMs } from '#domain/base/time.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { checkInspectionTime } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';

/** Requests without a technician for the same time as an appointment: they block no one but compete for it. */
export function CompetingRequestsBanner({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const isUpcoming = Date.parse(appointment.date_time) > toEpochMs(now());
  const read = useRead(
    checkInspectionTime,
    {
      subscriberId: appointment.subscriber_id,
      date_time: appointment.date_time,
      duration: appointment.duration,
      inspections_id: appointment.id,
    },
    { enabled: isUpcoming },
  );
  const requests = read.data?.rivals ?? [];
  if (requests.length === 0) return null;
  return (
    <Notice tone="warn" title={t('competingRequests')}>
      {requests.map((one) => (
        <div key={one.appointment_id}>
          <AppLink to={`/appointments/details/${one.appointment_id}`}>{one.title}</AppLink>{' '}
          {format.dateTime(one.start, appointment.timezone)}
        </div>
      ))}
    </Notice>
  );
}
