import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useId, useRef, useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePreserveInput, useRestoredInput } from '#web/preserved-input.ts';
import { useActor } from '#web/session.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import { type CalendarEvent, createEvent, updateEvent } from '../contract.ts';
import classes from './calendar.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import {
  changesOf,
  type EntryValues,
  inputOf,
  moveStart,
  newValues,
  valuesOf,
  wholeCompany,
} from './entry-values.ts';
import { type StaleEntry, StaleEntryNotice, staleEntryFromError } from './stale-entry-notice.tsx';
import { TimeInputs } from './time-inputs.tsx';
import type { DayTime } from './times.ts';
import { type Conflict, moveConflictsFromError, type OverrulePrompt } from './use-moves.ts';

/** A person whose calendar the user may edit. */
export interface Person {
  id: string;
  first_name: string;
  last_name: string;
  color: string;
}

interface Props {
  /** The entry to change, or null for a new one. */
  event: CalendarEvent | null;
  /** The start of a new entry in company-local time. */
  local: string;
  technicianId: string | null;
  technicians: readonly Person[];
  zone: Zone;
  onClose: () => void;
}

/** Adds or changes a calendar entry. */
export function EventForm({ event, local, technicianId, technicians, zone, onClose }: Props) {
  const t = useTranslation('calendar');
  const form = useEntry(event, local, technicianId, zone);
  const title = useRef<HTMLInputElement>(null);
  const saving = useSaveEntry(form, onClose);
  const { late, asked, pending } = saving;
  const formId = useId();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={form.base ? t('editEvent') : t('newEvent')}
      locked={pending}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={pending}>
            {t('cancel')}
          </Button>
          <Button type="submit" form={formId} loading={pending}>
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
          saving.save();
        }}
      >
        {late && (
          <StaleEntryNotice
            late={late}
            onTake={(present) => {
              form.begin(present);
              saving.reset();
              title.current?.focus();
            }}
          />
        )}
        <EntryFields form={form} title={title} technicians={technicians} errors={saving.errors} />
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

type EntryForm = ReturnType<typeof useEntry>;

/** Saves the form. A conflict asks for a reason and saves again; a change by another user is shown for review. */
function useSaveEntry(form: EntryForm, onClose: () => void) {
  const t = useTranslation('calendar');
  const { values, base } = form;
  const [late, setLate] = useState<StaleEntry | null>(null);
  const [asked, setAsked] = useState<OverrulePrompt | null>(null);
  const options = {
    toast: t('saved'),
    onDone: onClose,
    onFail: (failure: ApiFailure) => {
      const isStale = staleEntryFromError(failure);
      if (isStale) {
        setLate(isStale);
        return true;
      }
      const conflicts = moveConflictsFromError(failure);
      if (conflicts === null) return undefined;
      const answer = (reason: string | null) => {
        setAsked(null);
        if (reason !== null) void save(reason, conflicts);
      };
      setAsked({ conflicts, answer });
      return true;
    },
  };
  const create = useWrite(createEvent, options);
  const change = useWrite(updateEvent, options);
  const { pending, fieldErrors: errors } = base ? change : create;

  async function save(reason: string | null, shown: readonly Conflict[]) {
    setLate(null);
    const over = reason === null ? {} : { overrule: toBookingOverride(reason, shown) };
    if (!base) {
      await create.send({ ...inputOf(values, values), ...over, type: 'regularEvent' });
    } else if (Object.keys(form.changes).length === 0) {
      onClose();
    } else {
      const { type, eventId, appointmentId } = base.systemRef;
      const of = appointmentId ? { appointmentId } : {};
      const rev = form.rev ?? base.rev;
      await change.send({ ...inputOf(values, form.changes), ...over, ...of, type, eventId, rev });
    }
  }

  const reset = () => {
    setLate(null);
    change.reset();
  };
  return { late, asked, pending, errors, save: () => void save(null, []), reset };
}

interface FieldsProps {
  form: EntryForm;
  title: RefObject<HTMLInputElement | null>;
  technicians: readonly Person[];
  errors: Readonly<Record<string, string>>;
}

function EntryFields({ form, title, technicians, errors }: FieldsProps) {
  const t = useTranslation('calendar');
  const { values, set } = form;
  return (
    <>
      <TextInput
        ref={title}
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
      <TimeFields form={form} errors={errors} />
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
    </>
  );
}

function TimeFields({ form, errors }: Pick<FieldsProps, 'form' | 'errors'>) {
  const t = useTranslation('calendar');
  const { values, set } = form;
  const isPart = form.base?.systemRef.type === 'inspSubEvent';
  return (
    <>
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
      {!isPart && values.technician !== wholeCompany && (
        <Switch
          label={t('blocksTime')}
          description={t('blocksTimeHint')}
          checked={values.busy}
          onChange={(input) => set({ busy: input.currentTarget.checked })}
        />
      )}
    </>
  );
}

function Whose(props: {
  value: string;
  technicians: readonly Person[];
  onChange: (id: string) => void;
  error: string | undefined;
}) {
  const t = useTranslation('calendar');
  const actor = useActor();
  const mayAll = allows(actor, 'edit_calendar', {});
  if (!mayAll) return null;
  return (
    <Select
      label={t('technician')}
      data={[
        { value: wholeCompany, label: t('wholeCompany') },
        ...props.technicians.map((one) => ({ value: one.id, label: fullName(one) })),
      ]}
      value={props.value}
      onChange={(id) => props.onChange(id ?? wholeCompany)}
      allowDeselect={false}
      error={props.error}
    />
  );
}

interface StoredInput {
  changes: Partial<EntryValues>;
  /** The entry's revision when the user started. */
  rev: number | null;
}

/** Holds the form's changes to the entry as it was when the user started; they survive the end of the session. */
function useEntry(event: CalendarEvent | null, local: string, technicianId: string | null, zone: Zone) {
  const actor = useActor();
  const storageKey = `calendar.${event?.id ?? 'new'}`;
  const restored = useRestoredInput<StoredInput>(storageKey);
  // Not the latest version: other users' changes must not be overwritten unnoticed.
  const [base, setBase] = useState(event);
  const [rev, setRev] = useState(restored?.rev ?? event?.rev ?? null);
  const [before, setBefore] = useState(() => {
    if (event) return valuesOf(event, zone);
    const owner = technicianId ?? (allows(actor, 'edit_calendar', {}) ? wholeCompany : actor.userId);
    return newValues(local, owner, zone);
  });
  const [values, setValues] = useState<EntryValues>({ ...before, ...restored?.changes });
  const changes = changesOf(before, values);
  usePreserveInput(storageKey, () =>
    Object.keys(changes).length > 0 ? ({ changes, rev } satisfies StoredInput) : null,
  );
  return {
    values,
    changes,
    base,
    rev,
    set: (patch: Partial<EntryValues>) => setValues((was) => ({ ...was, ...patch })),
    setStart: (start: DayTime) => setValues((was) => moveStart(was, start, zone)),
    /** Restarts with the current entry. */
    begin: (present: CalendarEvent) => {
      const fresh = valuesOf(present, zone);
      setBase(present);
      setRev(present.rev);
      setBefore(fresh);
      setValues(fresh);
    },
  };
}
