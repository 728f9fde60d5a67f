import type { LocalDate } from '#domain/base/time.ts';
import type { Appointment } from '../../contract.ts';
import type { DraftAction } from './draft-action.ts';
import { draftReducer } from './draft-reducer.ts';
import { type Defaults, type DialogState, filledState, type UserSettings } from './draft-state.ts';

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const ids = {
  service: uuid(1),
  radon: uuid(2),
  insects: uuid(3),
  condo: uuid(4),
  template: uuid(5),
  agreement: uuid(6),
  radonAgreement: uuid(7),
  dana: uuid(8),
  tariq: uuid(9),
  client: uuid(10),
  code: uuid(11),
};

const addOn = { description: '', status: 1, templates: [], agreements: [] };
const step = (when: number, low: number | null, high: number | null, add_fee: number, add_hours: number) => ({
  id: uuid(100 + when * 10 + (low ?? 0)),
  when,
  greater_than: low,
  less_than_or_equal: high,
  add_fee,
  add_hours,
});
const person = (id: string, first_name: string) => ({
  id,
  first_name,
  last_name: 'Example',
  email: `${first_name.toLowerCase()}@example.com`,
  phone: '',
  color: '#2563eb',
  profile_pic: null,
  status: 1,
  user_type: 2,
});

/** The settings as a server returns them: the starter prices of the residential inspection and a taxed condo. */
export const defaults: Defaults = {
  orderId: '1033',
  serviceOptions: [
    {
      id: ids.service,
      name: 'Residential home inspection',
      description: '',
      base_cost: 375,
      base_duration: 2.5,
      status: 1,
      position: 0,
      is_public: true,
      modifiers: [step(1, 2000, 2500, 100, 0.5), step(2, 30, 60, 50, 0.25), step(5, 2, 3, 75, 0.5)],
      taxes: [],
      add_ons: [
        {
          ...addOn,
          id: ids.radon,
          name: 'Radon test (48 h)',
          add_fee: 150,
          add_hours: 0.25,
          agreements: [ids.radonAgreement],
        },
        { ...addOn, id: ids.insects, name: 'Wood-destroying insects', add_fee: 75, add_hours: 0.25 },
      ],
      templates: [ids.template],
      agreements: [ids.agreement],
      rev: 1,
    },
    {
      id: ids.condo,
      name: 'Condo',
      description: '',
      base_cost: 300,
      base_duration: 2,
      status: 1,
      position: 1,
      is_public: true,
      modifiers: [],
      taxes: [{ id: uuid(30), name: 'GST', add_percent: 5 }],
      add_ons: [],
      templates: [ids.template],
      agreements: [],
      rev: 1,
    },
  ],
  discountOptions: [{ value: ids.code, label: 'TEN', code: 'TEN', type: 1, amount: 10 }],
  agreementOptions: [
    { value: ids.agreement, label: 'Inspection agreement', is_default: true },
    { value: ids.radonAgreement, label: 'Radon agreement', is_default: false },
  ],
  templateOptions: [{ value: ids.template, label: 'Residential' }],
  agentOptions: [],
  clientOptions: [person(ids.client, 'Amara')],
  contractorOptions: [],
  inspectorOptions: [person(ids.dana, 'Dana'), person(ids.tariq, 'Tariq')],
  actionGroups: [],
  isLimitReached: false,
  timezone: 'America/New_York',
  currency: 1,
  currencySymbol: '$',
  date_format: 'MM/DD/YYYY',
  country_code: 'US',
  default_start_time: 900,
  default_duration: 3,
  default_price: 0,
  default_agreement: null,
  suggested_service: null,
  default_confirm: true,
  require_payment_default: true,
  cancellation: null,
  service_radius: null,
  road_aware_slots: false,
  coordinates: null,
};

export const settings: UserSettings = {
  default_technicians: [],
  can_schedule_new: true,
  can_edit_schedule: true,
  see_prices: true,
  may_overrule: true,
};

export const today = '2026-11-21' as LocalDate;

