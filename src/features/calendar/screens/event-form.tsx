import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { allows } from '#domain/permissions.ts';
import { addMinutes, asInstant, asLocal, toInstantOrNull, toLocal, type Zone } from '#domain/time.ts';
import { useWrite } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { fullName } from '#web/ui/person-badge.tsx';
import { type CalendarEvent, createEvent, updateEvent } from '../contract.ts';
import classes from './calendar.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { type DayTime, dayTimeOf, TimeInputs } from './time-inputs.tsx';
import { daysOfEvent } from './times.ts';
import { type Asked, conflictsIn } from './use-moves.ts';

/** Somebody whose calendar entries may be put into. */
export interface Person {
  id: string;
  first_name: string;
  last_name: string;
  color: string;
}

interface Props {
  /** The entry that is changed, or null for a new one. */
  event: CalendarEvent | null;
  /** Where a new one begins, as a wall clock of the company. */
  local: string;
  technicianId: string | null;
  technicians: readonly Person[];
  zone: Zone;
  onClose: () => void;
}

const everybody = '';

/** Adds an entry to the calendar or changes one. */
export function EventForm({ event, local, technicianId, technicians, zone, onClose }: Props) {
  const t = useText('calendar');
  const form = useEntry(event, local, technicianId, zone);
  const { values, set } = form;
  const [asked, setAsked] = useState<Asked | null>(null);
  const formId = useId();
  const options = {
    toast: t('saved'),
    onDone: onClose,
    onFail: (failure: Parameters<typeof conflictsIn>[0]) => {
      const conflicts = conflictsIn(failure);
      if (conflicts === null) return undefined;
      const answer = (reason: string | null) => {
        setAsked(null);
        if (reason !== null) void save(reason);
      };
      setAsked({ conflicts, answer });
      return true;
    },
  };
  const create = useWrite(createEvent, options);
  const change = useWrite(updateEvent, options);
  const write = event ? change : create;

  async function save(reason: string | null) {
    const input = { ...form.input(), ...(reason === null ? {} : { overrule: { reason } }) };
    if (event) {
      const { eventId, appointmentId } = event.systemRef;
      const of = appointmentId ? { appointmentId } : {};
      await change.send({ ...input, ...of, type: event.systemRef.type, eventId, rev: event.rev });
    } else await create.send({ ...input, type: 'regularEvent' });
  }

  const isPart = event?.systemRef.type === 'inspSubEvent';
  const errors = write.fieldErrors;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={event ? t('editEvent') : t('newEvent')}
      locked={write.pending}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={write.pending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={write.pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes.fields}
        onSubmit={(submit) => {
          submit.preventDefault();
          void save(null);
        }}
      >
        <TextInput
          label={t('title')}
          value={values.title}
          onChange={(input) => set({ title: input.currentTarget.value })}
          error={errors.title}
          maxLength={200}
          data-autofocus
          required
        />
        <Whose
          value={values.technician}
          technicians={technicians}
          onChange={(technician) => set({ technician })}
          error={errors.inspector}
        />
        {!isPart && (
          <Switch
            label={t('allDay')}
            checked={values.allDay}
            onChange={(input) => set({ allDay: input.currentTarget.checked })}
          />
        )}
        <TimeInputs
          name="start"
          value={values.start}
          onChange={form.setStart}
          withTime={!values.allDay}
          error={errors.startDate}
        />
        <TimeInputs
          name="end"
          value={values.end}
          onChange={(end) => set({ end })}
          withTime={!values.allDay}
          error={errors.endDate}
        />
        {!isPart && values.technician !== everybody && (
          <Switch
            label={t('blocksTime')}
            description={t('blocksTimeHint')}
            checked={values.busy}
            onChange={(input) => set({ busy: input.currentTarget.checked })}
          />
        )}
        <Textarea
          label={t('description')}
          value={values.description}
          onChange={(input) => set({ description: input.currentTarget.value })}
          error={errors.description}
          maxLength={4000}
          autosize
          minRows={2}
          maxRows={8}
        />
      </form>
      {asked && (
        <ConflictDialog
          asked={asked}
          zone={zone}
          nameOf={(id) => fullName(technicians.find((one) => one.id === id) ?? {}) || t('technician')}
        />
      )}
    </Dialog>
  );
}

function Whose(props: {
  value: string;
  technicians: readonly Person[];
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const t = useText('calendar');
  const actor = useActor();
  const mayAll = allows(actor, 'edit_calendar', {});
  if (!mayAll) return null;
  return (
    <Select
      label={t('technician')}
      data={[
        { value: everybody, label: t('wholeCompany') },
        ...props.technicians.map((one) => ({ value: one.id, label: fullName(one) })),
      ]}
      value={props.value}
      onChange={(id) => props.onChange(id ?? everybody)}
      allowDeselect={false}
      error={props.error}
    />
  );
}

function useEntry(event: CalendarEvent | null, local: string, technicianId: string | null, zone: Zone) {
  const actor = useActor();
  const [values, setValues] = useState(() => {
    if (event) {
      const { first, last } = daysOfEvent(event, zone);
      const at = (moment: string) => dayTimeOf(toLocal(asInstant(moment), zone));
      return {
        title: event.title,
        description: event.description,
        technician: event.technician?.id ?? everybody,
        allDay: event.all_day,
        busy: event.busy,
        start: event.all_day ? { date: first, time: '09:00' } : at(event.start.dateTime),
        end: event.all_day ? { date: last, time: '10:00' } : at(event.end.dateTime),
      };
    }
    return {
      title: '',
      description: '',
      technician: technicianId ?? (allows(actor, 'edit_calendar', {}) ? everybody : actor.userId),
      allDay: false,
      busy: true,
      start: dayTimeOf(local),
      end: dayTimeOf(later(local, 60, zone)),
    };
  });
  type Values = typeof values;
  const set = (patch: Partial<Values>) => setValues((was) => ({ ...was, ...patch }));
  /** The end goes along with the start: an entry keeps its length. */
  const setStart = (start: DayTime) =>
    setValues((was) => {
      const [before, after] = [instantOf(was.start, zone), instantOf(start, zone)];
      const end = instantOf(was.end, zone);
      if (before === null || after === null || end === null) return { ...was, start };
      const minutes = (Date.parse(after) - Date.parse(before)) / 60_000;
      return { ...was, start, end: dayTimeOf(toLocal(addMinutes(end, minutes), zone)) };
    });
  const input = () => ({
    title: values.title,
    description: values.description,
    inspector: values.technician === everybody ? null : values.technician,
    all_day: values.allDay,
    busy: values.busy,
    startDate: values.allDay ? values.start.date : `${values.start.date}T${values.start.time}`,
    endDate: values.allDay ? values.end.date : `${values.end.date}T${values.end.time}`,
  });
  return { values, set, setStart, input };
}

function instantOf({ date, time }: DayTime, zone: Zone) {
  const isWhole = /^\d{4}-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time);
  return isWhole ? toInstantOrNull({ local: asLocal(`${date}T${time}`), zone }) : null;
}

function later(local: string, minutes: number, zone: Zone): string {
  const at = toInstantOrNull({ local: asLocal(local), zone });
  return at === null ? local : toLocal(addMinutes(at, minutes), zone);
}
