import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  addMinutes,
  asInstant,
  asZone,
  localDate,
  minutesBetween,
  parseInstantOrLocal,
  toLocal,
  type Zone,
} from '#domain/base/time.ts';
import { dateTimeMessage } from '#domain/scheduling/booking.ts';
import type { PersonOption } from '#features/people/contract.ts';
import { PersonPicker } from '#features/people/screens/person-picker.tsx';
import { now } from '#web/clock.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { PageSlot } from '#web/page-slots.tsx';
import type { Appointment } from '../../../contract.ts';
import classes from '../../dialog.module.css';
import { useLocalizeMessage } from '../../draft/booking-messages.ts';
import { conflictsFromError, type OverruleInput, type TimeConflict } from '../../draft/conflicts.ts';
import { localToOffsetIso } from '../../draft/draft-payload.ts';
import { customDateTime } from '../../draft/draft-state.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { SchedulingWarningsNotice } from '../../time/scheduling-warnings-notice.tsx';
import { ClockField, DayField } from '../../time/time-fields.tsx';
import { type TimeCheckResult, useTimeCheck } from '../../time/use-time-check.ts';
import { StaleFormNotice } from './stale-notice.tsx';
import { type AppointmentFormOf, useAppointmentForm } from './use-appointment-form.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Moves an appointment or reassigns its technicians. Conflicts are shown before anything is saved. */
export function RescheduleDialog(props: Props) {
  const t = useTranslation('appointments');
  const { appointment, opened, onClose } = props;
  const { edit, form, found, clear, save, pending } = useReschedule(props);
  return (
    <GuardedDialog
      opened={opened}
      onClose={onClose}
      isDirty={Object.keys(edit.changed).length > 0}
      title={t('reschedule')}
      width={720}
      locked={edit.pending}
      footer={
        <>
          <CancelButton disabled={edit.pending} />
          <Button
            onClick={() => void save(null)}
            loading={edit.pending || pending}
            disabled={form.chosen === null || form.refusal !== null || edit.theirs !== null}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <StaleFormNotice edit={edit} />
      <RescheduleFields
        form={form}
        onChange={clear}
        errors={edit.fieldErrors}
        conflict={
          <>
            <FoundNotice appointment={appointment} form={form} found={found} save={save} />
            <PlannedChanges
              appointment={appointment}
              form={form}
              isMoved={edit.changed.date_time !== undefined}
            />
          </>
        }
      />
    </GuardedDialog>
  );
}

interface Found {
  /** Null before a check. */
  conflicts: TimeConflict[] | null;
  timeCheck: TimeCheckResult | null;
  /** The server's message if it refused the time. */
  refused: string;
}

const nothingFound: Found = { conflicts: null, timeCheck: null, refused: '' };

/** Checks the new time before it is saved, and holds what was found. */
function useReschedule({ appointment, opened, onClose }: Props) {
  const t = useTranslation('appointments');
  const [found, setFound] = useState(nothingFound);
  const zone = asZone(appointment.timezone);
  const edit = useAppointmentForm({
    appointment,
    opened,
    onClose,
    toast: t('did.reschedule'),
    valuesOf: timeOf,
    payloadOf: (values) => payloadOf(values, zone),
    onFail: (failure) => {
      const isTaken = failure.type === 'CONFLICT' && !(failure.details && 'current' in failure.details);
      if (!isTaken) return undefined;
      const conflicts = conflictsFromError(failure);
      setFound((was) => ({ ...was, conflicts, refused: failure.message }));
      return true;
    },
  });
  const form = formOf(edit, zone);
  const { check, pending } = useTimeCheck();
  useEffect(() => {
    if (opened) setFound(nothingFound);
  }, [opened]);

  async function save(overrule: OverruleInput | null, isSure = false) {
    if (form.chosen === null || form.refusal !== null) return;
    const technicians = form.technicians.map((one) => one.id);
    // Without changes nothing is checked; the form just closes.
    if (overrule === null && !isSure && Object.keys(edit.changed).length > 0) {
      const timeCheck = await check({
        dateTime: form.chosen,
        technicians,
        hours: edit.base.duration,
        timezone: appointment.timezone,
        appointmentId: appointment.id,
      });
      if (timeCheck === null) return;
      const { conflicts, warnings, competingRequests } = timeCheck;
      setFound((was) => ({ ...was, conflicts, timeCheck }));
      if (conflicts.length + warnings.length + competingRequests.length > 0) return;
    }
    await edit.save(overrule === null ? {} : { overrule });
  }

  return { edit, form, found, clear: () => setFound(nothingFound), save, pending };
}

/** Which planned messages the new time moves or stops. */
function PlannedChanges(props: Pick<Props, 'appointment'> & { form: TimeForm; isMoved: boolean }) {
  const { appointment, form, isMoved } = props;
  const start = parseInstantOrLocal(form.chosen, asZone(appointment.timezone));
  if (!isMoved || start === null) return null;
  const minutes = minutesBetween(asInstant(appointment.date_time), asInstant(appointment.end_time));
  return (
    <PageSlot
      name="appointment.planned-changes"
      appointmentId={appointment.id}
      to={{ date_time: start, end_time: addMinutes(start, minutes) }}
    />
  );
}

interface FoundProps extends Pick<Props, 'appointment'> {
  form: ReturnType<typeof formOf>;
  found: Found;
  save: ReturnType<typeof useReschedule>['save'];
}

function FoundNotice({ appointment, form, found, save }: FoundProps) {
  const { conflicts, timeCheck, refused } = found;
  if (conflicts && (conflicts.length > 0 || refused !== ''))
    return (
      <ConflictNotice
        conflicts={conflicts}
        warnings={timeCheck?.warnings ?? []}
        message={refused}
        technicians={form.technicians}
        timezone={appointment.timezone}
        mayOverrule={appointment.may.edit}
        onScheduleAnyway={(_, overrule) => void save(overrule)}
      />
    );
  if (!timeCheck || timeCheck.warnings.length + timeCheck.competingRequests.length === 0) return null;
  return (
    <SchedulingWarningsNotice
      found={timeCheck}
      technicians={form.technicians}
      timezone={appointment.timezone}
      onGoOn={() => void save(null, true)}
    />
  );
}

interface Values {
  custom: { date: string; time: string };
  technicians: PersonOption[];
  /** Technicians hidden from clients; they stay hidden. */
  hidden: string[];
}

function timeOf(appointment: Appointment): Values {
  const local = toLocal(asInstant(appointment.date_time), asZone(appointment.timezone));
  return {
    custom: { date: local.slice(0, 10), time: local.slice(11) },
    technicians: appointment.people.filter((one) => one.role === 'inspector'),
    hidden: appointment.invisible_inspectors,
  };
}

function payloadOf({ custom, technicians, hidden }: Values, zone: Zone) {
  const ids = technicians.map((one) => one.id);
  return {
    date_time: localToOffsetIso(customDateTime(custom), zone),
    inspectors: ids.filter((id) => !hidden.includes(id)),
    invisible_inspectors: ids.filter((id) => hidden.includes(id)),
  };
}

type TimeForm = ReturnType<typeof formOf>;

function formOf(
  { values, patch, changed }: Pick<AppointmentFormOf<Values>, 'values' | 'patch' | 'changed'>,
  zone: Zone,
) {
  const chosen = customDateTime(values.custom);
  // Only the technician of a past appointment may be changed, not its time.
  const isMoved = changed.date_time !== undefined;
  const refusal = chosen === null || !isMoved ? null : dateTimeMessage(chosen, now(), zone);
  return { ...values, patch, chosen, refusal, today: localDate(now(), zone) };
}

function RescheduleFields(props: {
  form: TimeForm;
  onChange: () => void;
  errors: Record<string, string>;
  conflict: React.ReactNode;
}) {
  const t = useTranslation('appointments');
  const localize = useLocalizeMessage();
  const { form, onChange, errors } = props;
  const change = (patch: Partial<typeof form.custom>) => {
    onChange();
    form.patch({ custom: { ...form.custom, ...patch } });
  };
  return (
    <div className={classes.time} style={{ marginTop: 0 }}>
      <DayField value={form.custom.date} onChange={(date) => change({ date })} today={form.today} />
      <div className={classes.stack}>
        <ClockField
          label={t('timeSlotStart')}
          value={form.custom.time}
          onChange={(time) => change({ time })}
          error={localize(form.refusal ?? errors.date_time)}
        />
        <PersonPicker
          type="technicians"
          value={form.technicians}
          onChange={(people) => {
            onChange();
            form.patch({ technicians: people });
          }}
          error={errors.inspectors}
        />
        {props.conflict}
      </div>
    </div>
  );
}