const personOn = (id: string, role: string, first_name: string) => ({
  id,
  role,
  first_name,
  last_name: 'Example',
});
/** The only fee line of `booked`. */
export const bookedLine = {
  id: ids.code,
  serviceId: ids.service,
  addOnId: null,
  discountCodeId: null,
  line_item: 'Residential home inspection',
  pricing_details: 'Base $350.00',
  pretax_amount: 350,
  tax_amount: 0,
  tax_description: '',
  is_tax_manual: false,
  notes_for_client_invoice: '',
  duration: 2.5,
};

/** Booked at an old price, for longer than its lines add up to. */
export const booked = {
  id: ids.code,
  rev: 4,
  order_id: '900',
  address: '12 Oak St',
  city: 'Yonkers',
  state: 'NY',
  zip_code: '10701',
  country: 'US',
  square_feet: 2400,
  year_built: 1990,
  foundation: 3,
  address_lat_long: { lat: 40.9, lng: -73.8 },
  location_precision: 'street',
  date_time: '2030-03-08T09:00:00-05:00',
  timezone: defaults.timezone,
  duration: 3,
  confirm_inspection: true,
  occupied: true,
  utilities_on: true,
  disable_automated_notifications: false,
  require_payment: true,
  payment_notes: '',
  inspection_notes: '',
  discount_code: null,
  is_manual_edit: false,
  services: [{ id: ids.service, name: 'Residential home inspection', add_ons: [] }],
  fees: [bookedLine],
  total_fee: 350,
  template_options: [{ value: ids.template, label: 'Residential' }],
  agreements: [ids.agreement],
  attachments: [],
  invisible_inspectors: [ids.tariq],
  people: [
    personOn(ids.dana, 'inspector', 'Dana'),
    personOn(ids.tariq, 'inspector', 'Tariq'),
    personOn(ids.client, 'client', 'Amara'),
  ],
  inspection_events: [
    {
      id: ids.radon,
      name: 'Radon pick-up',
      description: '',
      inspector: null,
      start_date: '2020-01-02T09:00:00-05:00',
      end_date: '2020-01-02T10:00:00-05:00',
    },
  ],
  action_groups: [],
} as unknown as Appointment;

const blank = { email: '', phone: '', company_name: '', color: '', profile_pic: null, link: null };

/** Returns `booked` as a full response, as the details page shows it. */
export function shownAppointment(may: Partial<Appointment['may']> = {}): Appointment {
  return {
    ...booked,
    projection: 'full',
    _id: booked.id,
    public_id: 'x',
    subscriber_id: ids.dana,
    source: 'internal',
    status: 'scheduled',
    display_status: 'scheduled',
    has_address: true,
    end_time: '2030-03-08T12:00:00-05:00',
    send_notifications: true,
    outstanding: 350,
    paid: false,
    agreement_signed: false,
    published: false,
    templates: [ids.template],
    inspectors: [ids.dana],
    clients: [ids.client],
    agents: [],
    listing_agents: [],
    contractors: [],
    people: booked.people.map((one) => ({
      ...one,
      ...blank,
      invisible: one.id === ids.tariq,
      is_active: true,
    })),
    internal_notes: [],
    notification_settings: {},
    reports: [],
    overruled: [],
    canceled_at: null,
    cancel_reason: '',
    may: {
      edit: true,
      confirm: false,
      unconfirm: true,
      cancel: true,
      restore: false,
      complete: true,
      remove: false,
      ...may,
    },
    added_by: ids.dana,
    created_at: '2026-11-01T00:00:00Z',
    updated_at: '2026-11-01T00:00:00Z',
    address_lat_long: { lat: 40.9, lng: -73.8 },
    location_precision: 'rooftop',
  } as unknown as Appointment;
}

/** Returns the dialog state after these actions on a fresh one. */
export function stateAfter(...actions: DraftAction[]): DialogState {
  return actions.reduce(draftReducer, filledState(defaults, settings, {}, today));
}
