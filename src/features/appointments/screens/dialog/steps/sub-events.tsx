import { ActionIcon, Button } from '@mantine/core';
import { Suspense } from 'react';
import { parseInstantOrLocal, type Zone } from '#domain/base/time.ts';
import type { SubEventDraft } from '#domain/scheduling/appointment-draft.ts';
import { newSubEvent } from '#domain/scheduling/sub-events.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconCalendarEvent, IconPencil, IconPlus, IconTrash } from '#web/ui/layout/icons.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import dialog from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { useAppointmentDialog } from '../../draft/dialog-context.ts';
import type { DialogState } from '../../draft/draft-state.ts';
import classes from './sub-events.module.css';

const SubEventForm = lazy(async () => ({ default: (await import('./sub-event-form.tsx')).SubEventForm }));

/** The sub-events of the appointment, for example a radon pick-up or a second visit. */
export function SubEvents() {
  const t = useTranslation('appointments');
  const { state, dispatch, zone, defaults } = useAppointmentDialog();
  const adding = state.subEvent;
  const write = (event: DialogState['subEvent']) => dispatch({ type: 'writeSubEvent', event });
  const events = state.draft.information.events;
  return (
    <section className={dialog.section} data-field="inspection_events">
      <div className={dialog.sectionHead}>
        <h3 className={dialog.heading}>{t('subEvents')}</h3>
        {!adding && <AddButton />}
      </div>
      {events.length === 0 && !adding && <p className={dialog.hint}>{t('subEventsHint')}</p>}
      {events.length > 0 && (
        <ul className={classes.list}>
          {events.map((event, i) => (
            <Row
              key={`${event.start_date} ${event.name}`}
              event={event}
              zone={zone}
              technicians={defaults.inspectorOptions}
              onEdit={() => write({ ...event, index: i })}
              onRemove={() => dispatch({ type: 'removeSubEvent', index: i })}
              error={
                state.errors[`inspection_events.${i}.start_date`] ??
                state.errors[`inspection_events.${i}.end_date`]
              }
            />
          ))}
        </ul>
      )}
      {adding && <OpenSubEvent adding={adding} />}
    </section>
  );
}

function AddButton() {
  const t = useTranslation('appointments');
  const { dispatch, zone, defaults } = useAppointmentDialog();
  const start = () => {
    const event = newSubEvent(now(), zone, {
      start_time: defaults.default_start_time,
      duration_minutes: Math.round(defaults.default_duration * 60),
    });
    dispatch({ type: 'writeSubEvent', event });
  };
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={start}
    >
      {t('addSubEvent')}
    </Button>
  );
}

function OpenSubEvent({ adding }: { adding: NonNullable<DialogState['subEvent']> }) {
  const { state, dispatch, zone, defaults } = useAppointmentDialog();
  const write = (event: DialogState['subEvent']) => dispatch({ type: 'writeSubEvent', event });
  const stored = state.editing?.appointment.inspection_events.find((one) => one.id === adding.id);
  // A past event may be saved again unchanged.
  const before = stored && { start_date: stored.start_date, end_date: stored.end_date };
  return (
    <Suspense fallback={<LinesSkeleton />}>
      <SubEventForm
        key={adding.index ?? 'new'}
        first={adding}
        zone={zone}
        technicians={defaults.inspectorOptions}
        {...(before ? { before } : {})}
        onChange={(event) =>
          write({ ...event, ...(adding.index === undefined ? {} : { index: adding.index }) })
        }
        onCancel={() => write(null)}
        onSave={(event) => {
          const { index: _, ...plain } = event as NonNullable<DialogState['subEvent']>;
          dispatch({ type: 'addSubEvent', event: plain });
        }}
      />
    </Suspense>
  );
}

interface Technicians {
  technicians: readonly { id: string; first_name: string; last_name: string }[];
}

function Row({
  event,
  zone,
  technicians,
  onEdit,
  onRemove,
  error,
}: Technicians & {
  event: SubEventDraft;
  zone: Zone;
  onEdit: () => void;
  onRemove: () => void;
  error: string | undefined;
}) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const format = useFormat();
  const technician = technicians.find((one) => one.id === event.inspector);
  const start = parseInstantOrLocal(event.start_date, zone);
  const end = parseInstantOrLocal(event.end_date, zone);
  const time = start && end ? format.dateTimeRange(start, end, zone) : '';
  return (
    <li className={classes.row}>
      <IconCalendarEvent size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <div className={classes.name}>{event.name}</div>
        <div className={classes.facts}>
          {[time, technician && fullName(technician)].filter(Boolean).join(' · ')}
        </div>
        {event.description && <div className={classes.facts}>{event.description}</div>}
        {error && <div className={classes.error}>{localize(error)}</div>}
      </div>
      <RowButton label={t('editNamed', { name: event.name })} icon={IconPencil} onClick={onEdit} />
      <RowButton label={t('removeNamed', { name: event.name })} icon={IconTrash} onClick={onRemove} />
    </li>
  );
}

function RowButton(props: { label: string; icon: typeof IconTrash; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={props.label} onClick={props.onClick}>
      <props.icon size={17} aria-hidden />
    </ActionIcon>
  );
}
