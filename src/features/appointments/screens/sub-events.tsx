import { ActionIcon, Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { SubEventDraft } from '#domain/appointment-draft.ts';
import { newSubEvent, subEventProblems } from '#domain/sub-events.ts';
import { asInstant, parseInstantOrLocal, type Zone } from '#domain/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { IconCalendarEvent, IconPencil, IconPlus, IconTrash } from '#web/ui/icons.ts';
import { fullName } from '#web/ui/person-badge.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { useSaid } from './booking-texts.ts';
import dialog from './dialog.module.css';
import { useDialog } from './dialog-context.ts';
import type { DialogState } from './draft-state.ts';
import { stretchText } from './stretch-text.ts';
import classes from './sub-events.module.css';

/** Further events of the appointment: a radon pick-up, a second visit. */
export function SubEvents() {
  const t = useText('appointments');
  const { state, dispatch, zone, defaults } = useDialog();
  const adding = state.subEvent;
  const write = (event: DialogState['subEvent']) => dispatch({ type: 'writeSubEvent', event });
  const events = state.draft.information.events;
  const stored = state.editing?.appointment.inspection_events.find((one) => one.id === adding?.id);
  // An old event may be saved again as it is, although its time has come.
  const before = stored && { start_date: stored.start_date, end_date: stored.end_date };
  const start = () =>
    write(
      newSubEvent(now(), zone, {
        start_time: defaults.default_start_time,
        duration_minutes: Math.round(defaults.default_duration * 60),
      }),
    );
  return (
    <section className={dialog.section} data-field="inspection_events">
      <div className={dialog.sectionHead}>
        <h3 className={dialog.heading}>{t('subEvents')}</h3>
        {!adding && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={start}
          >
            {t('addSubEvent')}
          </Button>
        )}
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
      {adding && (
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
      )}
    </section>
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
  const t = useText('appointments');
  const said = useSaid();
  const format = useFormat();
  const technician = technicians.find((one) => one.id === event.inspector);
  const start = parseInstantOrLocal(event.start_date, zone);
  const end = parseInstantOrLocal(event.end_date, zone);
  const time = start && end ? stretchText({ start, end }, format, zone) : '';
  return (
    <li className={classes.row}>
      <IconCalendarEvent size={18} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <div className={classes.name}>{event.name}</div>
        <div className={classes.facts}>
          {[time, technician && fullName(technician)].filter(Boolean).join(' · ')}
        </div>
        {event.description && <div className={classes.facts}>{event.description}</div>}
        {error && <div className={classes.error}>{said(error)}</div>}
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('editNamed', { name: event.name })}
        onClick={onEdit}
      >
        <IconPencil size={17} aria-hidden />
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
    </li>
  );
}

interface FormProps extends Technicians {
  first: SubEventDraft;
  zone: Zone;
  onCancel: () => void;
  onSave: (event: SubEventDraft) => void;
  /** Told every key, for whoever keeps what is not saved yet. */
  onChange?: (event: SubEventDraft) => void;
  pending?: boolean;
  /** Of an event that exists: its times as they are stored. */
  before?: { start_date: string; end_date: string };
  /** The server's messages. */
  errors?: Record<string, string>;
  /** Without a frame of its own. */
  isBare?: boolean;
}

/** The form of one sub-event; its rules are the domain's, told under the fields. */
export function SubEventForm(props: FormProps) {
  const { first, zone, technicians, onCancel, onSave, pending = false } = props;
  const t = useText('appointments');
  const said = useSaid();
  const [event, setEvent] = useState(first);
  const [own, setProblems] = useState<Record<string, string>>({});
  const problems = { ...props.errors, ...own };
  const patch = (change: Partial<SubEventDraft>) => {
    const next = { ...event, ...change };
    setEvent(next);
    props.onChange?.(next);
    setProblems((was) => Object.fromEntries(Object.entries(was).filter(([name]) => !(name in change))));
  };
  const save = () => {
    const found = subEventProblems(event, now(), zone, storedTimes(props.before));
    setProblems(found);
    if (Object.keys(found).length === 0) onSave({ ...event, name: event.name.trim() });
  };
  return (
    <fieldset
      className={classes.form}
      data-bare={props.isBare || undefined}
      aria-label={t('subEvent')}
      disabled={pending}
    >
      <div className={dialog.columns}>
        <TextInput
          label={t('subEventName')}
          value={event.name}
          maxLength={120}
          autoFocus
          onChange={(e) => patch({ name: e.currentTarget.value })}
          error={said(problems.name)}
        />
        <Select
          label={t('technician')}
          placeholder={t('unassigned')}
          clearable
          searchable
          value={event.inspector}
          onChange={(inspector) => patch({ inspector })}
          data={technicians.map((one) => ({ value: one.id, label: fullName(one) }))}
        />
        <TextInput
          type="datetime-local"
          step={900}
          label={t('start')}
          value={event.start_date}
          onChange={(e) => patch({ start_date: e.currentTarget.value })}
          error={said(problems.start_date)}
        />
        <TextInput
          type="datetime-local"
          step={900}
          label={t('end')}
          value={event.end_date}
          onChange={(e) => patch({ end_date: e.currentTarget.value })}
          error={said(problems.end_date)}
        />
        <TextArea
          wrapperClass={dialog.wide ?? ''}
          label={t('description')}
          minRows={2}
          maxRows={5}
          maxLength={4000}
          value={event.description}
          onChange={(e) => patch({ description: e.currentTarget.value })}
        />
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <Button variant="light" onClick={save} loading={pending}>
          {t('saveSubEvent')}
        </Button>
      </div>
    </fieldset>
  );
}

function storedTimes(before: FormProps['before']) {
  if (!before) return undefined;
  return { start_date: asInstant(before.start_date), end_date: asInstant(before.end_date) };
}
