import { useEffect, useRef, useState } from 'react';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { type Appointment, appointment as appointmentShape } from '../../../contract.ts';

interface Options<V> {
  /** The current appointment; it may change while the dialog is open. */
  appointment: Appointment;
  opened: boolean;
  /** Returns the initial values. Each key is one unit when merging two users' changes. */
  valuesOf: (appointment: Appointment) => V;
}

/**
 * The appointment as the user saw it when the dialog opened, and the values entered. Background refetches affect
 * neither: on a conflict the server rejects the save, and the user decides whether to continue on the other version.
 */
export function useFormBase<V extends object>({ appointment, opened, valuesOf }: Options<V>) {
  const [base, setBase] = useState(appointment);
  const [values, setValues] = useState(() => valuesOf(appointment));
  const [theirs, setTheirs] = useState<Appointment | null>(null);
  const [round, setRound] = useState(0);
  const setBaseTo = (next: Appointment) => {
    setBase(next);
    setTheirs(null);
    setRound((was) => was + 1);
  };
  const begin = (from: Appointment) => {
    setBaseTo(from);
    setValues(valuesOf(from));
  };
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (opened) latest.current(appointment);
    // Only opening resets the form: a refetch must not affect what is being entered.
  }, [opened]);

  /** Theirs where nothing was entered here, mine otherwise. */
  function rebase() {
    if (!theirs) return;
    const [was, their] = [valuesOf(base), valuesOf(theirs)];
    const keys = Object.keys(their) as (keyof V)[];
    setValues((mine) => ({
      ...mine,
      ...Object.fromEntries(
        keys.map((key) => [key, isSameValue(was[key], mine[key]) ? their[key] : mine[key]]),
      ),
    }));
    setBaseTo(theirs);
  }

  return {
    /** The version the changes build on. */
    base,
    values,
    patch: (next: Partial<V>) => setValues((was) => ({ ...was, ...next })),
    /** After a conflict: the appointment as the other user left it. */
    theirs,
    rebase,
    drop: () => theirs && begin(theirs),
    /** Changes whenever the base version does: messages about the previous one no longer apply. */
    round,
    /** For `onFail`: true on a conflict with another user's change. */
    isStale: (failure: ApiFailure): boolean => {
      const current = appointmentShape.safeParse(failure.details?.current);
      if (failure.type !== 'CONFLICT' || !current.success) return false;
      setTheirs(current.data);
      return true;
    },
  };
}

/** Returns whether two form values are equal. People are compared by id. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, byId) === JSON.stringify(other, byId);
}

function byId(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
