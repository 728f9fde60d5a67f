import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { dateTimeMessage } from '#domain/booking.ts';
import { asInstant, asZone, localDate, toLocal } from '#domain/time.ts';
import type { PersonOption } from '#features/people/contract.ts';
import { PersonPicker } from '#features/people/screens/person-picker.tsx';
import { now } from '#web/clock.ts';
import { useText } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { Appointment } from '../contract.ts';
import { useSaid } from './booking-texts.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { conflictsIn, type TimeConflict } from './conflicts.ts';
import classes from './dialog.module.css';
import { DoubtsNotice } from './doubts-notice.tsx';
import { offsetTime } from './draft-payload.ts';
import { customDateTime } from './draft-state.ts';
import { ClockField, DayField } from './time-fields.tsx';
import { useChange } from './use-acts.ts';
import { type TimeFindings, useTimeCheck } from './use-time-check.ts';

interface Props {
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
}

/** Moves an appointment or gives it to other technicians. Whoever is taken is named before anything is saved. */
export function RescheduleDialog(props: Props) {
  const t = useText('appointments');
  const { appointment, opened, onClose } = props;
  const [conflicts, setConflicts] = useState<TimeConflict[] | null>(null);
  const [doubts, setDoubts] = useState<TimeFindings | null>(null);
  const [refused, setRefused] = useState('');
  const change = useChange(appointment, {
    toast: t('did.reschedule'),
    onDone: onClose,
    onFail: (failure) => {
      const isTaken = failure.type === 'CONFLICT' && !(failure.details && 'current' in failure.details);
      if (!isTaken) return undefined;
      setConflicts(conflictsIn(failure));
      setRefused(failure.message);
      return true;
    },
  });
  const { reset } = change;
  const form = useTimeForm(appointment, opened);
  const { look, pending } = useTimeCheck();
  const clear = () => {
    setConflicts(null);
    setDoubts(null);
    setRefused('');
  };
  useEffect(() => {
    if (!opened) return;
    reset();
    clear();
  }, [opened]);

  async function save(reason: string | null, isSure = false) {
    if (form.chosen === null || form.refusal !== null) return;
    const technicians = form.technicians.map((one) => one.id);
    if (reason === null && !isSure) {
      const found = await look({
        dateTime: form.chosen,
        technicians,
        hours: appointment.duration,
        timezone: appointment.timezone,
        appointmentId: appointment.id,
      });
      if (found === null) return;
      setConflicts(found.conflicts);
      setDoubts(found);
      if (found.conflicts.length + found.warnings.length + found.rivals.length > 0) return;
    }
    await change.send({
      date_time: offsetTime(form.chosen, asZone(appointment.timezone)),
      inspectors: technicians,
      ...(reason === null ? {} : { overrule: { reason } }),
    });
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t('reschedule')}
      width={720}
      locked={change.pending}
      closeOnBackdrop={false}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={change.pending}>
            {t('cancel')}
          </Button>
          <Button
            onClick={() => void save(null)}
            loading={change.pending || pending}
            disabled={form.chosen === null || form.refusal !== null}
          >
            {t('save')}
          </Button>
        </>
      }
    >
      <RescheduleFields
        form={form}
        onChange={clear}
        errors={change.fieldErrors}
        conflict={
          conflicts && (conflicts.length > 0 || refused !== '') ? (
            <ConflictNotice
              conflicts={conflicts}
              warnings={doubts?.warnings ?? []}
              message={refused}
              technicians={form.technicians}
              timezone={appointment.timezone}
              mayOverrule={appointment.may.edit}
              onScheduleAnyway={(reason) => void save(reason)}
            />
          ) : (
            doubts &&
            doubts.warnings.length + doubts.rivals.length > 0 && (
              <DoubtsNotice
                found={doubts}
                technicians={form.technicians}
                timezone={appointment.timezone}
                onGoOn={() => void save(null, true)}
              />
            )
          )
        }
      />
    </Dialog>
  );
}

function useTimeForm(appointment: Appointment, opened: boolean) {
  const zone = asZone(appointment.timezone);
  const local = toLocal(asInstant(appointment.date_time), zone);
  const present = { date: local.slice(0, 10), time: local.slice(11) };
  const [custom, setCustom] = useState(present);
  const [technicians, setTechnicians] = useState<PersonOption[]>([]);
  useEffect(() => {
    if (!opened) return;
    setCustom(present);
    setTechnicians(appointment.people.filter((one) => one.role === 'inspector'));
  }, [opened]);
  const chosen = customDateTime(custom);
  // Only the technician may change of one whose time has come.
  const isMoved = chosen !== local;
  const refusal = chosen === null || !isMoved ? null : dateTimeMessage(chosen, now(), zone);
  return { custom, setCustom, technicians, setTechnicians, chosen, refusal, today: localDate(now(), zone) };
}

function RescheduleFields(props: {
  form: ReturnType<typeof useTimeForm>;
  onChange: () => void;
  errors: Record<string, string>;
  conflict: React.ReactNode;
}) {
  const t = useText('appointments');
  const said = useSaid();
  const { form, onChange, errors } = props;
  const change = (patch: Partial<typeof form.custom>) => {
    onChange();
    form.setCustom((was) => ({ ...was, ...patch }));
  };
  return (
    <div className={classes.time} style={{ marginTop: 0 }}>
      <DayField value={form.custom.date} onChange={(date) => change({ date })} today={form.today} />
      <div className={classes.stack}>
        <ClockField
          label={t('timeSlotStart')}
          value={form.custom.time}
          onChange={(time) => change({ time })}
          error={said(form.refusal ?? errors.date_time)}
        />
        <PersonPicker
          type="technicians"
          value={form.technicians}
          onChange={(people) => {
            onChange();
            form.setTechnicians(people);
          }}
          error={errors.inspectors}
        />
        {props.conflict}
      </div>
    </div>
  );
}
