import {
  type BookingStep,
  bookingSteps,
  type DraftInformation,
  type DraftLocation,
  nextConfirmed,
  type Option,
  type SubEventDraft,
} from '#domain/appointment-draft.ts';
import { readManualFees } from '#domain/manual-fees.ts';
import type { AddressResult } from '#features/company/contract.ts';
import type { PersonOption } from '#features/people/contract.ts';
import { wireFee } from './draft-pricing.ts';
import {
  emptyFee,
  hasManualChanges,
  patchServices,
  repriced,
  savedFees,
  toggleAddOn,
  toggleService,
} from './draft-services.ts';
import {
  type AppliedDiscount,
  customDateTime,
  type Defaults,
  type DialogState,
  freshState,
  noDiscount,
  type PeopleKind,
  type TypedFee,
} from './draft-state.ts';

export type DraftAction =
  | { type: 'begin'; state: DialogState }
  | { type: 'reset' }
  | { type: 'defaults'; defaults: Defaults }
  | { type: 'step'; step: BookingStep }
  | { type: 'move'; by: 1 | -1 }
  | { type: 'location'; patch: Partial<DraftLocation> }
  | { type: 'address'; found: AddressResult }
  | { type: 'place'; coordinates: DraftLocation['coordinates']; precision: string | null }
  | { type: 'manualAddress'; isOn: boolean }
  | { type: 'service'; id: string }
  | { type: 'addOn'; serviceId: string; addOnId: string }
  | { type: 'templates'; options: Option[] }
  | { type: 'agreements'; options: Option[] }
  | { type: 'discountCode'; code: string | null }
  | { type: 'discount'; discount: AppliedDiscount }
  | { type: 'manual'; act: 'start' | 'addFee' | 'revertOrBack' | 'save' | 'calculated' }
  | { type: 'fee'; index: number; patch: Partial<TypedFee> }
  | { type: 'removeFee'; index: number }
  | { type: 'writeSubEvent'; event: SubEventDraft | null }
  | { type: 'addSubEvent'; event: SubEventDraft }
  | { type: 'removeSubEvent'; index: number }
  | { type: 'information'; patch: Partial<DraftInformation> }
  | { type: 'confirmed'; checked: boolean }
  | { type: 'notes'; text: string }
  | { type: 'custom'; patch: Partial<DialogState['custom']> }
  | { type: 'technician'; technician: PersonOption | null }
  | { type: 'useTime'; overrule: boolean }
  | { type: 'overrule' }
  | { type: 'people'; kind: PeopleKind; people: PersonOption[] }
  | { type: 'errors'; errors: Record<string, string>; step?: BookingStep; field?: string };

/** The next state of the dialog. One place for every rule between fields; rules of the product are the domain's. */
export function draftReducer(state: DialogState, action: DraftAction): DialogState {
  switch (action.type) {
    case 'begin':
      return action.state;
    case 'reset':
      return freshState;
    case 'defaults':
      return repriced({ ...state, defaults: action.defaults });
    case 'step':
      return { ...state, step: action.step, focus: null };
    case 'move': {
      const step = bookingSteps[bookingSteps.indexOf(state.step) + action.by];
      return step ? { ...state, step, focus: null } : state;
    }
    case 'location':
    case 'address':
    case 'place':
    case 'manualAddress':
      return locationReducer(state, action);
    case 'custom':
    case 'technician':
    case 'useTime':
    case 'overrule':
    case 'people':
      return timeAndPeopleReducer(state, action);
    case 'information':
      return withoutErrors(patchInformation(state, action.patch), Object.keys(action.patch));
    case 'confirmed':
      return patchInformation(state, nextConfirmed(state.draft.information, action.checked));
    case 'notes':
      return { ...state, inspectionNotes: action.text };
    case 'writeSubEvent':
      return { ...state, subEvent: action.event };
    case 'addSubEvent':
      return withSubEvents({ ...state, subEvent: null }, [...state.draft.information.events, action.event]);
    case 'removeSubEvent':
      return withSubEvents(state, without(state.draft.information.events, action.index));
    case 'errors':
      return withErrors(state, action);
    default:
      return servicesReducer(state, action);
  }
}

type Of<T extends DraftAction['type']> = Extract<DraftAction, { type: T }>;

const fieldNames: Record<string, string> = { streetAndNumber: 'address', zipCode: 'zip_code' };

function locationReducer(
  state: DialogState,
  action: Of<'location' | 'address' | 'place' | 'manualAddress'>,
): DialogState {
  const { location } = state.draft;
  const to = (patch: Partial<DraftLocation>) => ({ ...state.draft, location: { ...location, ...patch } });
  switch (action.type) {
    case 'location': {
      const names = Object.keys(action.patch).map((name) => fieldNames[name] ?? name);
      return withoutErrors(repriced({ ...state, draft: to(action.patch) }), names);
    }
    case 'address': {
      const { found } = action;
      const draft = to({
        fullAddress: found.fullAddress,
        streetAndNumber: [found.streetNumber, found.street].filter(Boolean).join(' '),
        city: found.city,
        state: found.state,
        zipCode: found.cp,
        coordinates: found.coordinates,
      });
      const next = {
        ...state,
        draft,
        locationPrecision: found.precision,
        country: found.country || state.country,
      };
      return withoutErrors(repriced(next), ['address', 'city', 'state', 'zip_code']);
    }
    case 'place':
      return {
        ...state,
        draft: to({ coordinates: action.coordinates }),
        locationPrecision: action.precision,
      };
    case 'manualAddress':
      return { ...state, isManualAddress: action.isOn };
  }
}

