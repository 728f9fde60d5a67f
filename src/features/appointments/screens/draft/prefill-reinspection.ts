import type { Dispatch } from 'react';
import { agents, clients } from '#features/people/contract.ts';
import type { ReinspectionPrefill } from '#web/appointment-dialog-state.ts';
import { call } from '#web/client/client.ts';
import type { DraftAction } from './draft-action.ts';
import { fullAddressOf } from './draft-location.ts';
import { toggleService } from './draft-services.ts';
import type { DialogState } from './draft-state.ts';

/** Fills a new appointment with the property and the service of a re-inspection. */
export function withReinspection(state: DialogState, prefill: ReinspectionPrefill): DialogState {
  const { report_id, repair_list_id, comment_ids, order_id, property, service_id } = prefill;
  const location = {
    streetAndNumber: property.address,
    city: property.city,
    state: property.state,
    zipCode: property.zip_code,
    square_feet: property.square_feet,
    year_built: property.year_built,
    foundation: property.foundation,
    coordinates: property.coordinates,
  };
  const filled: DialogState = {
    ...state,
    reinspection: { report_id, repair_list_id, comment_ids, order_id },
    country: property.country || state.country,
    // The time is what is left to choose.
    step: 'setDateTime',
    isServicesSeen: service_id !== null,
    draft: { ...state.draft, location: { ...location, fullAddress: fullAddressOf(location) } },
  };
  return service_id === null ? filled : toggleService(filled, service_id);
}

/** Adds the people of the earlier appointment; those that can't be loaded are left out. */
export async function addReinspectionPeople(
  prefill: ReinspectionPrefill,
  dispatch: Dispatch<DraftAction>,
): Promise<void> {
  const load = async (
    kind: 'clients' | 'agents' | 'listingAgents',
    ids: readonly string[],
    route: typeof clients.get | typeof agents.get,
  ) => {
    const found = await Promise.allSettled(ids.map((id) => call(route, { id })));
    const people = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (people.length > 0) dispatch({ type: 'people', kind, people });
  };
  await load('clients', prefill.client_ids, clients.get);
  await load('agents', prefill.agent_ids, agents.get);
  await load('listingAgents', prefill.listing_agent_ids, agents.get);
}
