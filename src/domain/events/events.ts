import type { Cents } from '../base/money.ts';
import type { Instant } from '../base/time.ts';

/** The role of a person on an appointment. */
export type PersonRole = 'inspector' | 'client' | 'agent' | 'listing_agent' | 'contractor';
/** Who viewed a report. */
export type ViewerRole = 'client' | 'agent' | 'listing_agent' | 'other';

type OfAppointment<T extends string, More = unknown> = { type: T; appointment_id: string } & More;
type OfReport<T extends string, More = unknown> = {
  type: T;
  report_id: string;
  appointment_id: string;
} & More;
type OfPayment<T extends string, More = unknown> = {
  type: T;
  payment_id: string;
  invoice_id: string;
  appointment_id: string;
} & More;

/** Events of a company and its people. */
type CompanyEvent =
  | {
      type: 'company.created';
      owner_id: string;
      company_name: string;
      phone: string;
      email: string;
      timezone: string;
      language: string;
    }
  | { type: 'user.verification_asked'; user_id: string; code_id: string }
  | { type: 'company.changed'; fields: string[] }
  | { type: 'user.invited'; user_id: string; code_id: string }
  | { type: 'user.verified'; user_id: string }
  | { type: 'user.changed'; user_id: string; fields: string[] }
  | { type: 'user.deactivated'; user_id: string }
  | { type: 'user.password_reset_asked'; user_id: string; code_id: string }
  | { type: 'user.password_changed'; user_id: string }
  | { type: 'user.password_guessed'; user_id: string }
  | { type: 'contact.created'; contact_id: string }
  | { type: 'contact.changed'; contact_id: string; fields: string[] }
  | { type: 'contact.deleted'; contact_id: string }
  | { type: 'contacts.imported'; import_id: string }
  | { type: 'contacts.import_undone'; import_id: string }
  | { type: 'contact.merged'; merge_id: string; keep_id: string; merged_id: string }
  | { type: 'contact.unmerged'; merge_id: string; keep_id: string; merged_id: string }
  | { type: 'availability.changed'; team_id: string; what: 'week' | 'override' | 'limits' }
  | { type: 'subscription.changed'; plan_id: string | null }
  | { type: 'ticket.created'; ticket_id: string };

/** Events of the price list. */
type PriceListEvent =
  | { type: 'service.created'; service_id: string }
  | { type: 'service.changed'; service_id: string; fields: string[] }
  | { type: 'service.deleted'; service_id: string }
  | { type: 'services.ordered' }
  | { type: 'discount_code.created'; discount_code_id: string }
  | { type: 'discount_code.changed'; discount_code_id: string; fields: string[] }
  | { type: 'discount_code.deleted'; discount_code_id: string };

/**
 * Events of an appointment. Creating one emits `appointment.created` first, which creates its invoice, agreements and
 * reports, and then `appointment.requested` or `appointment.scheduled`. Confirming it later emits
 * `appointment.scheduled`.
 */
type AppointmentEvent =
  | OfAppointment<'appointment.created'>
  | OfAppointment<'appointment.requested'>
  | OfAppointment<'appointment.scheduled', { send_notifications?: boolean }>
  | OfAppointment<'appointment.unconfirmed'>
  | OfAppointment<'appointment.rescheduled', { old_date_time: Instant; new_date_time: Instant } & ByClient>
  | OfAppointment<'appointment.canceled', { reason: string; notify?: boolean } & ByClient>
  | OfAppointment<'appointment.restored'>
  | OfAppointment<'appointment.completed'>
  | OfAppointment<'appointment.reopened'>
  | OfAppointment<'appointment.deleted'>
  | OfAppointment<'appointment.changed', { fields: string[] }>
  | OfAppointment<'appointment.services_changed', ServicesChange>
  | OfAppointment<
      'appointment.priced',
      {
        old_total_cents: Cents;
        new_total_cents: Cents;
        /** The lines were saved again as they were. */
        is_same?: true;
      }
    >
  | OfAppointment<'appointment.signed_and_paid'>
  | OfAppointment<'person.assigned', { role: PersonRole; person_id: string }>
  | OfAppointment<'person.unassigned', { role: PersonRole; person_id: string }>
  | OfAppointment<'attachment.added', { attachment_id: string; name: string }>
  | OfAppointment<'attachment.removed', { attachment_id: string; name: string }>
  | OfAppointment<'sub_event.created', { sub_event_id: string }>
  | OfAppointment<'sub_event.updated', { sub_event_id: string }>
  | OfAppointment<'sub_event.deleted', { sub_event_id: string; name: string } & DeletedSubEvent>
  | OfAppointment<'gate.waived', { what: GateStep; reason: string }>
  | OfAppointment<'gate.restored', { what: GateStep }>
  | OfAppointment<'appointment.reinspection_booked', { reinspection_id: string; name: string }>
  | OfAppointment<'appointment.change_requested', { change_request_id: string; person_id: string | null }>
  | OfAppointment<'person.link_revoked', { person_id: string }>
  | OfAppointment<'person.rights_changed', { person_id: string }>;

