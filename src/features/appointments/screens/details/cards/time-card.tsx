import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';
import { RescheduleDialog } from '../dialogs/details-dialogs.tsx';
import { PersonRow } from './people-card.tsx';

const DirectionsLink = lazy(async () => ({ default: (await import('./phone-links.tsx')).DirectionsLink }));

/** The appointment's time and technicians. */
export function TimeCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const { timezone, date_time, end_time, address_lat_long: at } = appointment;
  const technicians = appointment.people.filter((one) => one.role === 'inspector');
  const mayMove =
    appointment.may.edit && appointment.status !== 'canceled' && appointment.status !== 'completed';
  return (
    <Card
      title={t('dateAndTechnicians')}
      actions={
        mayMove && (
          <Button size="compact-sm" variant="subtle" onClick={() => setOpen(true)}>
            {t('reschedule')}
          </Button>
        )
      }
    >
      <div className={classes.when}>
        <div className={classes.big}>{format.day(date_time, timezone)}</div>
        {at && isPhone && (
          <Suspense>
            <DirectionsLink at={at} />
          </Suspense>
        )}
      </div>
      <div>
        {format.time(date_time, timezone)} – {format.time(end_time, timezone)}{' '}
        <span className={classes.faint}>
          {format.zoneName(date_time, timezone)} · {t('hours', { hours: format.hours(appointment.duration) })}
        </span>
      </div>
      <div style={{ marginTop: 12 }}>
        {technicians.length === 0 ? (
          <Notice tone="warn">{t('unassigned')}</Notice>
        ) : (
          <ul className={classes.list}>
            {technicians.map((person) => (
              <PersonRow key={person.id} person={person} />
            ))}
          </ul>
        )}
      </div>
      <RescheduleDialog appointment={appointment} opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  );
}
