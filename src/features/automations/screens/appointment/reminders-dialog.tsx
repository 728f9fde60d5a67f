import { Button, SegmentedControl } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { completeSlots } from '#domain/company/default-slots.ts';
import {
  type Audience,
  audiences,
  type NotificationSlot,
  type SlotKey,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { updateAppointment } from '#features/appointments/booking-contract.ts';
import { type Appointment, getAppointment } from '#features/appointments/contract.ts';
import { ReminderEditor } from '#features/messages/screens/kit/reminder-editor.tsx';
import { useRead, useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import classes from './timeline.module.css';

interface Props {
  appointmentId: string;
  onClose: () => void;
}

/** The reminders of one appointment. Saving plans them again. */
export function RemindersDialog({ appointmentId, onClose }: Props) {
  const t = useTranslation('automations');
  const formId = useId();
  const read = useRead(getAppointment, { inspection_id: appointmentId });
  const [changes, setChanges] = useState<Partial<Record<SlotKey, Partial<NotificationSlot>>>>({});
  const write = useWrite(updateAppointment, {
    toast: t('job.remindersSaved'),
    onDone: onClose,
    onFail: (failure) => Object.keys(failure.fields).length > 0,
  });
  const appointment = read.data?.projection === 'full' ? read.data : null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (write.pending || !appointment) return;
    if (Object.keys(changes).length === 0) onClose();
    else void write.send({ id: appointmentId, rev: appointment.rev, notification_settings: changes });
  };
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('job.reminders')}
      width={720}
      isDirty={Object.keys(changes).length > 0}
      locked={write.pending}
      footer={
        <>
          <CancelButton disabled={write.pending} />
          <Button type="submit" form={formId} loading={write.pending} disabled={!appointment}>
            {t('job.save')}
          </Button>
        </>
      }
    >
      {read.status === 'loading' && <LinesSkeleton lines={4} height={40} />}
      {read.status === 'failed' && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {appointment && (
        <form id={formId} className={classes.stack} noValidate onSubmit={save}>
          <Fields
            appointment={appointment}
            changes={changes}
            onChange={setChanges}
            errors={write.fieldErrors}
          />
        </form>
      )}
    </GuardedDialog>
  );
}

interface FieldsProps {
  appointment: Appointment;
  changes: Partial<Record<SlotKey, Partial<NotificationSlot>>>;
  onChange: (changes: FieldsProps['changes']) => void;
  errors: Readonly<Record<string, string>>;
}

function Fields({ appointment, changes, onChange, errors }: FieldsProps) {
  const t = useTranslation('automations');
  const messages = useTranslation('messages');
  const [audience, setAudience] = useState<Audience>('client');
  const stored = completeSlots(appointment.notification_settings);
  const form = {
    slot: (key: SlotKey) => ({ ...stored[key], ...changes[key] }),
    change: (key: SlotKey, change: Partial<NotificationSlot>) =>
      onChange({ ...changes, [key]: { ...changes[key], ...change } }),
    error: (key: SlotKey, field: keyof NotificationSlot) => errors[`notification_settings.${key}.${field}`],
  };
  const isWrong = (one: Audience) =>
    Object.keys(errors).some((name) => new RegExp(`\\.${one}_(email|text)_`).test(name));
  return (
    <>
      <p style={{ margin: 0 }}>{t('job.remindersHint')}</p>
      <SegmentedControl
        aria-label={messages('audience')}
        value={audience}
        onChange={(next) => setAudience(next as Audience)}
        data={audiences.map((one) => ({
          value: one,
          label: isWrong(one) ? `${messages(`to.${one}`)} !` : messages(`to.${one}`),
        }))}
      />
      <div className={classes.stack}>
        {slotPositions
          .filter((place) => place.audience === audience)
          .map((place) => (
            <ReminderEditor key={place.key} place={place} form={form} />
          ))}
      </div>
    </>
  );
}
