import { useEffect, useReducer, useRef } from 'react';
import { asZone, localDate } from '#domain/time.ts';
import { clients } from '#features/people/contract.ts';
import { quotePrice } from '#features/services/contract.ts';
import { useRead } from '#web/api.ts';
import { call } from '#web/client.ts';
import { now } from '#web/clock.ts';
import type { AppointmentPrefill } from '#web/new-appointment.ts';
import { rememberPage, useUser } from '#web/session.ts';
import { getDefaults, getUserSettings } from '../booking-contract.ts';
import { offsetTime } from './draft-payload.ts';
import { draftReducer } from './draft-reducer.ts';
import { type DialogState, filledState, freshState, noDiscount } from './draft-state.ts';

/** The draft of one opening: both settings loads, the state they begin, and what the server says of a discount. */
export function useDraft(opened: boolean, prefill: AppointmentPrefill, restored: DialogState | null) {
  const user = useUser();
  const subscriberId = user.subscriber_id || user.id;
  const defaults = useRead(getDefaults, { subscriberId }, { enabled: opened });
  const settings = useRead(getUserSettings, { subscriberId }, { enabled: opened });
  const [state, dispatch] = useReducer(draftReducer, freshState);
  const hasBegun = useRef(false);
  const hasFailed = defaults.status === 'failed' || settings.status === 'failed';

  useEffect(() => {
    // As the product has it: after this failure the next login leads nowhere in particular.
    if (opened && hasFailed) rememberPage('/auth/login');
  }, [opened, hasFailed]);

  useEffect(() => {
    if (!opened) {
      hasBegun.current = false;
      return;
    }
    if (!defaults.data || !settings.data) return;
    if (hasBegun.current) {
      dispatch({ type: 'defaults', defaults: defaults.data });
      return;
    }
    // An order id remembered from an earlier opening may be taken by now: the fresh answer is waited for.
    if (defaults.fetching || settings.fetching) return;
    hasBegun.current = true;
    const today = localDate(now(), asZone(defaults.data.timezone));
    const first = restored ?? filledState(defaults.data, settings.data, prefill, today);
    dispatch({ type: 'begin', state: first });
    const wanted = prefill.client_id;
    if (wanted && first.picked.clients.length === 0) {
      call(clients.get, { id: wanted }).then(
        (client) => dispatch({ type: 'people', kind: 'clients', people: [client] }),
        () => undefined,
      );
    }
  }, [opened, defaults.data, defaults.fetching, settings.data, settings.fetching, prefill, restored]);

  const isPricing = useDiscount(state, dispatch);
  const retry = () => {
    if (defaults.status === 'failed') defaults.retry();
    if (settings.status === 'failed') settings.retry();
  };
  return {
    state,
    dispatch,
    defaults: state.defaults,
    settings: settings.data ?? null,
    status: hasFailed ? ('failed' as const) : state.defaults ? ('loaded' as const) : ('loading' as const),
    failure: defaults.failure ?? settings.failure,
    retry,
    isPricing,
  };
}

/** Asks what a discount code takes off the present choice: validity, limits and eligible lines are the server's. */
function useDiscount(
  state: DialogState,
  dispatch: (action: Parameters<typeof draftReducer>[1]) => void,
): boolean {
  const { draft, defaults } = state;
  const { discountCode, newServices } = draft.services;
  const isWanted = discountCode !== null && newServices.services.length > 0 && defaults !== null;
  const { location } = draft;
  const answer = useRead(
    quotePrice,
    {
      location: {
        square_feet: location.square_feet,
        year_built: location.year_built,
        foundation: location.foundation,
        zip_code: location.zipCode,
      },
      services: newServices.services.map(({ id, add_ons }) => ({
        id,
        add_ons: add_ons.map((one) => one.id),
      })),
      discount_code: discountCode,
      date_time: defaults ? offsetTime(draft.dateTime, asZone(defaults.timezone)) : null,
    },
    { enabled: isWanted, keep: true },
  );
  const { data, fetching } = answer;
  useEffect(() => {
    if (!isWanted || !data || fetching) return;
    const line = data.fees.find((fee) => fee.discountCodeId !== null) ?? null;
    dispatch({ type: 'discount', discount: { line, problem: data.discount_problem } });
  }, [isWanted, data, fetching, dispatch]);
  useEffect(() => {
    if (!isWanted) dispatch({ type: 'discount', discount: noDiscount });
  }, [isWanted, dispatch]);
  return isWanted && fetching;
}
