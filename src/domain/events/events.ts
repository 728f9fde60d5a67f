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
  | OfAppointment<'appointment.rescheduled', { old_date_time: Instant; new_date_time: Instant }>
  | OfAppointment<'appointment.canceled', { reason: string; notify?: boolean }>
  | OfAppointment<'appointment.restored'>
  | OfAppointment<'appointment.completed'>
  | OfAppointment<'appointment.reopened'>
  | OfAppointment<'appointment.deleted'>
  | OfAppointment<'appointment.changed', { fields: string[] }>
  | OfAppointment<'appointment.services_changed', ServicesChange>
  | OfAppointment<'appointment.priced', { old_total_cents: Cents; new_total_cents: Cents }>
  | OfAppointment<'appointment.signed_and_paid'>
  | OfAppointment<'person.assigned', { role: PersonRole; person_id: string }>
  | OfAppointment<'person.unassigned', { role: PersonRole; person_id: string }>
  | OfAppointment<'attachment.added', { attachment_id: string; name: string }>
  | OfAppointment<'attachment.removed', { attachment_id: string; name: string }>
  | OfAppointment<'sub_event.created', { sub_event_id: string }>
  | OfAppointment<'sub_event.updated', { sub_event_id: string }>
  | OfAppointment<'sub_event.deleted', { sub_event_id: string; name: string }>
  | OfAppointment<'gate.waived', { what: GateStep; reason: string }>
  | OfAppointment<'gate.restored', { what: GateStep }>
  | OfAppointment<'appointment.change_requested', { change_request_id: string; person_id: string | null }>
  | OfAppointment<'person.link_revoked', { person_id: string }>
  | OfAppointment<'person.rights_changed', { person_id: string }>;

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
  | OfReport<'report.viewed', { role: ViewerRole; person_id: string | null; is_first: boolean }>
  | { type: 'calendar_event.created'; calendar_event_id: string }
  | { type: 'calendar_event.changed'; calendar_event_id: string }
  | { type: 'calendar_event.deleted'; calendar_event_id: string }
  | { type: 'message.sent'; message_id: string; appointment_id: string | null }
  | { type: 'message.failed'; message_id: string; appointment_id: string | null; reason: string }
  | { type: 'message.bounced'; message_id: string; appointment_id: string | null; reason: string };

/**
 * The closed list of events. Names are in the past tense and payloads hold only ids: listeners read the current state.
 */
export type GableEvent = CompanyEvent | PriceListEvent | AppointmentEvent | DealEvent | ReportEvent;
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

const known: Record<EventType, true> = {
  'company.created': true,
  'company.changed': true,
  'user.invited': true,
  'user.verified': true,
  'user.changed': true,
  'user.deactivated': true,
  'user.verification_asked': true,
  'user.password_reset_asked': true,
  'user.password_changed': true,
  'contact.created': true,
  'contact.changed': true,
  'contact.deleted': true,
  'contacts.imported': true,
  'contacts.import_undone': true,
  'contact.merged': true,
  'contact.unmerged': true,
  'availability.changed': true,
  'subscription.changed': true,
  'ticket.created': true,
  'service.created': true,
  'service.changed': true,
  'service.deleted': true,
  'services.ordered': true,
  'discount_code.created': true,
  'discount_code.changed': true,
  'discount_code.deleted': true,
  'appointment.created': true,
  'appointment.requested': true,
  'appointment.scheduled': true,
  'appointment.unconfirmed': true,
  'appointment.rescheduled': true,
  'appointment.canceled': true,
  'appointment.restored': true,
  'appointment.completed': true,
  'appointment.reopened': true,
  'appointment.deleted': true,
  'appointment.changed': true,
  'appointment.services_changed': true,
  'appointment.priced': true,
  'appointment.signed_and_paid': true,
  'person.assigned': true,
  'person.unassigned': true,
  'attachment.added': true,
  'attachment.removed': true,
  'sub_event.created': true,
  'sub_event.updated': true,
  'sub_event.deleted': true,
  'gate.waived': true,
  'gate.restored': true,
  'appointment.change_requested': true,
  'person.link_revoked': true,
  'person.rights_changed': true,
  'agreement.added': true,
  'agreement.removed': true,
  'agreement.voided': true,
  'agreement.viewed': true,
  'agreement.signed': true,
  'agreement.declined': true,
  'agreements.completed': true,
  'invoice.sent': true,
  'invoice.voided': true,
  'invoice.restored': true,
  'invoice.paid': true,
  'payment.recorded': true,
  'payment.failed': true,
  'payment.refunded': true,
  'payment.voided': true,
  'report.created': true,
  'report.submitted': true,
  'report.returned': true,
  'report.published': true,
  'report.unpublished': true,
  'report.shared': true,
  'report.viewed': true,
  'calendar_event.created': true,
  'calendar_event.changed': true,
  'calendar_event.deleted': true,
  'message.sent': true,
  'message.failed': true,
  'message.bounced': true,
};

/** Every event type, once. */
export const eventTypes = Object.keys(known) as EventType[];
