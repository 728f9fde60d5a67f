import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { isAccepted } from '#domain/scheduling/next-step.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Appointment } from '../../contract.ts';
import classes from './details.module.css';
import { PropertyDialog } from './dialogs/details-dialogs.tsx';
import { useAppointmentUpdate } from './use-appointment-update.ts';

// Loaded after the page has rendered.
const CompetingRequestsBanner = lazy(async () => ({
  default: (await import('../time/competing-requests-banner.tsx')).CompetingRequestsBanner,
}));

/** Important notices to read before doing anything else here. */
export function DetailsBanners({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const { status, may, source } = appointment;
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
      {status === 'requested' && may.confirm && !isAccepted(source) && (
        <Notice tone="info">{t('requestedHint')}</Notice>
      )}
      {isOpen && (
        <Suspense>
          <CompetingRequestsBanner appointment={appointment} />
        </Suspense>
      )}
    </div>
  );
}

function AddressBanner({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
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
  const t = useTranslation('appointments');
  const change = useAppointmentUpdate(appointment, { toast: t('notificationsOn') });
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