/** Set if a client or agent did it through the personal link; otherwise a user did. */
interface ByClient {
  actor?: 'client';
  person_id?: string;
}

/** What only the event knows once the sub-event is gone. */
interface DeletedSubEvent {
  description: string;
  inspector_id: string | null;
  start_date: Instant;
  end_date: Instant;
}

/** Events of agreements and money. `agreements.completed` is automation event 15, `invoice.paid` is 16. */
type DealEvent =
  | OfAppointment<'agreement.added', { agreement_id: string }>
  | OfAppointment<'agreement.removed', { agreement_id: string; name: string }>
  | OfAppointment<'agreement.voided', { agreement_id: string; reason: string }>
  | OfAppointment<'agreement.viewed', { agreement_id: string; person_id: string | null }>
  | OfAppointment<
      'agreement.signed',
      { agreement_id: string; signature_id: string; person_id: string | null }
    >
  | OfAppointment<'agreement.declined', { agreement_id: string; person_id: string; reason: string }>
  | OfAppointment<'agreements.completed', { notify?: boolean }>
  | OfAppointment<'invoice.sent', { invoice_id: string }>
  | OfAppointment<'invoice.voided', { invoice_id: string; reason: string }>
  | OfAppointment<'invoice.restored', { invoice_id: string }>
  | OfAppointment<'invoice.paid', { invoice_id: string; payment_id: string }>
  | OfPayment<'payment.recorded', { amount_cents: Cents }>
  | OfPayment<'payment.failed'>
  | OfPayment<'payment.refunded', { amount_cents: Cents }>
  | OfPayment<'payment.voided', { amount_cents: Cents }>;

/** Events of reports, messages and calendar entries. */
type ReportEvent =
  | OfReport<'report.created'>
  | OfReport<'report.submitted'>
  | OfReport<'report.returned', { note: string }>
  | OfReport<'report.published', { is_first: boolean; snapshot_id?: string }>
  | OfReport<'report.unpublished'>
  | OfReport<'report.shared', { recipients: number }>
  | OfReport<'repair_list.created', { repair_list_id: string; person_id: string | null; name: string }>
  | OfReport<'repair_list.shared', { repair_list_id: string; recipients: number }>
  | OfReport<'report.viewed', { role: ViewerRole; person_id: string | null; is_first: boolean }>
  | { type: 'calendar_event.created'; calendar_event_id: string }
  | { type: 'calendar_event.changed'; calendar_event_id: string }
  | { type: 'calendar_event.deleted'; calendar_event_id: string }
  /** Mails to this person are sent again to a corrected address: links sent before must no longer work. */
  | { type: 'message.readdressed'; appointment_id: string; person_id: string }
  | { type: 'message.sent'; message_id: string; appointment_id: string | null }
  | { type: 'message.failed'; message_id: string; appointment_id: string | null; reason: string }
  /** A reader did so for the first time; without a person if the mail has copies. */
  | {
      type: 'message.opened' | 'message.clicked';
      message_id: string;
      appointment_id: string | null;
      person_id: string | null;
      note: string;
    }
  | { type: 'text_credits.low'; credits: number; is_out: boolean }
  | { type: 'sending_limit.reached'; kind: 'email' | 'text'; per_hour: number }
  | {
      type: 'text.received';
      text_id: string;
      appointment_id: string | null;
      person_id: string | null;
      note: string;
    }
  | { type: 'message.bounced'; message_id: string; appointment_id: string | null; reason: string };

/**
 * The closed list of events. Names are in the past tense and payloads hold only ids: listeners read the current state.
 */
export type GableEvent = Named<CompanyEvent | PriceListEvent | AppointmentEvent | DealEvent | ReportEvent>;
/** Refuses event names without a dot: `thing.happened`. */
type Named<E extends { type: `${Lowercase<string>}.${Lowercase<string>}` }> = E;
export type EventType = GableEvent['type'];

/** A condition that keeps a report closed and can be waived for one appointment. */
export type GateStep = 'payment' | 'agreement';

/** The services and add-ons that one save added and removed. */
export interface ServicesChange {
  added_service_ids: string[];
  removed_service_ids: string[];
  added_add_on_ids: string[];
  removed_add_on_ids: string[];
}

