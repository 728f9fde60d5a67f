import { useEffect, useRef } from 'react';
import { yearBuiltProblem } from '#domain/appointment-draft.ts';
import { firstProblem, hasCompleteAddress } from '#domain/booking.ts';
import { readManualFees } from '#domain/manual-fees.ts';
import { asZone } from '#domain/time.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client.ts';
import { now } from '#web/clock.ts';
import { useText } from '#web/i18n.ts';
import { toast, toasts } from '#web/toast.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { bookAppointment } from '../booking-contract.ts';
import { saidIn } from './booking-texts.ts';
import { payloadOf, stepOfField } from './draft-payload.ts';
import type { DraftAction } from './draft-reducer.ts';
import { hasManualChanges } from './draft-services.ts';
import type { DialogState } from './draft-state.ts';

interface Options {
  state: DialogState;
  dispatch: (action: DraftAction) => void;
  onBooked: () => void;
  /** The technician is taken: what stands in the way, as the server names it. */
  onConflict: (failure: ApiFailure) => void;
}

/** Submits the dialog: the checks in their literal order, the question about a missing address, the call. */
export function useSubmit({ state, dispatch, onBooked, onConflict }: Options) {
  const t = useText('appointments');
  const asked = useRef(false);
  const notice = useRef(0);
  const isOpen = state.defaults !== null;
  const write = useWrite(bookAppointment, {
    toast: t('added'),
    onDone: onBooked,
    onFail: (failure) => {
      const fields = Object.keys(failure.fields);
      if (failure.type === 'CONFLICT') onConflict(failure);
      else if (fields.length > 0) showFields(failure);
      else if (failure.type === 'LIMIT_REACHED') toast(failure.message, { kind: 'error' });
      else if (failure.body === null) toast(t('failedToAdd'), { kind: 'error' });
      else toast(t('errorWhileCreating'), { kind: 'error' });
      return true;
    },
  });
  const { reset } = write;
  // One idempotency key per opening: a repeat after a lost answer is the same request.
  useEffect(() => {
    asked.current = false;
    if (isOpen) reset();
  }, [isOpen, reset]);

  const { draft: edited } = state;
  // Whoever goes on editing has read it; on a phone it lies over the Submit button.
  useEffect(() => toasts.close(notice.current), [edited]);

  // One refusal is enough to read, and none of an earlier try may lie over the Submit button.
  function say(message: string) {
    toasts.close(notice.current);
    notice.current = toast(message, { kind: 'error' });
  }

  function showFields(failure: ApiFailure) {
    const names = Object.keys(failure.fields);
    const field = names.find((name) => failure.fields[name] === failure.message) ?? names[0] ?? '';
    const step = stepOfField(field);
    say(failure.message);
    dispatch({ type: 'errors', errors: failure.fields, step, field });
  }

  function refuse(message: string, errors: Record<string, string>, step: DialogState['step'], field: string) {
    say(saidIn(t, message));
    dispatch({ type: 'errors', errors, step, field });
  }

  async function submit(changes: Partial<DialogState> = {}) {
    const { defaults } = state;
    if (!defaults || write.pending || defaults.isLimitReached) return;
    const draft = { ...state, ...changes };
    const at = now();
    const first = firstProblem(draft.draft, at, asZone(defaults.timezone));
    if (first) {
      refuse(first.message, first.fields, first.step, first.field);
      return;
    }
    const own = ownProblem(draft, Number(at.slice(0, 4)));
    if (own) {
      refuse(own.message, own.errors, stepOfField(own.field), own.field);
      return;
    }
    if (hasManualChanges(draft)) {
      refuse(t('saveEditsFirst'), {}, 'addServices', 'fees');
      return;
    }
    if (draft.subEvent) {
      refuse(t('saveSubEventFirst'), {}, 'addServices', 'inspection_events');
      return;
    }
    if (!asked.current && !hasCompleteAddress(draft.draft.location)) {
      const isSure = await confirm({
        title: t('noAddressTitle'),
        text: t('noAddressText'),
        yes: t('bookAnyway'),
        no: t('addAddress'),
      });
      if (!isSure) {
        dispatch({ type: 'errors', errors: {}, step: 'addLocation', field: 'address' });
        return;
      }
      asked.current = true;
    }
    await write.send(payloadOf(draft));
  }

  return { submit, pending: write.pending };
}

/** What the five checks do not ask but the browser knows: a year that is none, lines edited by hand without a name. */
function ownProblem(state: DialogState, year: number) {
  const { location, services } = state.draft;
  const yearMessage = yearBuiltProblem(location.year_built, year);
  if (yearMessage) return { message: yearMessage, errors: { year_built: yearMessage }, field: 'year_built' };
  const errors = services.isManualEdit ? readManualFees(services.manualData).problems : {};
  const [field, message] = Object.entries(errors)[0] ?? [];
  return field && message ? { message, errors, field } : null;
}
