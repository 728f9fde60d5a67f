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
import type { AppointmentPrefill } from '#web/appointment-dialog-state.ts';
import type { RouteOutput } from '#wire/route.ts';
import type { getDefaults, getUserSettings } from '../../booking-contract.ts';
import type { Appointment } from '../../contract.ts';
import type { OverruleInput } from './conflicts.ts';

/** The two settings loads of the dialog. */
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

/** The numbers of a fee line that are typed. */
export type FeeNumber = 'duration' | 'pretax_amount' | 'tax_amount';

/** A line being edited. What was typed stays as it was typed while it is no number that may be saved. */
export interface TypedFee extends WireFee {
  typed?: Partial<Record<FeeNumber, string>>;
}

/** What a discount code comes to at present, as the server says. */
export interface AppliedDiscount {
  line: WireFee | null;
  problem: string | null;
}

/** A document chosen in the dialog; it is uploaded once there is an appointment. */
export interface PendingAttachment {
  key: string;
  file: File;
  visible_to_client: boolean;
}

/** An appointment that exists and is being changed. */
export interface Editing {
  /** As the server gave it; its `rev` is what the changes build upon. */
  appointment: Appointment;
  /** The dialog as it opened; what differs from it is sent. */
  first: DialogState;
}

/** Everything the dialog holds; thrown away when it closes. */
export interface DialogState {
  step: BookingStep;
  draft: AppointmentDraft;
  /** The settings of the subscriber; null until they are here. */
  defaults: Defaults | null;
  today: LocalDate | null;
  /** Order id the dialog was opened with. */
  suggestion: string;
  inspectionNotes: string;
  /** Single address fields instead of the search. */
  isManualAddress: boolean;
  locationPrecision: string | null;
  country: string;
  /** 'Set a custom time' instead of the free slots. */
  isCustomTime: boolean;
  /** The form 'Set a custom time'. */
  custom: { date: string; time: string };
  /** Time and technician are those of a free slot: they are held while the rest is filled in. */
  isFromSlot: boolean;
  /** The person said 'Schedule anyway': why, and over which rivals. Others that come in the way are asked about anew. */
  overrule: OverruleInput | null;
  /** The time, technicians and services whose doubts the person has seen (`schedulingWarningsKey`). */
  seenDoubts: string;
  /** The people behind the ids of the draft. */
  picked: PickedPeople;
  discount: AppliedDiscount;
  /** Lines being edited in manual mode; null outside of it. */
  manual: TypedFee[] | null;
  /** A sub-event being written and not yet in the list; `index` is its place when it was there before. */
  subEvent: (SubEventDraft & { index?: number }) | null;
  attachments: PendingAttachment[];
  /** Null: a new appointment is made. */
  editing: Editing | null;
  /** Of an appointment that exists: the price is calculated anew, from the present price list. */
  isRecalculated: boolean;
  /** Messages by payload field. */
  errors: Record<string, string>;
  /** Field to put the focus on, and a number that makes each wish new. */
  focus: { field: string; nth: number } | null;
}

export const noPeople: PickedPeople = {
  technicians: [],
  clients: [],
  agents: [],
  listingAgents: [],
  contractors: [],
};
export const noDiscount: AppliedDiscount = { line: null, problem: null };

/** The dialog as it opens and as closing leaves it. */
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
  seenDoubts: '',
  picked: noPeople,
  discount: noDiscount,
  manual: null,
  subEvent: null,
  attachments: [],
  editing: null,
  isRecalculated: false,
  errors: {},
  focus: null,
};

/** The first state once both settings loads are here: defaults, the person's own technicians, what the caller knew. */
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
  const wanted = prefill.technician_id ? [prefill.technician_id] : settings.default_technicians;
  const technicians = defaults.inspectorOptions.filter((one) => wanted.includes(one.id));
  draft.people.technicians = technicians.map((one) => one.id);
  const client = defaults.clientOptions.find((one) => one.id === prefill.client_id);
  if (client) draft.people.clients = [client.id];
  const local = parseLocal(prefill.date_time ?? '');
  if (local) draft.dateTime = local;
  return {
    ...freshState,
    // Whoever clicked a time in the calendar has chosen it: the dialog opens there, as the form 'Set a custom time'.
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

/** Is there anything in the dialog that somebody would miss? */
export function hasUnsavedInput(state: DialogState): boolean {
  if (state.editing) return entered(state) !== entered(state.editing.first);
  const { location, services, people } = state.draft;
  return (
    location.streetAndNumber !== '' ||
    location.square_feet !== null ||
    services.newServices.services.length > 0 ||
    people.clients.length > 0 ||
    state.inspectionNotes !== '' ||
    state.attachments.length > 0
  );
}

/** What people enter, without what is computed of it. */
function entered({ draft, ...state }: DialogState): string {
  const { isManualEdit, manualData, discountCode, newServices } = draft.services;
  const { services, templates, agreements } = newServices;
  return JSON.stringify([
    { ...draft, services: [isManualEdit, manualData, discountCode, services, templates, agreements] },
    [state.country, state.locationPrecision, state.inspectionNotes, state.custom],
    [state.isRecalculated, state.manual, state.subEvent],
  ]);
}

/** A day and a clock of the custom form as wall clock of the company; null while one is missing. */
export function customDateTime(custom: DialogState['custom']): string | null {
  if (custom.date === '' || custom.time === '') return null;
  const local = parseLocal(`${custom.date}T${custom.time}`);
  return local === null ? null : localAt(custom.date as LocalDate, minutesOfDay(local));
}
