import { type LocalDate, localAt, minutesOfDay, parseLocal } from '#domain/base/time.ts';
import {
  type AppointmentDraft,
  type BookingStep,
  type DraftPeople,
  newDraft,
  type SubEventDraft,
  type WireFee,
} from '#domain/scheduling/appointment-draft.ts';
import type { PersonOption } from '#features/people/contract.ts';
import type { AppointmentPrefill, ReinspectionChoice } from '#web/appointment-dialog-state.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { getDefaults, getUserSettings } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';
import type { OverruleInput } from './conflicts.ts';

/** The response of the defaults request. */
export type Defaults = RouteOutput<typeof getDefaults>;
export type UserSettings = RouteOutput<typeof getUserSettings>;

export type PeopleKind = keyof DraftPeople;
export const peopleKinds: readonly PeopleKind[] = [
  'technicians',
  'clients',
  'agents',
  'listingAgents',
  'contractors',
];
export type PickedPeople = Record<PeopleKind, PersonOption[]>;

/** The editable numbers of a fee line. */
export type FeeNumber = 'duration' | 'pretax_amount' | 'tax_amount';

/** A line being edited. Input that is not a valid number stays as typed. */
export interface TypedFee extends WireFee {
  typed?: Partial<Record<FeeNumber, string>>;
}

/** The current discount of a code, as the server computed it. */
export interface AppliedDiscount {
  line: WireFee | null;
  problem: string | null;
}

/** A document selected in the dialog; it is uploaded once the appointment exists. */
export interface PendingAttachment {
  key: string;
  file: File;
  visible_to_client: boolean;
}

/** An existing appointment being changed. */
export interface Editing {
  /** The appointment from the server; the changes build on its `rev`. */
  appointment: Appointment;
  /** The dialog state at opening; differences from it are sent. */
  first: DialogState;
}

/** The whole state of the dialog; discarded when it closes. */
export interface DialogState {
  step: BookingStep;
  draft: AppointmentDraft;
  /** The company's settings; null until loaded. */
  defaults: Defaults | null;
  today: LocalDate | null;
  /** The order id the dialog opened with. */
  suggestion: string;
  inspectionNotes: string;
  /** Separate address fields instead of the search. */
  isManualAddress: boolean;
  locationPrecision: string | null;
  country: string;
  /** 'Set a custom time' instead of the free slots. */
  isCustomTime: boolean;
  /** The input of the 'Set a custom time' form. */
  custom: { date: string; time: string };
  /** Time and technician come from a free slot: it is held while the rest is filled in. */
  isFromSlot: boolean;
  /** Set by 'Schedule anyway': the reason and the conflicts it covers. New conflicts must be confirmed again. */
  overrule: OverruleInput | null;
  /** The time, technicians and services whose warnings the user has seen (`schedulingWarningsKey`). */
  seenWarnings: string;
  /** The people behind the ids in the draft. */
  picked: PickedPeople;
  discount: AppliedDiscount;
  /** The service the product has added and the user has not touched. */
  suggestedService: string | null;
  /** Services was opened: nothing is added by the product any more. */
  isServicesSeen: boolean;
  /** Lines being edited in manual mode; null outside of it. */
  manual: TypedFee[] | null;
  /** A sub-event being written and not yet in the list; `index` is its position if it was listed before. */
  subEvent: (SubEventDraft & { index?: number }) | null;
  attachments: PendingAttachment[];
  /** Set if the new appointment inspects defects of an earlier report again. */
  reinspection: ReinspectionChoice | null;
  /** Null for a new appointment. */
  editing: Editing | null;
  /** For an existing appointment: the price is recalculated from the current price list. */
  isRecalculated: boolean;
  /** Messages by payload field. */
  errors: Record<string, string>;
  /** The field to focus, and a counter that makes each request distinct. */
  focus: { field: string; nth: number } | null;
}

const noPeople: PickedPeople = {
  technicians: [],
  clients: [],
  agents: [],
  listingAgents: [],
  contractors: [],
};
export const noDiscount: AppliedDiscount = { line: null, problem: null };

