import { useEffect } from 'react';
import type { ApiFailure } from '#web/client.ts';
import type { Appointment } from '../../contract.ts';
import { type AppointmentUpdate, useAppointmentUpdate } from './use-appointment-update.ts';
import { isSameValue, useFormBase } from './use-form-base.ts';

interface Options<V> {
  /** As it stands now; it goes on changing while the form is open. */
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
  /** What the form begins with. Each key counts as one thing when two have changed the appointment. */
  valuesOf: (appointment: Appointment) => V;
  /** The form in the names of the payload. */
  payloadOf: (values: V) => AppointmentUpdate;
  /** Text of the success toast. */
  toast: string;
  /** Told of a failure first; true says it has been shown. */
  onFail?: (failure: ApiFailure) => boolean | undefined;
}

/**
 * A form about an appointment that others may change meanwhile. It builds upon the state it opened with, sends what was
 * changed and nothing else, and where somebody was faster it keeps what was entered until that is decided.
 */
export function useAppointmentForm<V extends object>(options: Options<V>) {
  const { onClose, valuesOf, payloadOf } = options;
  const { isStale, round, ...seen } = useFormBase(options);
  const change = useAppointmentUpdate(seen.base, {
    toast: options.toast,
    onDone: onClose,
    onFail: (failure) => options.onFail?.(failure) || isStale(failure),
  });
  const { reset } = change;
  useEffect(() => reset(), [round, reset]);

  const first = payloadOf(valuesOf(seen.base));
  const changed = Object.fromEntries(
    Object.entries(payloadOf(seen.values)).filter(
      ([name, value]) => !isSameValue(value, first[name as keyof AppointmentUpdate]),
    ),
  ) as AppointmentUpdate;

  /** Sends what was changed, and what belongs to it; a form in which nothing was changed only closes. */
  async function save(more: AppointmentUpdate = {}): Promise<void> {
    if (Object.keys(changed).length === 0) onClose();
    else await change.send({ ...changed, ...more });
  }

  return {
    ...seen,
    /** What would be sent now. */
    changed,
    save,
    /** Sends changes made elsewhere than in `values`, upon the same state. */
    send: change.send,
    pending: change.pending,
    fieldErrors: change.fieldErrors,
  };
}

/** What `useAppointmentForm` gives for a form with these values. */
export type AppointmentFormOf<V extends object> = ReturnType<typeof useAppointmentForm<V>>;
