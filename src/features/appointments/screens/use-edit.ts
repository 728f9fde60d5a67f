import { useEffect, useRef, useState } from 'react';
import type { ApiFailure } from '#web/client.ts';
import { type Appointment, appointment as appointmentShape } from '../contract.ts';
import { type Changes, useChange } from './use-acts.ts';

interface Options<V> {
  /** As it stands now; it goes on changing while the form is open. */
  appointment: Appointment;
  opened: boolean;
  onClose: () => void;
  /** What the form begins with. Each key counts as one thing when two have changed the appointment. */
  valuesOf: (appointment: Appointment) => V;
  /** The form in the names of the payload. */
  payloadOf: (values: V) => Changes;
  /** Text of the success toast. */
  toast: string;
  /** Told of a failure first; true says it has been shown. */
  onFail?: (failure: ApiFailure) => boolean | undefined;
}

/**
 * A form about an appointment that others may change meanwhile. It builds upon the state it opened with, sends what was
 * changed and nothing else, and where somebody was faster it keeps what was entered until that is decided.
 */
export function useEdit<V extends object>(options: Options<V>) {
  const { appointment, opened, onClose, valuesOf, payloadOf } = options;
  const [base, setBase] = useState(appointment);
  const [values, setValues] = useState(() => valuesOf(appointment));
  const [theirs, setTheirs] = useState<Appointment | null>(null);
  const change = useChange(base, {
    toast: options.toast,
    onDone: onClose,
    onFail: (failure) => {
      if (options.onFail?.(failure)) return true;
      const current = appointmentShape.safeParse(failure.details?.current);
      if (failure.type !== 'CONFLICT' || !current.success) return undefined;
      setTheirs(current.data);
      return true;
    },
  });
  const { reset } = change;
  const begin = (from: Appointment) => {
    setBase(from);
    setValues(valuesOf(from));
    setTheirs(null);
    reset();
  };
  const latest = useRef(begin);
  latest.current = begin;
  useEffect(() => {
    if (opened) latest.current(appointment);
    // Only opening begins anew: what is read again meanwhile must not touch what is being entered.
  }, [opened]);

  const first = payloadOf(valuesOf(base));
  const changed = Object.fromEntries(
    Object.entries(payloadOf(values)).filter(([name, value]) => !isSame(value, first[name as keyof Changes])),
  ) as Changes;

  /** Sends what was changed, and what belongs to it; a form in which nothing was changed only closes. */
  async function save(more: Changes = {}): Promise<void> {
    if (Object.keys(changed).length === 0) onClose();
    else await change.send({ ...changed, ...more });
  }

  /** Theirs where nothing was entered here, mine where it was. */
  function goOn() {
    if (!theirs) return;
    const [was, their] = [valuesOf(base), valuesOf(theirs)];
    const keys = Object.keys(their) as (keyof V)[];
    setValues((mine) => ({
      ...mine,
      ...Object.fromEntries(keys.map((key) => [key, isSame(was[key], mine[key]) ? their[key] : mine[key]])),
    }));
    setBase(theirs);
    setTheirs(null);
    reset();
  }

  return {
    values,
    patch: (next: Partial<V>) => setValues((was) => ({ ...was, ...next })),
    /** The state that the form builds upon. */
    base,
    /** What would be sent now. */
    changed,
    save,
    /** Sends changes made elsewhere than in `values`, upon the same state. */
    send: change.send,
    /** Somebody was faster: the appointment as they left it. */
    theirs,
    goOn,
    drop: () => theirs && begin(theirs),
    pending: change.pending,
    fieldErrors: change.fieldErrors,
  };
}

/** What `useEdit` gives for a form with these values. */
export type EditOf<V extends object> = ReturnType<typeof useEdit<V>>;

/** Are two values of a form the same? People, chosen anew or not, count by their ids. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, byId) === JSON.stringify(other, byId);
}

function byId(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}
