import { Button } from '@mantine/core';
import { useState } from 'react';
import { epochMs } from '#domain/time.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { checkInspectionTime } from '../booking-contract.ts';
import type { Appointment } from '../contract.ts';
import classes from './details.module.css';
import { PropertyDialog } from './details-dialogs.tsx';
import { useChange } from './use-acts.ts';

/** What somebody should know before they do anything else here. */
export function DetailsBanners({ appointment }: { appointment: Appointment }) {
  const t = useText('appointments');
  const format = useFormat();
  const { status, may } = appointment;
  const isOpen = status === 'requested' || status === 'scheduled';
  const technicianOf = (id: string) => {
    const person = appointment.people.find((one) => one.id === id);
    return person ? `${person.first_name} ${person.last_name}`.trim() : t('technician');
  };
  return (
    <div className={classes.banners}>
      {appointment.canceled_at && (
        <Notice
          tone="mute"
          title={t('canceledAt', { time: format.dateTime(appointment.canceled_at, appointment.timezone) })}
        >
          {appointment.cancel_reason}
        </Notice>
      )}
      {isOpen && !appointment.has_address && <AddressBanner appointment={appointment} />}
      {isOpen && appointment.disable_automated_notifications && <SilentBanner appointment={appointment} />}
      {isOpen && !appointment.utilities_on && <Notice tone="warn">{t('utilitiesWarning')}</Notice>}
      {isOpen &&
        appointment.overruled.map((one) => (
          <Notice
            key={`${one.technician_id} ${one.overruled_at}`}
            tone="info"
            title={t('overruled', { name: technicianOf(one.technician_id) })}
          >
            {[
              one.overruled_by_name && t('overruledBy', { name: one.overruled_by_name }),
              one.overruled_at && format.dateTime(one.overruled_at, appointment.timezone),
              one.reason && t('because', { reason: one.reason }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Notice>
        ))}
      {status === 'requested' && may.confirm && <Notice tone="info">{t('requestedHint')}</Notice>}
      {isOpen && <Rivals appointment={appointment} />}
    </div>
  );
}

/** Requests without a technician for the same time, booked or not: they block nobody, and yet somebody hopes for it. */
function Rivals({ appointment }: { appointment: Appointment }) {
  const t = useText('appointments');
  const format = useFormat();
  const isToCome = Date.parse(appointment.date_time) > epochMs(now());
  const read = useRead(
    checkInspectionTime,
    {
      subscriberId: appointment.subscriber_id,
      date_time: appointment.date_time,
      duration: appointment.duration,
      inspections_id: appointment.id,
    },
    { enabled: isToCome },
  );
  const rivals = read.data?.rivals ?? [];
  if (rivals.length === 0) return null;
  return (
    <Notice tone="warn" title={t('rivals')}>
      {rivals.map((one) => (
        <div key={one.appointment_id}>
          <AppLink to={`/appointments/details/${one.appointment_id}`}>{one.title}</AppLink>{' '}
          {format.dateTime(one.start, appointment.timezone)}
        </div>
      ))}
    </Notice>
  );
}

function AddressBanner({ appointment }: { appointment: Appointment }) {
  const t = useText('appointments');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Notice
        tone="warn"
        action={
          appointment.may.edit && (
            <Button size="compact-md" variant="default" onClick={() => setOpen(true)}>
              {t('addAddress')}
            </Button>
          )
        }
      >
        {t('addressMissing')}
      </Notice>
      <PropertyDialog appointment={appointment} opened={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

function SilentBanner({ appointment }: { appointment: Appointment }) {
  const t = useText('appointments');
  const change = useChange(appointment, { toast: t('notificationsOn') });
  return (
    <Notice
      tone="warn"
      action={
        appointment.may.edit && (
          <Button
            size="compact-md"
            variant="default"
            loading={change.pending}
            onClick={() => void change.send({ disable_automated_notifications: false })}
          >
            {t('turnOn')}
          </Button>
        )
      }
    >
      {t('notificationsOff')}
    </Notice>
  );
}
