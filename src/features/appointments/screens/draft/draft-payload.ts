import { asZone, formatWithOffset, parseInstantOrLocal } from '#domain/base/time.ts';
import type { BookingStep } from '#domain/scheduling/appointment-draft.ts';
import type { ReinspectionChoice } from '#web/appointment-dialog-state.ts';
import type { RouteInput } from '#wire/route.ts';
import type { bookAppointment } from '../../booking-contract.ts';
import { wireFee } from './draft-pricing.ts';
import type { DialogState } from './draft-state.ts';

/** Converts the draft to payload fields (decisions section 25); the only place that maps them. */
export function draftToPayload(state: DialogState): RouteInput<typeof bookAppointment> {
  const { draft, defaults } = state;
  const { location, services, people, information } = draft;
  const { newServices } = services;
  const zone = asZone(defaults?.timezone ?? 'UTC');
  const ids = (options: readonly { value: string }[]) => options.map((one) => one.value);
  return {
    orderId: state.suggestion,
    order_id: information.order_id.trim(),
    address: location.streetAndNumber.trim(),
    city: location.city.trim(),
    state: location.state.trim(),
    zip_code: location.zipCode.trim(),
    ...(/^[A-Z]{2}$/i.test(state.country) ? { country: state.country } : {}),
    square_feet: location.square_feet,
    year_built: location.year_built,
    foundation: location.foundation,
    address_lat_long: location.coordinates,
    location_precision: state.locationPrecision,
    date_time: localToOffsetIso(draft.dateTime, zone),
    duration: newServices.manualDuration ?? Number(services.duration),
    discount_code: services.discountCode,
    templates: ids(newServices.templates),
    agreements: ids(newServices.agreements),
    services: newServices.services.map(({ id, name, add_ons }) => ({ id, name, add_ons })),
    fees: newServices.fees.map(wireFee),
    is_manual_edit: services.isManualEdit,
    inspection_events: information.events.map((event) => ({
      ...(event.id ? { id: event.id } : {}),
      name: event.name.trim(),
      description: event.description,
      inspector: event.inspector,
      start_date: localToOffsetIso(event.start_date, zone) ?? event.start_date,
      end_date: localToOffsetIso(event.end_date, zone) ?? event.end_date,
    })),
    total_fee: Number(services.total),
    outstanding: Number(services.total),
    // Sent as specified; for a new appointment nothing is paid, signed or noted yet, and the server decides that
    // itself.
    paid: false,
    agreement_signed: false,
    // Files are uploaded once the appointment exists.
    attachments: [],
    internal_notes: [],
    require_payment: information.requirePayment,
    payment_notes: information.paymentNotes,
    inspectors: people.technicians,
    invisible_inspectors: [],
    clients: people.clients,
    agents: people.agents,
    listing_agents: people.listingAgents,
    contractors: people.contractors,
    confirm_inspection: information.confirm_inspection,
    occupied: information.occupied,
    utilities_on: information.utilities_on,
    disable_automated_notifications: information.disable_automated_notifications,
    inspection_notes: state.inspectionNotes,
    action_groups: information.action_groups,
    ...(state.overrule ? { overrule: state.overrule } : {}),
    ...(state.reinspection ? { reinspection: reinspectionOf(state.reinspection) } : {}),
  };
}

function reinspectionOf({ report_id, repair_list_id, comment_ids }: ReinspectionChoice) {
  return { report_id, repair_list_id, comment_ids: [...comment_ids] };
}

/**
 * Converts a company-local time to ISO with its UTC offset; invalid values pass unchanged, for the server to report.
 */
export function localToOffsetIso(time: string | null, zone: ReturnType<typeof asZone>): string | null {
  const at = parseInstantOrLocal(time, zone);
  return at === null ? time : formatWithOffset(at, zone);
}

const stepsByField: readonly [BookingStep, readonly string[]][] = [
  [
    'addLocation',
    [
      'address',
      'city',
      'state',
      'zip_code',
      'country',
      'square_feet',
      'year_built',
      'foundation',
      'address_lat_long',
    ],
  ],
  ['setDateTime', ['date_time']],
  ['addPeople', ['clients', 'inspectors', 'agents', 'listing_agents', 'contractors', 'invisible_inspectors']],
  [
    'addServices',
    [
      'services',
      'fees',
      'templates',
      'agreements',
      'discount_code',
      'duration',
      'inspection_events',
      'require_payment',
      'payment_notes',
    ],
  ],
];

/** Returns the tab on which a payload field is entered. */
export function stepOfField(field: string): BookingStep {
  const name = field.split('.')[0] ?? '';
  return stepsByField.find(([, names]) => names.includes(name))?.[0] ?? 'addInformation';
}