type AutomationGroup =
  | 'Pre-Appointment'
  | 'Client Actions'
  | 'Day of Appointment'
  | 'Sub-Events'
  | 'Post-Appointment';

/** The id of an automation event; on the wire the `event_type` of an action. */
export type AutomationEventId =
  | 1
  | 2
  | 3
  | 4
  | 5
  | 6
  | 7
  | 8
  | 9
  | 10
  | 11
  | 12
  | 13
  | 14
  | 15
  | 16
  | 17
  | 18
  | 19
  | 20
  | 21
  | 22
  | 23
  | 24
  | 25;

/** One of the 25 events that can trigger an action (decisions G-AUT-1). */
export interface AutomationEvent {
  id: AutomationEventId;
  name: string;
  group: AutomationGroup;
  /** The event type that triggers it; null for the two scheduled ones, whose time is known in advance. */
  on: EventType | null;
  /** Whether actions may run before it; makes sense only for scheduled ones. */
  mayBeBefore: boolean;
}

const row = (
  id: AutomationEventId,
  name: string,
  group: AutomationGroup,
  on: EventType | null,
): AutomationEvent => ({
  id,
  name,
  group,
  on,
  mayBeBefore: on === null,
});

/** The 25 automation events, ordered by id. Correcting the numbering takes a change here and a data migration. */
export const automationEvents: readonly AutomationEvent[] = [
  row(1, 'Appointment requested', 'Pre-Appointment', 'appointment.requested'),
  row(2, 'Appointment scheduled', 'Pre-Appointment', 'appointment.scheduled'),
  row(3, 'Services changed', 'Pre-Appointment', 'appointment.services_changed'),
  row(4, 'Fees changed', 'Pre-Appointment', 'appointment.priced'),
  row(5, 'Agreement added', 'Pre-Appointment', 'agreement.added'),
  row(6, 'Agreement removed', 'Pre-Appointment', 'agreement.removed'),
  row(7, 'Attachment added', 'Pre-Appointment', 'attachment.added'),
  row(8, 'Attachment removed', 'Pre-Appointment', 'attachment.removed'),
  row(9, 'Contractor assigned', 'Pre-Appointment', 'person.assigned'),
  row(10, 'Contractor unassigned', 'Pre-Appointment', 'person.unassigned'),
  row(11, 'Technician assigned', 'Pre-Appointment', 'person.assigned'),
  row(12, 'Technician unassigned', 'Pre-Appointment', 'person.unassigned'),
  row(13, 'Rescheduled', 'Pre-Appointment', 'appointment.rescheduled'),
  row(14, 'Canceled', 'Pre-Appointment', 'appointment.canceled'),
  row(15, 'All agreements signed', 'Client Actions', 'agreements.completed'),
  row(16, 'Paid', 'Client Actions', 'invoice.paid'),
  row(17, 'Signed and paid', 'Client Actions', 'appointment.signed_and_paid'),
  row(18, 'Appointment start time', 'Day of Appointment', null),
  row(19, 'Appointment end time', 'Day of Appointment', null),
  row(20, 'Reports published', 'Day of Appointment', 'report.published'),
  row(21, 'Sub-event created', 'Sub-Events', 'sub_event.created'),
  row(22, 'Sub-event updated', 'Sub-Events', 'sub_event.updated'),
  row(23, 'Sub-event deleted', 'Sub-Events', 'sub_event.deleted'),
  row(24, 'Report viewed by agent', 'Post-Appointment', 'report.viewed'),
  row(25, 'Report viewed by client', 'Post-Appointment', 'report.viewed'),
];

/** Returns the automation event with this id, or null. */
export function automationEvent(id: number): AutomationEvent | null {
  return automationEvents[id - 1] ?? null;
}

/**
 * Returns the id of the automation event that an event triggers, or null. Contractor and technician are distinguished
 * by role, views by viewer (listing agents count as agents) and counted once per person. A report counts at its first
 * publication; whether it is the first of its appointment, and a rule names it, is up to the decision on each action.
 */
export function automationEventIdFor(event: GableEvent): AutomationEventId | null {
  switch (event.type) {
    case 'person.assigned':
      return event.role === 'contractor' ? 9 : event.role === 'inspector' ? 11 : null;
    case 'person.unassigned':
      return event.role === 'contractor' ? 10 : event.role === 'inspector' ? 12 : null;
    case 'appointment.priced':
      return event.is_same ? null : 4;
    case 'report.published':
      return event.is_first ? 20 : null;
    case 'report.viewed':
      if (!event.is_first) return null;
      return event.role === 'client' ? 25 : event.role === 'other' ? null : 24;
    default:
      return automationEvents.find((row) => row.on === event.type)?.id ?? null;
  }
}
