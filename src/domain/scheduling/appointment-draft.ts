/** The draft of the New Appointment dialog, with the names of the specification. */

/** The steps of the dialog, in order. */
export const bookingSteps = [
  'addLocation',
  'addServices',
  'setDateTime',
  'addPeople',
  'addInformation',
] as const;
export type BookingStep = (typeof bookingSteps)[number];

/** An option of a select: value and label. */
export interface Option {
  value: string;
  label: string;
}

export interface DraftLocation {
  fullAddress: string;
  streetAndNumber: string;
  city: string;
  state: string;
  zipCode: string;
  square_feet: number | null;
  year_built: number | null;
  foundation: number | null;
  coordinates: { lat: number; lng: number } | null;
}

interface DraftService {
  id: string;
  name: string;
  add_ons: { id: string; name: string }[];
  templates: string[];
  agreements: string[];
}

/** A fee line on the wire: amounts with two decimals, duration in hours. */
export interface WireFee {
  id?: string;
  serviceId: string | null;
  addOnId: string | null;
  /** Set on the line of a discount code. */
  discountCodeId?: string | null;
  line_item: string;
  pricing_details: string;
  pretax_amount: number;
  tax_amount: number;
  /** The tax was entered, not calculated. */
  is_tax_manual?: boolean;
  tax_description: string;
  notes_for_client_invoice: string;
  duration: number;
}

export interface NewServices {
  services: DraftService[];
  templates: Option[];
  agreements: Option[];
  fees: WireFee[];
  manualDuration: number | null;
}

interface DraftServices {
  isManualEdit: boolean;
  manualData: WireFee[];
  autoData: WireFee[];
  newServices: NewServices;
  discountCode: string | null;
  /** Text while it is in the form. */
  total: string;
  duration: string;
}

export interface DraftPeople {
  technicians: string[];
  clients: string[];
  agents: string[];
  listingAgents: string[];
  contractors: string[];
}

export interface DraftInformation {
  order_id: string;
  confirm_inspection: boolean;
  occupied: boolean;
  utilities_on: boolean;
  disable_automated_notifications: boolean;
  action_groups: unknown[];
  events: SubEventDraft[];
  requirePayment: boolean;
  paymentNotes: string;
}

export interface AppointmentDraft {
  location: DraftLocation;
  services: DraftServices;
  /** Local time of the company or an instant, as selected; empty until then. */
  dateTime: string | null;
  people: DraftPeople;
  information: DraftInformation;
}

export interface SubEventDraft {
  id?: string;
  name: string;
  description: string;
  inspector: string | null;
  /** Local time of the company, or an instant. */
  start_date: string;
  end_date: string;
}

/** Total and duration of a new form: texts, as the specification has them. */
export const emptyTotal = '0.0';
export const emptyDuration = '0';

/** Returns a new draft: the state of the dialog when it opens and after it was closed. */
export function newDraft(prefill: { order_id?: string; requirePayment?: boolean } = {}): AppointmentDraft {
  return {
    location: {
      fullAddress: '',
      streetAndNumber: '',
      city: '',
      state: '',
      zipCode: '',
      square_feet: null,
      year_built: null,
      foundation: null,
      coordinates: null,
    },
    services: {
      isManualEdit: false,
      manualData: [],
      autoData: [],
      newServices: { services: [], templates: [], agreements: [], fees: [], manualDuration: null },
      discountCode: null,
      total: emptyTotal,
      duration: emptyDuration,
    },
    dateTime: null,
    people: { technicians: [], clients: [], agents: [], listingAgents: [], contractors: [] },
    information: {
      order_id: prefill.order_id ?? '',
      confirm_inspection: true,
      occupied: true,
      utilities_on: true,
      disable_automated_notifications: false,
      action_groups: [],
      events: [],
      requirePayment: prefill.requirePayment ?? true,
      paymentNotes: '',
    },
  };
}

/**
 * Returns the information after 'Confirmed Appointment' was clicked. Only checking turns on
 * disable_automated_notifications; unchecking leaves it unchanged.
 */
export function toggleConfirmed<
  T extends Pick<DraftInformation, 'confirm_inspection' | 'disable_automated_notifications'>,
>(information: T, checked: boolean): T {
  const isSwitchedOn = checked && !information.confirm_inspection;
  return {
    ...information,
    confirm_inspection: checked,
    disable_automated_notifications: isSwitchedOn || information.disable_automated_notifications,
  };
}

/** Returns whether 'Disable automated notifications' is enabled: only while the appointment is confirmed. */
export function canToggleNotifications(information: Pick<DraftInformation, 'confirm_inspection'>): boolean {
  return information.confirm_inspection;
}

/** Cleans Square Feet while typing: digits and one dot. `12a.5b` → `12.5` */
export function sanitizeSquareFeetInput(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.');
  return rest.length > 0 ? `${whole}.${rest.join('')}` : whole;
}

/** Cleans Year Built while typing: digits only, dots are dropped. `19.95` → `1995` */
export function sanitizeYearBuiltInput(text: string): string {
  return text.replace(/\D/g, '');
}

/** Returns what is wrong with a year of construction, or null: a whole year from 1600 to two years ahead. */
export function yearBuiltProblem(year: number | null, currentYear: number): string | null {
  if (year === null) return null;
  return Number.isInteger(year) && year >= 1600 && year <= currentYear + 2 ? null : 'Year Built is not valid';
}

/** Returns whether an appointment with this total is marked paid at creation: `'0.0'`, 0 and less are. */
export function isPaidOnCreation(total: number | string): boolean {
  return Number(total) <= 0;
}
