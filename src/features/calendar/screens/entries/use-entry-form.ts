import { useState } from 'react';
import type { Zone } from '#domain/base/time.ts';
import { allows } from '#domain/people/permissions.ts';
import { toBookingOverride } from '#domain/scheduling/booking-override.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { type CalendarEvent, createEvent, updateEvent } from '../../contract.ts';
import type { DayTime } from '../times.ts';
import { type Conflict, moveConflictsFromError, type OverrulePrompt } from '../use-moves.ts';
import {
  changesOf,
  type EntryValues,
  inputOf,
  moveStart,
  newValues,
  valuesOf,
  wholeCompany,
} from './entry-values.ts';
import { type StaleEntry, staleEntryFromError } from './stale-entry-notice.tsx';

interface StoredInput {
  changes: Partial<EntryValues>;
  /** The entry's revision when the user started. */
  rev: number | null;
}

/** Holds the form's changes to the entry as it was when the user started; they survive the end of the session. */
export function useEntry(
  event: CalendarEvent | null,
  local: string,
  technicianId: string | null,
  zone: Zone,
) {
  const actor = useActor();
  const storageKey = `calendar.${event?.id ?? 'new'}`;
  const restored = useRestoredInput<StoredInput>(storageKey);
  // Not the latest version: other users' changes must not be overwritten unnoticed.
  const [base, setBase] = useState(event);
  const [rev, setRev] = useState(restored?.rev ?? event?.rev ?? null);
  const [before, setBefore] = useState(() => {
    if (event) return valuesOf(event, zone);
    const owner = technicianId ?? (allows(actor, 'edit_calendar', {}) ? wholeCompany : actor.userId);
    return newValues(local, owner, zone);
  });
  const [values, setValues] = useState<EntryValues>({ ...before, ...restored?.changes });
  const changes = changesOf(before, values);
  usePreserveInput(storageKey, () =>
    Object.keys(changes).length > 0 ? ({ changes, rev } satisfies StoredInput) : null,
  );
  return {
    values,
    changes,
    base,
    rev,
    set: (patch: Partial<EntryValues>) => setValues((was) => ({ ...was, ...patch })),
    setStart: (start: DayTime) => setValues((was) => moveStart(was, start, zone)),
    /** Restarts with the current entry. */
    begin: (present: CalendarEvent) => {
      const fresh = valuesOf(present, zone);
      setBase(present);
      setRev(present.rev);
      setBefore(fresh);
      setValues(fresh);
    },
  };
}

export type EntryForm = ReturnType<typeof useEntry>;

/** Saves the form. A conflict asks for a reason and saves again; a change by another user is shown for review. */
export function useSaveEntry(form: EntryForm, onClose: () => void) {
  const t = useTranslation('calendar');
  const { values, base } = form;
  const [late, setLate] = useState<StaleEntry | null>(null);
  const [asked, setAsked] = useState<OverrulePrompt | null>(null);
  const options = {
    toast: t('saved'),
    onDone: onClose,
    onFail: (failure: ApiFailure) => {
      const isStale = staleEntryFromError(failure);
      if (isStale) {
        setLate(isStale);
        return true;
      }
      const conflicts = moveConflictsFromError(failure);
      if (conflicts === null) return undefined;
      const answer = (reason: string | null) => {
        setAsked(null);
        if (reason !== null) void save(reason, conflicts);
      };
      setAsked({ conflicts, answer });
      return true;
    },
  };
  const create = useWrite(createEvent, options);
  const change = useWrite(updateEvent, options);
  const { pending, fieldErrors: errors } = base ? change : create;

  async function save(reason: string | null, shown: readonly Conflict[]) {
    setLate(null);
    const over = reason === null ? {} : { overrule: toBookingOverride(reason, shown) };
    if (!base) {
      await create.send({ ...inputOf(values, values), ...over, type: 'regularEvent' });
    } else if (Object.keys(form.changes).length === 0) {
      onClose();
    } else {
      const { type, eventId, appointmentId } = base.systemRef;
      const of = appointmentId ? { appointmentId } : {};
      const rev = form.rev ?? base.rev;
      await change.send({ ...inputOf(values, form.changes), ...over, ...of, type, eventId, rev });
    }
  }

  const reset = () => {
    setLate(null);
    change.reset();
  };
  return { late, asked, pending, errors, save: () => void save(null, []), reset };
}
