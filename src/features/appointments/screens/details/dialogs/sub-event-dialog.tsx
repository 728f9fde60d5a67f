import { type ComponentProps, useEffect, useMemo, useState } from 'react';
import { asInstant, asZone, toLocal } from '#domain/base/time.ts';
import type { SubEventDraft } from '#domain/scheduling/appointment-draft.ts';
import { newSubEvent } from '#domain/scheduling/sub-events.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { GuardedDialog, useDialogClose } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getDefaults } from '../../../booking-contract.ts';
import type { Appointment } from '../../../contract.ts';
import { SubEventForm } from '../../dialog/steps/sub-event-form.tsx';
import type { OverruleInput } from '../../draft/conflicts.ts';
import { localToOffsetIso } from '../../draft/draft-payload.ts';
import { ConflictNotice } from '../../kit/conflict-notice.tsx';
import { useTimeConflict } from '../../kit/use-time-conflict.ts';
import { StaleFormNotice } from './stale-notice.tsx';
import { useAppointmentForm } from './use-appointment-form.ts';

interface Props {
  appointment: Appointment;
  event: Appointment['inspection_events'][number] | null;
  opened: boolean;
  onClose: () => void;
}

/** Adds or changes a sub-event of an appointment; the whole list is sent. */
export function SubEventDialog(props: Props) {
  const { appointment, event, opened, onClose } = props;
  const t = useTranslation('appointments');
  const zone = asZone(appointment.timezone);
  const { edit, first, defaults, taken, attempted, clear, save } = useSubEvent(props);
  return (
    <GuardedDialog opened={opened} onClose={onClose} title={t('subEvent')} locked={edit.pending} flush>
      {edit.theirs && (
        <div style={{ padding: '16px 20px 0' }}>
          <StaleFormNotice edit={{ ...edit, changed: { inspection_events: [] }, drop: onClose }} />
        </div>
      )}
      {taken && attempted && defaults && (
        <div style={{ padding: '20px 20px 0' }}>
          <ConflictNotice
            conflicts={taken.conflicts}
            message={taken.message}
            technicians={defaults.inspectorOptions}
            timezone={appointment.timezone}
            mayOverrule={appointment.may.edit}
            onScheduleAnyway={(_, overrule) => save(attempted, overrule)}
          />
        </div>
      )}
      {first && defaults ? (
        <DialogForm
          key={first.id ?? 'new'}
          first={first}
          {...(event ? { before: event } : {})}
          zone={zone}
          technicians={defaults.inspectorOptions}
          onSave={(edited) => save(edited)}
          // A new time or technician is checked again.
          onChange={clear}
          pending={edit.pending}
          errors={errorsOf(edit.fieldErrors)}
          isBare
        />
      ) : (
        <div style={{ padding: 20 }}>
          <LinesSkeleton lines={5} height={24} />
        </div>
      )}
    </GuardedDialog>
  );
}

function DialogForm(props: Omit<ComponentProps<typeof SubEventForm>, 'onCancel'>) {
  return <SubEventForm {...props} onCancel={useDialogClose()} />;
}

/** Holds the first values of the form, and saves it with the rest of the list. */
function useSubEvent({ appointment, event, opened, onClose }: Props) {
  const t = useTranslation('appointments');
  const zone = asZone(appointment.timezone);
  const defaults = useRead(getDefaults, {}, { enabled: opened }).data;
  const { taken, clear, isTaken } = useTimeConflict();
  const [attempted, setAttempted] = useState<SubEventDraft | null>(null);
  const edit = useAppointmentForm({
    appointment,
    opened,
    onClose,
    toast: t('saved'),
    valuesOf: eventsOf,
    payloadOf: asSent,
    onFail: isTaken,
  });
  useEffect(() => {
    if (opened) clear();
  }, [opened]);
  const first = useMemo<SubEventDraft | null>(() => {
    if (!opened || !defaults) return null;
    if (event) {
      const local = (at: string) => toLocal(asInstant(at), zone);
      return { ...event, start_date: local(event.start_date), end_date: local(event.end_date) };
    }
    return newSubEvent(now(), zone, {
      start_time: defaults.default_start_time,
      duration_minutes: Math.round(defaults.default_duration * 60),
    });
  }, [opened, event, defaults !== undefined]);
  const save = (edited: SubEventDraft, overrule?: OverruleInput) => {
    setAttempted(edited);
    clear();
    const rest = edit.base.inspection_events.filter((one) => one.id !== edited.id);
    const start_date = localToOffsetIso(edited.start_date, zone) ?? '';
    const end_date = localToOffsetIso(edited.end_date, zone) ?? '';
    void edit.send({
      inspection_events: [...rest, { ...edited, start_date, end_date }],
      ...(overrule ? { overrule } : {}),
    });
  };
  return { edit, first, defaults, taken, attempted, clear, save };
}

// The form holds the sub-event being entered; of the appointment only the list matters.
function eventsOf({ inspection_events }: Appointment) {
  return { inspection_events };
}

function asSent(list: ReturnType<typeof eventsOf>) {
  return list;
}

// The server names fields by their list index; the form shows only one sub-event.
function errorsOf(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [name.split('.').at(-1) ?? name, message]),
  );
}
