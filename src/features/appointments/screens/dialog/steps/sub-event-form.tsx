import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asInstant, type Zone } from '#domain/base/time.ts';
import type { SubEventDraft } from '#domain/scheduling/appointment-draft.ts';
import { subEventProblems } from '#domain/scheduling/sub-events.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { DateTimeField } from '#web/ui/inputs/date-time-field.tsx';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import dialog from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import classes from './sub-events.module.css';

interface FormProps {
  technicians: readonly { id: string; first_name: string; last_name: string; email: string }[];
  first: SubEventDraft;
  zone: Zone;
  onCancel: () => void;
  onSave: (event: SubEventDraft) => void;
  /** Called on every keystroke, to store unsaved input. */
  onChange?: (event: SubEventDraft) => void;
  pending?: boolean;
  /** The stored times of an existing event. */
  before?: { start_date: string; end_date: string };
  /** The server's messages. */
  errors?: Record<string, string>;
  /** Renders without a frame. */
  isBare?: boolean;
}

/** The form of one sub-event; it applies the domain's rules and shows their messages below the fields. */
export function SubEventForm(props: FormProps) {
  const { first, zone, technicians, onCancel, onSave, pending = false } = props;
  const t = useTranslation('appointments');
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
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        save();
      }}
    >
      <fieldset
        className={classes.form}
        data-bare={props.isBare || undefined}
        aria-label={t('subEvent')}
        disabled={pending}
      >
        <EventFields {...{ event, patch, problems, technicians }} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="light" loading={pending}>
            {t('saveSubEvent')}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

interface FieldsProps extends Pick<FormProps, 'technicians'> {
  event: SubEventDraft;
  patch: (change: Partial<SubEventDraft>) => void;
  problems: Record<string, string>;
}

function EventFields({ event, patch, problems, technicians }: FieldsProps) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  return (
    <div className={dialog.columns}>
      <TextInput
        label={t('subEventName')}
        value={event.name}
        maxLength={120}
        autoFocus
        onChange={(e) => patch({ name: e.currentTarget.value })}
        error={localize(problems.name)}
      />
      <Select
        label={t('technician')}
        placeholder={t('unassigned')}
        clearable
        searchable
        value={event.inspector}
        onChange={(inspector) => patch({ inspector })}
        data={personOptions(technicians)}
      />
      <DateTimeField
        label={t('start')}
        value={event.start_date}
        onChange={(start_date) => patch({ start_date })}
        error={localize(problems.start_date)}
      />
      <DateTimeField
        label={t('end')}
        value={event.end_date}
        onChange={(end_date) => patch({ end_date })}
        error={localize(problems.end_date)}
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
  );
}

function storedTimes(before: FormProps['before']) {
  if (!before) return undefined;
  return { start_date: asInstant(before.start_date), end_date: asInstant(before.end_date) };
}