function servicesReducer(
  state: DialogState,
  action: Of<
    | 'service'
    | 'addOn'
    | 'templates'
    | 'agreements'
    | 'discountCode'
    | 'discount'
    | 'manual'
    | 'fee'
    | 'removeFee'
  >,
): DialogState {
  const { services } = state.draft;
  switch (action.type) {
    case 'service':
      return withoutErrors(toggleService(state, action.id), ['services']);
    case 'addOn':
      return toggleAddOn(state, action.serviceId, action.addOnId);
    case 'templates':
      return patchServices(state, { templates: action.options });
    case 'agreements':
      return patchServices(state, { agreements: action.options });
    case 'discountCode': {
      const draft = { ...state.draft, services: { ...services, discountCode: action.code } };
      const discount = action.code === null ? noDiscount : state.discount;
      return withoutErrors(repriced({ ...state, draft, discount }), ['discount_code']);
    }
    case 'discount': {
      const isSame = JSON.stringify(action.discount) === JSON.stringify(state.discount);
      return isSame ? state : repriced({ ...state, discount: action.discount });
    }
    case 'manual':
      return manualReducer(state, action.act);
    case 'fee': {
      if (!state.manual) return state;
      const manual = state.manual.map((fee, i) => (i === action.index ? { ...fee, ...action.patch } : fee));
      const names = Object.keys(action.patch).map((name) => `fees.${action.index}.${name}`);
      return withoutErrors({ ...state, manual }, names);
    }
    case 'removeFee':
      return state.manual ? { ...state, manual: without(state.manual, action.index), errors: {} } : state;
  }
}

function manualReducer(state: DialogState, act: Of<'manual'>['act']): DialogState {
  const saved = () => structuredClone(savedFees(state));
  const { services } = state.draft;
  switch (act) {
    case 'start':
      return { ...state, manual: saved() };
    case 'addFee':
      return { ...state, manual: [...(state.manual ?? saved()), { ...emptyFee }] };
    case 'revertOrBack':
      return { ...state, manual: hasManualChanges(state) ? saved() : null, errors: {} };
    case 'save': {
      if (!state.manual || !hasManualChanges(state)) return state;
      const { problems } = readManualFees(state.manual);
      const [wrong] = Object.keys(problems);
      if (wrong) return withErrors(state, { type: 'errors', errors: problems, field: wrong });
      const next = { ...services, isManualEdit: true, manualData: state.manual.map(wireFee) };
      return repriced({ ...state, manual: null, draft: { ...state.draft, services: next } });
    }
    case 'calculated': {
      const next = { ...services, isManualEdit: false, manualData: [] };
      return repriced({ ...state, manual: null, draft: { ...state.draft, services: next } });
    }
  }
}

function timeAndPeopleReducer(
  state: DialogState,
  action: Of<'custom' | 'technician' | 'useTime' | 'overrule' | 'people'>,
): DialogState {
  switch (action.type) {
    case 'custom': {
      const custom = { ...state.custom, ...action.patch };
      // What the form shows is what is booked: a time is chosen as soon as it is whole, used by the button or not.
      return withTime({ ...state, custom }, customDateTime(custom), false);
    }
    case 'technician':
      return withPeople(
        { ...state, overrule: false },
        'technicians',
        action.technician ? [action.technician] : [],
      );
    case 'useTime': {
      const next = withTime(state, customDateTime(state.custom), action.overrule);
      return { ...next, step: 'addPeople', focus: null };
    }
    case 'overrule':
      return { ...state, overrule: true };
    case 'people': {
      const isTechnicians = action.kind === 'technicians';
      return withPeople(isTechnicians ? { ...state, overrule: false } : state, action.kind, action.people);
    }
  }
}

function withTime(state: DialogState, dateTime: string | null, overrule: boolean): DialogState {
  const next = { ...state, draft: { ...state.draft, dateTime }, overrule };
  // Age counts in the year of the appointment, so the price may change with the date.
  return withoutErrors(repriced(next), ['date_time']);
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
    picked: { ...state.picked, [kind]: people },
    draft: { ...state.draft, people: { ...state.draft.people, [kind]: ids } },
  };
  return withoutErrors(next, [payloadNames[kind]]);
}

function patchInformation(state: DialogState, patch: Partial<DraftInformation>): DialogState {
  return { ...state, draft: { ...state.draft, information: { ...state.draft.information, ...patch } } };
}

function withSubEvents(state: DialogState, events: SubEventDraft[]): DialogState {
  return patchInformation(state, { events });
}

function withErrors(state: DialogState, action: Of<'errors'>): DialogState {
  const focus = action.field ? { field: action.field, nth: (state.focus?.nth ?? 0) + 1 } : null;
  return { ...state, errors: action.errors, step: action.step ?? state.step, focus };
}

function withoutErrors(state: DialogState, names: readonly string[]): DialogState {
  if (!names.some((name) => name in state.errors)) return state;
  const errors = Object.fromEntries(Object.entries(state.errors).filter(([name]) => !names.includes(name)));
  return { ...state, errors };
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}
