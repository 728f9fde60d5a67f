import { useEffect, useRef, useState } from 'react';
import type { ApiFailure } from '#web/client.ts';
import { type Appointment, appointment as appointmentShape } from '../../contract.ts';

interface Options<V> {
  /** As it stands now; it goes on changing while the dialog is open. */
  appointment: Appointment;
  opened: boolean;
  /** What the dialog begins with. Each key counts as one thing when two have changed the appointment. */
  valuesOf: (appointment: Appointment) => V;
}

/**
 * The appointment as the person saw it when the dialog opened, and what is entered there. What is read in the background
 * touches neither: where somebody was faster, the server refuses, and going on upon their state is decided by the person.
 */
export function useFormBase<V extends object>({ appointment, opened, valuesOf }: Options<V>) {
  const [base, setBase] = useState(appointment);
  const [values, setValues] = useState(() => valuesOf(appointment));
  const [theirs, setTheirs] = useState<Appointment | null>(null);
  const [round, setRound] = useState(0);
  const buildUpon = (next: Appointment) => {
    setBase(next);
    setTheirs(null);
    setRound((was) => was + 1);
  };
  const begin = (from: Appointment) => {
    buildUpon(from);
    setValues(valuesOf(from));
  };
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (opened) latest.current(appointment);
    // Only opening begins anew: what is read again meanwhile must not touch what is being entered.
  }, [opened]);

  /** Theirs where nothing was entered here, mine where it was. */
  function goOn() {
    if (!theirs) return;
    const [was, their] = [valuesOf(base), valuesOf(theirs)];
    const keys = Object.keys(their) as (keyof V)[];
    setValues((mine) => ({
      ...mine,
      ...Object.fromEntries(
        keys.map((key) => [key, isSameValue(was[key], mine[key]) ? their[key] : mine[key]]),
      ),
    }));
    buildUpon(theirs);
  }

  return {
    /** The state that is built upon. */
    base,
    values,
    patch: (next: Partial<V>) => setValues((was) => ({ ...was, ...next })),
    /** Somebody was faster: the appointment as they left it. */
    theirs,
    goOn,
    drop: () => theirs && begin(theirs),
    /** Another one whenever another state is built upon: what was said about the former one is over. */
    round,
    /** For `onFail`: true when somebody was faster. */
    isStale: (failure: ApiFailure): boolean => {
      const current = appointmentShape.safeParse(failure.details?.current);
      if (failure.type !== 'CONFLICT' || !current.success) return false;
      setTheirs(current.data);
      return true;
    },
  };
}

/** Are two values of a form the same? People, chosen anew or not, count by their ids. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, byId) === JSON.stringify(other, byId);
}

function byId(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
