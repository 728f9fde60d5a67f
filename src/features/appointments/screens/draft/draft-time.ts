import type { PersonOption } from '#features/people/contract.ts';
import type { ActionOf } from './draft-action.ts';
import { withoutErrors } from './draft-errors.ts';
import { recalculatePrice } from './draft-services.ts';
import { customDateTime, type DialogState, type PeopleKind } from './draft-state.ts';
import { schedulingWarningsKey } from './scheduling-warnings-key.ts';

/** Reduces time and people actions; changing either clears a 'Schedule anyway' for the previous selection. */
export function timeAndPeopleReducer(
  state: DialogState,
  action: ActionOf<'custom' | 'technician' | 'slot' | 'useTime' | 'overrule' | 'people'>,
): DialogState {
  switch (action.type) {
    case 'custom': {
      const custom = { ...state.custom, ...action.patch };
      // The form's values are what is booked: a complete time is selected, whether or not the button was pressed.
      return withTime({ ...state, custom }, customDateTime(custom), null);
    }
    case 'technician':
      return withPeople({ ...state, overrule: null }, 'technicians', only(action.technician));
    case 'slot': {
      const custom = { date: action.dateTime.slice(0, 10), time: action.dateTime.slice(11, 16) };
      const next = withTime({ ...state, custom }, customDateTime(custom), null);
      const chosen = withPeople(next, 'technicians', [action.technician]);
      // Services a technician does not offer are shown on the slot.
      const seenWarnings = schedulingWarningsKey(chosen);
      return { ...chosen, seenWarnings, isFromSlot: true, step: 'addPeople', focus: null };
    }
    case 'useTime': {
      const next = withTime(state, customDateTime(state.custom), action.overrule);
      return { ...next, seenWarnings: schedulingWarningsKey(next), step: 'addPeople', focus: null };
    }
    case 'overrule':
      return { ...state, overrule: action.overrule };
    case 'people': {
      const isTechnicians = action.kind === 'technicians';
      return withPeople(isTechnicians ? { ...state, overrule: null } : state, action.kind, action.people);
    }
  }
}

function withTime(
  state: DialogState,
  dateTime: string | null,
  overrule: DialogState['overrule'],
): DialogState {
  const next = { ...state, draft: { ...state.draft, dateTime }, overrule, isFromSlot: false };
  // The property's age is computed for the year of the appointment, so the price may change with the date.
  return withoutErrors(recalculatePrice(next), ['date_time']);
}

const payloadNames: Record<PeopleKind, string> = {
  technicians: 'inspectors',
  clients: 'clients',
  agents: 'agents',
  listingAgents: 'listing_agents',
  contractors: 'contractors',
};

function withPeople(state: DialogState, kind: PeopleKind, people: PersonOption[]): DialogState {
  const ids = people.map((one) => one.id);
  const next = {
    ...state,
    isFromSlot: state.isFromSlot && kind !== 'technicians',
    picked: { ...state.picked, [kind]: people },
    draft: { ...state.draft, people: { ...state.draft.people, [kind]: ids } },
  };
  return withoutErrors(next, [payloadNames[kind]]);
}

const only = <T>(one: T | null): T[] => (one === null ? [] : [one]);