/** The state of a newly opened or closed dialog. */
export const freshState: DialogState = {
  step: 'addLocation',
  draft: newDraft(),
  defaults: null,
  today: null,
  suggestion: '',
  inspectionNotes: '',
  isManualAddress: false,
  locationPrecision: null,
  country: '',
  isCustomTime: false,
  custom: { date: '', time: '' },
  isFromSlot: false,
  overrule: null,
  seenWarnings: '',
  picked: noPeople,
  discount: noDiscount,
  suggestedService: null,
  isServicesSeen: false,
  manual: null,
  subEvent: null,
  attachments: [],
  reinspection: null,
  editing: null,
  isRecalculated: false,
  errors: {},
  focus: null,
};

/**
 * Returns the initial state once the settings have loaded: defaults, preselected technicians, and the caller's prefill.
 */
export function filledState(
  defaults: Defaults,
  settings: UserSettings,
  prefill: AppointmentPrefill,
  today: LocalDate,
): DialogState {
  const draft = newDraft({ order_id: defaults.orderId, requirePayment: defaults.require_payment_default });
  const agreement = defaults.agreementOptions.find((one) => one.value === defaults.default_agreement);
  if (agreement) {
    draft.services.newServices.agreements = [{ value: agreement.value, label: agreement.label }];
  }
  draft.information.confirm_inspection = defaults.default_confirm;
  draft.information.action_groups = defaults.actionGroups.flatMap((one) => (one.is_default ? one.id : []));
  const wanted = prefill.technician_id ? [prefill.technician_id] : settings.default_technicians;
  const technicians = defaults.inspectorOptions.filter((one) => wanted.includes(one.id));
  draft.people.technicians = technicians.map((one) => one.id);
  const client = defaults.clientOptions.find((one) => one.id === prefill.client_id);
  if (client) draft.people.clients = [client.id];
  const local = parseLocal(prefill.date_time ?? '');
  if (local) draft.dateTime = local;
  return {
    ...freshState,
    // A time clicked in the calendar is already selected: the dialog opens on 'Set a custom time'.
    ...(local ? { step: 'setDateTime', isCustomTime: true } : {}),
    draft,
    defaults,
    today,
    suggestion: defaults.orderId,
    country: defaults.country_code,
    custom: local ? { date: local.slice(0, 10), time: local.slice(11) } : freshState.custom,
    picked: { ...noPeople, technicians: [...technicians], clients: client ? [client] : [] },
  };
}

/** Returns whether the dialog contains input worth confirming before it is lost. */
export function hasUnsavedInput(state: DialogState): boolean {
  if (state.editing) return entered(state) !== entered(state.editing.first);
  const { location, services, people } = state.draft;
  return (
    location.streetAndNumber !== '' ||
    location.square_feet !== null ||
    services.newServices.services.some(
      (one) => one.id !== state.suggestedService || one.add_ons.length > 0,
    ) ||
    services.isManualEdit ||
    state.manual !== null ||
    people.clients.length > 0 ||
    state.inspectionNotes !== '' ||
    state.attachments.length > 0
  );
}

/** Serializes the user's input without computed values. */
function entered({ draft, ...state }: DialogState): string {
  const { isManualEdit, manualData, discountCode, newServices } = draft.services;
  const { services, templates, agreements } = newServices;
  return JSON.stringify([
    { ...draft, services: [isManualEdit, manualData, discountCode, services, templates, agreements] },
    [state.country, state.locationPrecision, state.inspectionNotes, state.custom],
    [state.isRecalculated, state.manual, state.subEvent],
  ]);
}

/** Combines date and time of the custom form into a company-local time; null if either is missing. */
export function customDateTime(custom: DialogState['custom']): string | null {
  if (custom.date === '' || custom.time === '') return null;
  const local = parseLocal(`${custom.date}T${custom.time}`);
  return local === null ? null : localAt(custom.date as LocalDate, minutesOfDay(local));
}
