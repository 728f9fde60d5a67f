import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { listTechnicians } from '#features/people/contract.ts';
import { useRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconCalendarEvent, IconEdit, IconPlus, IconTrash } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { Appointment } from '../../../contract.ts';
import classes from '../details.module.css';
import { SubEventDialog } from '../dialogs/details-dialogs.tsx';
import { useAppointmentUpdate } from '../use-appointment-update.ts';

type Stored = Appointment['inspection_events'][number];

/** The sub-events of the appointment. */
export function SubEventsCard({ appointment }: { appointment: Appointment }) {
  const t = useTranslation('appointments');
  const [open, setOpen] = useState<{ event: Stored | null } | null>(null);
  const events = appointment.inspection_events;
  const technicians = useRead(listTechnicians, { perPage: 100 }, { enabled: events.length > 0 });
  const change = useAppointmentUpdate(appointment, { toast: t('saved') });
  const remove = async (event: Stored) => {
    const isSure = await confirm({
      title: t('removeNamed', { name: event.name }),
      yes: t('remove'),
      destroys: true,
    });
    if (isSure) await change.send({ inspection_events: events.filter((one) => one.id !== event.id) });
  };
  return (
    <Card
      title={t('subEvents')}
      flush
      actions={
        appointment.may.edit && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setOpen({ event: null })}
          >
            {t('addSubEvent')}
          </Button>
        )
      }
    >
      {events.length === 0 ? (
        <div className={classes.inset}>
          <EmptyLine>{t('subEventsHint')}</EmptyLine>
        </div>
      ) : (
        <ul className={classes.list}>
          {events.map((event) => (
            <Row
              key={event.id}
              event={event}
              timezone={appointment.timezone}
              technician={technicians.data?.pageData.find((one) => one.id === event.inspector)}
              {...(appointment.may.edit
                ? { onEdit: () => setOpen({ event }), onRemove: () => void remove(event) }
                : {})}
            />
          ))}
        </ul>
      )}
      <SubEventDialog
        appointment={appointment}
        event={open?.event ?? null}
        opened={open !== null}
        onClose={() => setOpen(null)}
      />
    </Card>
  );
}

interface RowProps {
  event: Stored;
  timezone: string;
  technician: { first_name: string; last_name: string } | undefined;
  onEdit?: () => void;
  onRemove?: () => void;
}

function Row({ event, timezone, technician, onEdit, onRemove }: RowProps) {
  const t = useTranslation('appointments');
  const format = useFormat();
  const time = format.dateTimeRange(event.start_date, event.end_date, timezone);
  return (
    <li className={classes.entry}>
      <IconCalendarEvent size={18} stroke={1.6} aria-hidden />
      <div className={classes.text}>
        {event.name}
        <div className={classes.faint}>
          {[time, technician && fullName(technician)].filter(Boolean).join(' · ')}
        </div>
        {event.description && <div className={classes.faint}>{event.description}</div>}
      </div>
      {onEdit && onRemove && (
        <div>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('editNamed', { name: event.name })}
            onClick={onEdit}
          >
            <IconEdit size={17} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={t('removeNamed', { name: event.name })}
            onClick={onRemove}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}
