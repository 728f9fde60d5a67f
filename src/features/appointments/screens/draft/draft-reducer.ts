import { parseManualFees } from '#domain/pricing/manual-fees.ts';
import {
  bookingSteps,
  type DraftInformation,
  type SubEventDraft,
  toggleConfirmed,
} from '#domain/scheduling/appointment-draft.ts';
import type { ActionOf, DraftAction } from './draft-action.ts';
import { withoutErrors } from './draft-errors.ts';
import { locationReducer } from './draft-location.ts';
import { wireFee } from './draft-pricing.ts';
import {
  addSuggestedService,
  emptyFee,
  hasManualChanges,
  patchServices,
  recalculatePrice,
  savedFees,
  toggleAddOn,
  toggleService,
} from './draft-services.ts';
import { type DialogState, freshState, noDiscount } from './draft-state.ts';
import { timeAndPeopleReducer } from './draft-time.ts';
import { serviceOptionsFor } from './service-options.ts';

/** Returns the next dialog state. Rules between fields are all here; product rules are in the domain. */
export function draftReducer(state: DialogState, action: DraftAction): DialogState {
  switch (action.type) {
    case 'begin':
      return action.state;
    case 'reset':
      return freshState;
    case 'defaults':
      return recalculatePrice({ ...state, defaults: serviceOptionsFor(action.defaults, state.editing) });
    case 'step':
      return openStep(state, action.step);
    case 'move': {
      const step = bookingSteps[bookingSteps.indexOf(state.step) + action.by];
      return step ? openStep(state, step) : state;
    }
    case 'location':
    case 'address':
    case 'place':
    case 'manualAddress':
      return locationReducer(state, action);
    case 'customTime':
      return { ...state, isCustomTime: action.isOn, focus: null };
    case 'custom':
    case 'technician':
    case 'slot':
    case 'useTime':
    case 'overrule':
    case 'people':
      return timeAndPeopleReducer(state, action);
    case 'information':
      return withoutErrors(patchInformation(state, action.patch), Object.keys(action.patch));
    case 'confirmed':
      return patchInformation(state, toggleConfirmed(state.draft.information, action.checked));
    case 'notes':
      return { ...state, inspectionNotes: action.text };
    case 'writeSubEvent':
      return { ...state, subEvent: action.event };
    case 'addSubEvent':
      return withSubEvents({ ...state, subEvent: null }, placed(state, action.event));
    case 'attachments':
      return { ...state, attachments: action.files };
    case 'recalculate':
      return recalculatePrice({ ...state, isRecalculated: true });
    case 'removeSubEvent':
      return withoutSubEvent(state, action.index);
    case 'errors':
      return withErrors(state, action);
    default:
      return servicesReducer(state, action);
  }
}

function openStep(state: DialogState, step: DialogState['step']): DialogState {
  const next = { ...state, step, focus: null };
  return step === 'addServices' ? addSuggestedService(next) : next;
}

function servicesReducer(
  state: DialogState,
  action: ActionOf<
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
      return withoutErrors(recalculatePrice({ ...state, draft, discount }), ['discount_code']);
    }
    case 'discount': {
      const isSame = JSON.stringify(action.discount) === JSON.stringify(state.discount);
      return isSame ? state : recalculatePrice({ ...state, discount: action.discount });
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

function manualReducer(state: DialogState, act: ActionOf<'manual'>['act']): DialogState {
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
      const { problems } = parseManualFees(state.manual);
      const [wrong] = Object.keys(problems);
      if (wrong) return withErrors(state, { type: 'errors', errors: problems, field: wrong });
      const next = { ...services, isManualEdit: true, manualData: state.manual.map(wireFee) };
      return recalculatePrice({ ...state, manual: null, draft: { ...state.draft, services: next } });
    }
    case 'calculated': {
      const next = { ...services, isManualEdit: false, manualData: [] };
      return recalculatePrice({
        ...state,
        isRecalculated: state.editing !== null,
        manual: null,
        draft: { ...state.draft, services: next },
      });
    }
  }
}

function patchInformation(state: DialogState, patch: Partial<DraftInformation>): DialogState {
  return { ...state, draft: { ...state.draft, information: { ...state.draft.information, ...patch } } };
}

/** Inserts an event at its previous position, or at the end. */
function placed(state: DialogState, event: SubEventDraft): SubEventDraft[] {
  const { events } = state.draft.information;
  const at = state.subEvent?.index;
  return at === undefined || at >= events.length
    ? [...events, event]
    : events.map((one, i) => (i === at ? event : one));
}

function withoutSubEvent(state: DialogState, index: number): DialogState {
  const { subEvent } = state;
  const at = subEvent?.index;
  // The open form stays with its event.
  const form =
    subEvent === null || at === undefined || at < index
      ? subEvent
      : at === index
        ? null
        : { ...subEvent, index: at - 1 };
  return withSubEvents({ ...state, subEvent: form }, without(state.draft.information.events, index));
}

function withSubEvents(state: DialogState, events: SubEventDraft[]): DialogState {
  return patchInformation(state, { events });
}

function withErrors(state: DialogState, action: ActionOf<'errors'>): DialogState {
  const focus = action.field ? { field: action.field, nth: (state.focus?.nth ?? 0) + 1 } : null;
  return { ...state, errors: action.errors, step: action.step ?? state.step, focus };
}

function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, i) => i !== index);
}
