import { useEffect, useReducer, useRef, useState } from 'react';
import { asZone, localDate } from '#domain/base/time.ts';
import { quotePrice } from '#features/services/contract.ts';
import { useRead } from '#web/api.ts';
import type { AppointmentPrefill, EditedAppointment } from '#web/appointment-dialog-state.ts';
import { call } from '#web/client.ts';
import { now } from '#web/clock.ts';
import { rememberReturnPath, useUser } from '#web/session.ts';
import { getDefaults, getUserSettings } from '../../booking-contract.ts';
import { getAppointment } from '../../contract.ts';
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
  /** A draft that was closed by mistake. */
  restored: DialogState | null;
}

/** The draft of one opening: the settings loads, the state they begin, and what the server says of a discount. */
export function useDraft({ opened, prefill, editing, restored }: Opening) {
  const user = useUser();
  const subscriberId = user.subscriber_id || user.id;
  const editedId = editing?.id ?? null;
  const key = draftStorageKey(subscriberId, user.id, editedId ?? undefined);
  const reads = useLoads(opened, editing, subscriberId);
  const { defaults, settings, appointment } = reads;
  const [state, dispatch] = useReducer(draftReducer, freshState);
  const [offer, setOffer] = useState<StoredDraft | null>(null);
  const hasBegun = useRef(false);
  const keeper = useDraftAutosave({ key, opened, state, isOffered: offer !== null, editedId });

  useEffect(() => {
    // As the product has it: after this failure the next login leads nowhere in particular.
    if (opened && reads.settingsFailed) rememberReturnPath('/auth/login');
  }, [opened, reads.settingsFailed]);

  useEffect(() => {
    if (!opened) {
      hasBegun.current = false;
      setOffer(null);
      return;
    }
    if (!defaults.data || !settings.data) return;
    if (hasBegun.current) {
      dispatch({ type: 'defaults', defaults: defaults.data });
      return;
    }
    // An order id remembered from an earlier opening may be taken by now: the fresh answer is waited for.
    if (defaults.fetching || settings.fetching || keeper.isKeeper === null) return;
    const today = localDate(now(), asZone(defaults.data.timezone));
    if (editing) {
      if (!appointment || reads.appointmentFetching) return;
      hasBegun.current = true;
      const { data } = defaults;
      void import('./draft-edit.ts').then(({ openForEdit: editedState }) => {
        // Closed meanwhile.
        if (!hasBegun.current) return;
        dispatch({ type: 'begin', state: restored ?? editedState(appointment, data, today, editing.step) });
        if (!restored && keeper.isKeeper) setOffer(loadStoredDraft(key, now(), editing.id));
      });
      return;
    }
    hasBegun.current = true;
    const first = restored ?? filledState(defaults.data, settings.data, prefill, today);
    dispatch({ type: 'begin', state: first });
    if (!restored && keeper.isKeeper) setOffer(loadStoredDraft(key, now()));
    const wanted = prefill.client_id;
    if (wanted && first.picked.clients.length === 0) {
      void import('#features/people/contract.ts')
        .then(({ clients }) => call(clients.get, { id: wanted }))
        .then(
          (client) => dispatch({ type: 'people', kind: 'clients', people: [client] }),
          () => undefined,
        );
    }
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
    keeper.isKeeper,
    key,
  ]);

  const isPricing = useDiscount(state, dispatch);
  return {
    state,
    dispatch,
    defaults: state.defaults,
    settings: settings.data ?? null,
    status: reads.hasFailed
      ? ('failed' as const)
      : state.defaults
        ? ('loaded' as const)
        : ('loading' as const),
    failure: reads.failure,
    retry: reads.retry,
    isPricing,
    /** A draft of an earlier time that the browser lost; it waits for an answer. */
    offer,
    /** Null: it is not wanted. */
    answerOffer: (take: typeof restoreDraft | null) => {
      if (take && offer?.edited && defaults.data) {
        const { data } = defaults;
        void import('./draft-edit.ts').then(({ restoreEditDraft: continuedEdit }) => {
          dispatch({ type: 'begin', state: continuedEdit(state, offer, data) });
          setOffer(null);
        });
        return;
      }
      if (take && offer) dispatch({ type: 'begin', state: take(state, offer) });
      if (!take) keeper.drop();
      setOffer(null);
    },
    /** The dialog was closed, or has done its work: nothing is left on the device. */
    dropKept: () => {
      if (offer === null) keeper.drop();
    },
  };
}

/** What the dialog begins with: the settings of the subscriber and of the user, and the appointment that is edited. */
function useLoads(opened: boolean, editing: EditedAppointment | null, subscriberId: string) {
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

/** Asks what a discount code takes off the present choice: validity, limits and eligible lines are the server's. */
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
