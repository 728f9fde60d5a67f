import { type Dispatch, useEffect, useReducer, useRef, useState } from 'react';
import { asZone, localDate } from '#domain/base/time.ts';
import { quotePrice } from '#features/services/contract.ts';
import { useRead } from '#web/api.ts';
import type { AppointmentPrefill, EditedAppointment } from '#web/appointment-dialog-state.ts';
import { call } from '#web/client/client.ts';
import { rememberReturnPath } from '#web/client/stored-session.ts';
import { now } from '#web/clock.ts';
import { useUser } from '#web/session.ts';
import { getDefaults, getUserSettings } from '../../booking-contract.ts';
import { getAppointment } from '../../contract.ts';
import type { DraftAction } from './draft-action.ts';
import { discountFromAnswer, discountRequest } from './draft-discount.ts';
import { draftReducer } from './draft-reducer.ts';
import { type DialogState, filledState, freshState, noDiscount } from './draft-state.ts';
import { draftStorageKey, loadStoredDraft, type StoredDraft } from './draft-storage.ts';
import type { restoreDraft } from './restore-draft.ts';
import { useDraftAutosave } from './use-draft-autosave.ts';

interface Opening {
  opened: boolean;
  prefill: AppointmentPrefill;
  editing: EditedAppointment | null;
  /** A draft discarded by mistake. */
  restored: DialogState | null;
}

/** Manages the draft of one opening: loads the settings, initializes the state, and fetches the discount. */
export function useDraft(opening: Opening) {
  const { opened, editing } = opening;
  const user = useUser();
  const subscriberId = user.subscriber_id || user.id;
  const editedId = editing?.id ?? null;
  const key = draftStorageKey(subscriberId, user.id, editedId ?? undefined);
  const reads = useDialogData(opened, editing, subscriberId);
  const [state, dispatch] = useReducer(draftReducer, freshState);
  /** A draft the browser lost earlier, waiting for the user's decision. */
  const [offer, setOffer] = useState<StoredDraft | null>(null);
  const autosave = useDraftAutosave({ key, opened, state, isOffered: offer !== null, editedId });

  useEffect(() => {
    // As specified: after this failure the next login returns to no particular page.
    if (opened && reads.settingsFailed) rememberReturnPath('/auth/login');
  }, [opened, reads.settingsFailed]);

  useBegin(opening, { key, reads, isOwner: autosave.isOwner, dispatch, setOffer });
  const isPricing = useDiscount(state, dispatch);
  const status = reads.hasFailed ? 'failed' : state.defaults ? 'loaded' : 'loading';
  return {
    state,
    dispatch,
    defaults: state.defaults,
    settings: reads.settings.data ?? null,
    status: status as 'failed' | 'loaded' | 'loading',
    failure: reads.failure,
    retry: reads.retry,
    isPricing,
    offer,
    /** Null discards it. */
    answerOffer: (take: typeof restoreDraft | null) => {
      if (take && offer?.edited && reads.defaults.data) {
        const { data } = reads.defaults;
        void import('./draft-edit.ts').then(({ restoreEditDraft }) => {
          dispatch({ type: 'begin', state: restoreEditDraft(state, offer, data) });
          setOffer(null);
        });
        return;
      }
      if (take && offer) dispatch({ type: 'begin', state: take(state, offer) });
      if (!take) autosave.drop();
      setOffer(null);
    },
    /** Called when the dialog was closed or has finished: removes the draft from the device. */
    deleteStored: () => {
      if (offer === null) autosave.drop();
    },
  };
}

interface Beginning {
  key: string;
  reads: ReturnType<typeof useDialogData>;
  /** Whether this window holds the stored draft; null before it is known. */
  isOwner: boolean | null;
  dispatch: Dispatch<DraftAction>;
  setOffer: (offer: StoredDraft | null) => void;
}

