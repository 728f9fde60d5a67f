import { useEffect, useRef, useState } from 'react';
import { asZone, type Instant } from '#domain/base/time.ts';
import { parseManualFees } from '#domain/pricing/manual-fees.ts';
import { yearBuiltProblem } from '#domain/scheduling/appointment-draft.ts';
import { type BookingProblem, findBookingProblems, hasCompleteAddress } from '#domain/scheduling/booking.ts';
import { failureMessage, showFailure, useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUser } from '#web/session.ts';
import { toast, toasts } from '#web/toast.ts';
import { bookAppointment } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';
import { localizeMessage } from '../draft/booking-messages.ts';
import type { DraftAction } from '../draft/draft-action.ts';
import { draftToPayload, stepOfField } from '../draft/draft-payload.ts';
import { hasManualChanges } from '../draft/draft-services.ts';
import type { DialogState } from '../draft/draft-state.ts';
import { schedulingWarningsKey } from '../draft/scheduling-warnings-key.ts';
import { useSave } from './use-save.ts';

interface Options {
  state: DialogState;
  dispatch: (action: DraftAction) => void;
  /** Called when the appointment was booked or saved; selected files are uploaded then. */
  onDone: (appointmentId: string) => void;
  /** Called when a technician is taken, with the server's conflicts. */
  onConflict: (failure: ApiFailure) => void;
  /** Called when another user has changed the appointment. */
  onStale: (failure: ApiFailure) => void;
}

/** Submits the dialog: the checks in their literal order, the question about a missing address, the request. */
export function useSubmit(options: Options) {
  const { state, dispatch, onDone } = options;
  const t = useTranslation('appointments');
  const user = useUser();
  const memory = useRef(nothingYet());
  const { refuse, showFields } = useSubmitErrors(state, dispatch);
  const reportArrived = useReportArrived(onDone);
  const questions = useQuestions(dispatch, memory);
  const showFailed = useFailure(options, showFields);
  const onFail = (failure: ApiFailure) => {
    const first = firstAnswerIn(failure);
    if (first === null) showFailed(failure);
    else {
      memory.current.arrived = first;
      void reportArrived(first);
    }
    return true;
  };
  const write = useWrite(bookAppointment, {
    toast: t('added'),
    onDone: (appointment) => onDone(appointment.id),
    onFail,
  });
  const saving = useSave({ dispatch, onDone, onFail });
  const { reset } = write;
  const isOpen = state.defaults !== null;
  // One idempotency key per opening: a retry after a lost response is the same request.
  useEffect(() => {
    memory.current = nothingYet();
    if (isOpen) reset();
  }, [isOpen, reset]);
  const pending = write.pending || saving.pending || questions.isAsking;

  async function submit(changes: Partial<DialogState> = {}) {
    const { defaults } = state;
    if (!defaults || pending) return;
    if (defaults.isLimitReached && !state.editing) return;
    const { arrived } = memory.current;
    if (arrived !== null) return reportArrived(arrived);
    const draft = { ...state, ...changes };
    const problem = submitProblem(draft, now()) ?? unsavedSubform(draft, t);
    if (problem) return refuse(problem);
    if (!(await questions.isAddressWanted(draft)) || !(await questions.isTimeWanted(draft))) return;
    if (draft.editing) await saving.save(draft);
    else {
      await write.send({
        ...draftToPayload(draft),
        send_notifications: !draft.draft.information.disable_automated_notifications,
        added_by: user.id,
        subscriber_id: user.subscriber_id || user.id,
      });
    }
  }

  return { submit, pending };
}

/** What one opening of the dialog has asked and learned. */
interface Memory {
  /** Whether the user wants to book without an address. */
  isAddressConfirmed: boolean;
  /** The scheduling warnings the user has accepted. */
  seen: string;
  arrived: Arrived | null;
}

const nothingYet = (): Memory => ({ isAddressConfirmed: false, seen: '', arrived: null });

/** Shows problems, one at a time, and leads to their field. */
function useSubmitErrors(state: DialogState, dispatch: Options['dispatch']) {
  const t = useTranslation('appointments');
  const notice = useRef(0);

  // A user who continues editing has read it; on a phone it covers the Submit button.
  useEffect(() => toasts.close(notice.current), [state.draft]);

  // Only one error at a time; an older one must not cover the Submit button.
  function showError(message: string) {
    toasts.close(notice.current);
    notice.current = toast(message, { kind: 'error' });
  }

  function showFields(failure: ApiFailure) {
    const names = Object.keys(failure.fields);
    const field = names.find((name) => failure.fields[name] === failure.message) ?? names[0] ?? '';
    const step = stepOfField(field);
    showError(failure.message);
    dispatch({ type: 'errors', errors: failure.fields, step, field });
  }

  function refuse({ message, fields, step, field }: BookingProblem) {
    showError(localizeMessage(t, message));
    dispatch({ type: 'errors', errors: fields, step, field });
  }

  return { showFields, refuse };
}

