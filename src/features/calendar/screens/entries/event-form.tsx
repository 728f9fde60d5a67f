import { Button, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { type RefObject, useId, useRef } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { fullName } from '#web/ui/layout/person-avatar.tsx';
import type { CalendarEvent } from '../../contract.ts';
import classes from '../calendar.module.css';
import { ConflictDialog } from './conflict-dialog.tsx';
import { wholeCompany } from './entry-values.ts';
import { StaleEntryNotice } from './stale-entry-notice.tsx';
import { TimeInputs } from './time-inputs.tsx';
import { type EntryForm, useEntry, useSaveEntry } from './use-entry-form.ts';

/** A person whose calendar the user may edit. */
export interface Person {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
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
    <GuardedDialog
      opened
      onClose={onClose}
      title={form.base ? t('editEvent') : t('newEvent')}
      locked={pending}
      footer={<FormButtons formId={formId} pending={pending} onClose={onClose} />}
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
    </GuardedDialog>
  );
}

function FormButtons(props: { formId: string; pending: boolean; onClose: () => void }) {
  const t = useTranslation('calendar');
  return (
    <>
      <CancelButton disabled={props.pending} />
      <Button type="submit" form={props.formId} loading={props.pending}>
        {t('save')}
      </Button>
    </>
  );
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
      data={[{ value: wholeCompany, label: t('wholeCompany') }, ...personOptions(props.technicians)]}
      value={props.value}
      onChange={(id) => props.onChange(id ?? wholeCompany)}
      allowDeselect={false}
      error={props.error}
    />
  );
}