/** Initializes the state once per opening, as soon as everything is loaded, and offers a draft that was lost. */
function useBegin(opening: Opening, { key, reads, isOwner, dispatch, setOffer }: Beginning): void {
  const { opened, prefill, editing, restored } = opening;
  const { defaults, settings, appointment } = reads;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (!opened) {
      hasStarted.current = false;
      setOffer(null);
      return;
    }
    if (!defaults.data || !settings.data) return;
    if (hasStarted.current) {
      dispatch({ type: 'defaults', defaults: defaults.data });
      return;
    }
    // An order id cached from an earlier opening may be taken by now: wait for a fresh response.
    if (defaults.fetching || settings.fetching || isOwner === null) return;
    const today = localDate(now(), asZone(defaults.data.timezone));
    if (editing) {
      if (!appointment || reads.appointmentFetching) return;
      hasStarted.current = true;
      const { data } = defaults;
      void import('./draft-edit.ts').then(({ openForEdit }) => {
        // Closed in the meantime.
        if (!hasStarted.current) return;
        dispatch({ type: 'begin', state: restored ?? openForEdit(appointment, data, today, editing.step) });
        if (!restored && isOwner) setOffer(loadStoredDraft(key, now(), editing.id));
      });
      return;
    }
    hasStarted.current = true;
    const first = restored ?? filledState(defaults.data, settings.data, prefill, today);
    const { reinspection } = prefill;
    if (reinspection && !restored) {
      void import('./prefill-reinspection.ts').then(({ withReinspection, addReinspectionPeople }) => {
        if (!hasStarted.current) return;
        dispatch({ type: 'begin', state: withReinspection(first, reinspection) });
        void addReinspectionPeople(reinspection, dispatch);
      });
      return;
    }
    dispatch({ type: 'begin', state: first });
    if (!restored && isOwner) setOffer(loadStoredDraft(key, now()));
    if (prefill.client_id && first.picked.clients.length === 0)
      void addPrefilledClient(prefill.client_id, dispatch);
  }, [
    opened,
    defaults.data,
    defaults.fetching,
    settings.data,
    settings.fetching,
    appointment,
    reads.appointmentFetching,
    editing,
    prefill,
    restored,
    isOwner,
    key,
    dispatch,
    setOffer,
  ]);
}

/** Adds the client named by the page, unless it can't be loaded. */
async function addPrefilledClient(id: string, dispatch: Dispatch<DraftAction>): Promise<void> {
  try {
    const { clients } = await import('#features/people/contract.ts');
    const client = await call(clients.get, { id });
    dispatch({ type: 'people', kind: 'clients', people: [client] });
  } catch {
    // The dialog works without.
  }
}

/** Loads the dialog's initial data: the company's settings, the user's settings, and the edited appointment. */
function useDialogData(opened: boolean, editing: EditedAppointment | null, subscriberId: string) {
  const edited = editing ? { appointment_id: editing.id } : {};
  const defaults = useRead(getDefaults, { subscriberId, ...edited }, { enabled: opened });
  const settings = useRead(getUserSettings, { subscriberId }, { enabled: opened });
  const isEditing = opened && editing !== null;
  const read = useRead(getAppointment, { inspection_id: editing?.id ?? '' }, { enabled: isEditing });
  const settingsFailed = defaults.status === 'failed' || settings.status === 'failed';
  const all = isEditing ? [defaults, settings, read] : [defaults, settings];
  return {
    defaults,
    settings,
    appointment: isEditing && read.data?.projection === 'full' ? read.data : null,
    appointmentFetching: read.fetching,
    settingsFailed,
    hasFailed: settingsFailed || (isEditing && read.status === 'failed'),
    failure: all.find((one) => one.failure !== null)?.failure ?? null,
    retry: () => {
      for (const one of all) if (one.status === 'failed') one.retry();
    },
  };
}

/** Fetches the discount of the current selection: the server decides validity, limits and eligible lines. */
function useDiscount(
  state: DialogState,
  dispatch: (action: Parameters<typeof draftReducer>[1]) => void,
): boolean {
  const { discountCode, newServices } = state.draft.services;
  const isWanted = discountCode !== null && newServices.services.length > 0 && state.defaults !== null;
  const answer = useRead(quotePrice, discountRequest(state), { enabled: isWanted, keep: true });
  const { data, fetching } = answer;
  useEffect(() => {
    if (isWanted && data && !fetching) dispatch({ type: 'discount', discount: discountFromAnswer(data) });
  }, [isWanted, data, fetching, dispatch]);
  useEffect(() => {
    if (!isWanted) dispatch({ type: 'discount', discount: noDiscount });
  }, [isWanted, dispatch]);
  return isWanted && fetching;
}