/** Shows why the request failed. */
function useFailure({ state, onConflict, onStale }: Options, showFields: (failure: ApiFailure) => void) {
  const t = useTranslation('appointments');
  return (failure: ApiFailure) => {
    const isStale = failure.details !== null && 'current' in failure.details;
    if (failure.type === 'CONFLICT' && state.editing && isStale) onStale(failure);
    else if (failure.type === 'CONFLICT') onConflict(failure);
    else if (Object.keys(failure.fields).length > 0) showFields(failure);
    else if (failure.type === 'LIMIT_REACHED' || state.editing)
      toast(failureMessage(failure), { kind: 'error' });
    else if (failure.body === null) toast(t('failedToAdd'), { kind: 'error' });
    else {
      toast(t('errorWhileCreating'), { kind: 'error' });
      if (failure.type === 'FORBIDDEN') showFailure(failure);
    }
  };
}

/**
 * Offers to open what an earlier attempt with a lost response has booked; the changed draft is not booked a second time.
 */
function useReportArrived(onDone: Options['onDone']) {
  const t = useTranslation('appointments');
  const go = useNavigateTo();
  return async ({ id, order_id }: Arrived): Promise<void> => {
    const { confirmOpenExisting } = await import('../time/submit-prompts.ts');
    if (!(await confirmOpenExisting(order_id, t))) return;
    onDone(id);
    go(`/appointments/details/${id}`);
  };
}

/** Asks what the user may not have noticed, once per opening. Declining leads to the step. */
function useQuestions(dispatch: Options['dispatch'], memory: { readonly current: Memory }) {
  const t = useTranslation('appointments');
  const user = useUser();
  const format = useFormat();
  const [isAsking, setAsking] = useState(false);

  async function isAddressWanted({ draft }: DialogState): Promise<boolean> {
    if (memory.current.isAddressConfirmed || hasCompleteAddress(draft.location)) return true;
    const { confirmMissingAddress } = await import('../time/submit-prompts.ts');
    const isSure = await confirmMissingAddress(t);
    if (isSure) memory.current.isAddressConfirmed = true;
    else dispatch({ type: 'errors', errors: {}, step: 'addLocation', field: 'address' });
    return isSure;
  }

  /** Shows days off, working hours, services not offered and competing requests. */
  async function isTimeWanted(draft: DialogState): Promise<boolean> {
    const key = schedulingWarningsKey(draft);
    const first = draft.editing?.first;
    const isUnchanged = first !== undefined && schedulingWarningsKey(first) === key;
    const isSeen = draft.seenWarnings === key || memory.current.seen === key;
    if (isUnchanged || isSeen || draft.overrule !== null) return true;
    setAsking(true);
    const { confirmSchedulingWarnings } = await import('../time/submit-prompts.ts');
    const isSure = await confirmSchedulingWarnings(
      draft,
      { t, format, subscriberId: user.subscriber_id },
      () => setAsking(false),
    );
    if (isSure) memory.current.seen = key;
    else dispatch({ type: 'errors', errors: {}, step: 'setDateTime' });
    return isSure;
  }

  return { isAsking, isAddressWanted, isTimeWanted };
}

type Arrived = Pick<Appointment, 'id' | 'order_id'>;

/** Returns what an earlier attempt with the same key booked; null if the error has another cause. */
function firstAnswerIn({ details }: ApiFailure): Arrived | null {
  const first = details?.first_answer as Partial<Arrived> | null | undefined;
  return first?.id ? { id: first.id, order_id: first.order_id ?? '' } : null;
}

/**
 * Returns the first problem that blocks submitting: the five checks in their order, then what else the browser knows.
 * For an existing appointment, the time is only checked if it was changed: the original one may be past.
 */
export function submitProblem(state: DialogState, at: Instant): BookingProblem | null {
  const { defaults, draft, editing } = state;
  const isTimeUnchanged = editing !== null && editing.first.draft.dateTime === draft.dateTime;
  const found = findBookingProblems(draft, at, asZone(defaults?.timezone ?? 'UTC'));
  const [first] = found.filter((problem) => !(isTimeUnchanged && problem.step === 'setDateTime'));
  if (first) return first;
  const yearMessage = yearBuiltProblem(draft.location.year_built, Number(at.slice(0, 4)));
  if (yearMessage) return problemAt('year_built', yearMessage);
  const wrong = draft.services.isManualEdit ? parseManualFees(draft.services.manualData).problems : {};
  const [field, message] = Object.entries(wrong)[0] ?? [];
  return field && message ? { ...problemAt(field, message), fields: wrong } : null;
}

/**
 * Returns the message about an open subform of the dialog; its input can't be sent or carried over to another version.
 */
export function unsavedSubform(state: DialogState, t: (key: string) => string): BookingProblem | null {
  if (hasManualChanges(state)) return { ...problemAt('fees', t('saveEditsFirst')), fields: {} };
  if (state.subEvent) return { ...problemAt('inspection_events', t('saveSubEventFirst')), fields: {} };
  return null;
}

const problemAt = (field: string, message: string): BookingProblem => ({
  field,
  message,
  step: stepOfField(field),
  fields: { [field]: message },
});
