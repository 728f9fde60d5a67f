import { useEffect } from 'react';
import type { ApiFailure } from '#web/client/api-failure.ts';
import type { Appointment } from '../../../contract.ts';
import { type AppointmentUpdate, useAppointmentUpdate } from '../use-appointment-update.ts';
import { isSameValue, useFormBase } from './use-form-base.ts';

interface Options<V> {
  /** The current appointment; it may change while the form is open. */
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
  /** Returns the initial values. Each key is one unit when merging two users' changes. */
  valuesOf: (appointment: Appointment) => V;
  /** Converts the form values to payload fields. */
  payloadOf: (values: V) => AppointmentUpdate;
  /** The text of the success toast. */
  toast: string;
  /** Called first on a failure; return true if it was shown. */
  onFail?: (failure: ApiFailure) => boolean | undefined;
}

/**
 * A form for an appointment that others may change concurrently. It builds on the revision it opened with, sends only
 * what changed, and on a conflict retains the input until the user decides.
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

  /** Sends the changes and related fields; an unchanged form just closes. */
  async function save(more: AppointmentUpdate = {}): Promise<void> {
    if (Object.keys(changed).length === 0) onClose();
    else await change.send({ ...changed, ...more });
  }

  return {
    ...seen,
    /** What would be sent now. */
    changed,
    save,
    /** Sends changes from outside `values` against the same revision. */
    send: change.send,
    pending: change.pending,
    fieldErrors: change.fieldErrors,
  };
}

/** The return value of `useAppointmentForm` for these values. */
export type AppointmentFormOf<V extends object> = ReturnType<typeof useAppointmentForm<V>>;
