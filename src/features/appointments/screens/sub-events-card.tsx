import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import type { SubEventDraft } from '#domain/appointment-draft.ts';
import { newSubEvent } from '#domain/sub-events.ts';
import { asZone, toLocal } from '#domain/time.ts';
import { listTechnicians } from '#features/people/contract.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { Card } from '#web/ui/card.tsx';
import { confirm } from '#web/ui/confirm.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { IconCalendarEvent, IconEdit, IconPlus, IconTrash } from '#web/ui/icons.ts';
import { fullName } from '#web/ui/person-badge.tsx';
import type { Appointment } from '../contract.ts';
import classes from './details.module.css';
import { offsetTime } from './draft-payload.ts';
import { SubEventForm } from './sub-events.tsx';
import { useChange } from './use-acts.ts';

type Stored = Appointment['inspection_events'][number];

/** Further events of the appointment; adding and changing sends the whole list. */
export function SubEventsCard({ appointment }: { appointment: Appointment }) {
  const t = useText('appointments');
  const zone = asZone(appointment.timezone);
  const [open, setOpen] = useState<SubEventDraft | null>(null);
  const technicians = useRead(listTechnicians, { perPage: 100 }).data?.pageData ?? [];
  const change = useChange(appointment, { toast: t('saved'), onDone: () => setOpen(null) });
  const events = appointment.inspection_events;
  const save = (event: SubEventDraft) => {
    const sent = {
      ...event,
      start_date: offsetTime(event.start_date, zone) ?? '',
      end_date: offsetTime(event.end_date, zone) ?? '',
    };
    const rest = events.filter((one) => one.id !== event.id);
    void change.send({ inspection_events: [...rest, sent] });
  };
  const remove = async (event: Stored) => {
    const isSure = await confirm({
      title: t('removeNamed', { name: event.name }),
      yes: t('remove'),
      destroys: true,
    });
    if (isSure) await change.send({ inspection_events: events.filter((one) => one.id !== event.id) });
  };
  const edit = (event: Stored) =>
    setOpen({
      ...event,
      start_date: toLocal(event.start_date as never, zone),
      end_date: toLocal(event.end_date as never, zone),
    });
  const add = () => setOpen(newSubEvent(now(), zone, { start_time: 900, duration_minutes: 60 }));
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
            onClick={add}
          >
            {t('addSubEvent')}
          </Button>
        )
      }
    >
      {events.length === 0 ? (
        <p className={classes.none} style={{ padding: '0 20px 18px' }}>
          {t('subEventsHint')}
        </p>
      ) : (
        <ul className={classes.list}>
          {events.map((event) => (
            <Row
              key={event.id}
              event={event}
              timezone={appointment.timezone}
              technician={technicians.find((one) => one.id === event.inspector)}
              {...(appointment.may.edit
                ? { onEdit: () => edit(event), onRemove: () => void remove(event) }
                : {})}
            />
          ))}
        </ul>
      )}
      <Dialog
        opened={open !== null}
        onClose={() => setOpen(null)}
        title={t('subEvent')}
        locked={change.pending}
      >
        {open && (
          <SubEventForm
            key={open.id ?? 'new'}
            first={open}
            zone={zone}
            technicians={technicians}
            onCancel={() => setOpen(null)}
            onSave={save}
            pending={change.pending}
          />
        )}
      </Dialog>
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
  const t = useText('appointments');
  const format = useFormat();
  const time = `${format.dateTime(event.start_date, timezone)} – ${format.time(event.end_date, timezone)}`;
  return (
    <li className={classes.entry}>
      <IconCalendarEvent size={18} stroke={1.6} aria-hidden />
      <div className={classes.words}>
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
