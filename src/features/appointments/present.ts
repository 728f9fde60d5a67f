import { withoutHeaderValues } from '#domain/automations/chosen-groups.ts';
import { minutesToHours } from '#domain/base/durations.ts';
import { asCents, fromCents } from '#domain/base/money.ts';
import { asInstant, formatWithOffset, type Instant, type Zone } from '#domain/base/time.ts';
import { appointmentTransition, displayStatus } from '#domain/scheduling/appointment-states.ts';
import { hasCompleteAddress } from '#domain/scheduling/booking.ts';
import type { Appointment } from './contract.ts';
import type { FeeRow, LoadedAppointment, NoteRow, PersonRow, SubEventRow } from './rows.ts';

/** What presenting needs in addition to the row: the viewer, the time zone, and how to build personal links. */
export interface Viewer {
  now: Instant;
  zone: Zone;
  seesPrices: boolean;
  mayEdit: boolean;
  linkOf(person: PersonRow, publicId: string): string | null;
}

/** The key in notification_settings that stores whether the last save wanted a confirmation. */
export const confirmationWantedKey = 'send_notifications';

/** Set in `fields` of appointment.changed when the address became complete: pending messages are then sent. */
export const addressCompletedField = 'address_completed';

/** Presents an appointment to company members. */
export function presentAppointment(row: LoadedAppointment, viewer: Viewer): Appointment {
  return {
    projection: 'full',
    _id: row.id,
    id: row.id,
    public_id: row.public_id,
    subscriber_id: row.subscriber_id,
    order_id: row.order_id,
    source: row.source,
    ...presentProperty(row),
    ...presentTime(row, viewer),
    ...presentSettings(row),
    ...presentMoney(row, viewer),
    ...presentDocuments(row),
    ...presentPeople(row, viewer),
    inspection_events: row.sub_events.map((e) => presentSubEvent(e, viewer.zone)),
    internal_notes: row.notes.map((n) => presentNote(n)),
    overruled: row.overruled.map((o) => ({
      technician_id: o.technician_id,
      overruled_by: o.overruled_by,
      overruled_by_name: o.overruled_by_name ?? '',
      overruled_at: o.overruled_at === null ? null : asInstant(o.overruled_at),
      reason: o.overrule_reason,
    })),
    canceled_at: row.canceled_at,
    cancel_reason: row.cancel_reason,
    may: mayOf(row, viewer),
    added_by: row.added_by,
    rev: row.rev,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function presentProperty(row: LoadedAppointment) {
  return {
    address: row.address,
    city: row.city,
    state: row.state,
    zip_code: row.zip_code,
    country: row.country,
    square_feet: row.square_feet,
    year_built: row.year_built,
    foundation: row.foundation,
    address_lat_long: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    location_precision: row.location_precision,
    has_address: isAddressComplete(row),
    occupied: row.occupied,
    utilities_on: row.utilities_on,
  };
}

function presentTime(row: LoadedAppointment, { zone, now }: Viewer) {
  return {
    status: row.status,
    display_status: displayStatus(row.status, timesOf(row, now)),
    confirm_inspection: row.confirm_inspection,
    date_time: formatWithOffset(asInstant(row.date_time), zone),
    end_time: formatWithOffset(asInstant(row.end_time), zone),
    timezone: zone,
    duration: minutesToHours(row.duration_minutes),
  };
}

function presentSettings(row: LoadedAppointment) {
  const { [confirmationWantedKey]: wantsConfirmation, ...notification_settings } =
    (row.notification_settings ?? {}) as Record<string, unknown>;
  return {
    disable_automated_notifications: row.disable_automated_notifications,
    send_notifications:
      typeof wantsConfirmation === 'boolean' ? wantsConfirmation : !row.disable_automated_notifications,
    notification_settings,
    action_groups: withoutHeaderValues(Array.isArray(row.action_groups) ? row.action_groups : []),
    require_payment: row.require_payment,
    payment_notes: row.payment_notes,
    inspection_notes: row.inspection_notes,
  };
}

function presentMoney(row: LoadedAppointment, { seesPrices }: Viewer) {
  const money = (cents: number) => (seesPrices ? fromCents(asCents(cents)) : null);
  return {
    services: row.services.map((s) => ({
      id: s.service_id,
      name: s.name,
      add_ons: row.addons
        .filter((a) => a.service_id === s.service_id)
        .map((a) => ({ id: a.add_on_id, name: a.name })),
    })),
    discount_code: codeOf(row.discount_snapshot),
    is_manual_edit: row.is_manual_edit,
    fees: seesPrices ? row.fees.map(presentFee) : [],
    total_fee: money(row.total_fee_cents),
    outstanding: money(row.outstanding_cents),
    paid: row.paid,
  };
}

function presentDocuments(row: LoadedAppointment) {
  return {
    agreement_signed: row.agreement_signed,
    published: row.published,
    templates: row.templates.map((t) => t.template_id),
    template_options: row.templates.map((t) => ({ value: t.template_id, label: t.name })),
    agreements: row.agreements.flatMap((a) => (a.template_id && a.voided_at === null ? [a.template_id] : [])),
    attachments: row.attachments.map(({ id, name, as_report, visible_to_client }) => ({
      id,
      name,
      as_report,
      visible_to_client,
    })),
    reports: row.reports.map(({ id, public_id, name, status }) => ({ id, public_id, name, status })),
  };
}

function presentPeople(row: LoadedAppointment, viewer: Viewer) {
  const idsOf = (role: PersonRow['role'], invisible = false) =>
    row.people.filter((p) => p.role === role && p.invisible === invisible).map((p) => p.person_id);
  return {
    inspectors: idsOf('inspector'),
    invisible_inspectors: idsOf('inspector', true),
    clients: idsOf('client'),
    agents: idsOf('agent'),
    listing_agents: idsOf('listing_agent'),
    contractors: idsOf('contractor'),
    people: row.people.map((p) => presentPerson(p, viewer.linkOf(p, row.public_id))),
  };
}

/** Returns whether the address is complete, so that agreements and messages need not wait. */
export function isAddressComplete(row: Pick<LoadedAppointment, 'address' | 'state' | 'zip_code'>): boolean {
  return hasCompleteAddress({ streetAndNumber: row.address, state: row.state, zipCode: row.zip_code });
}

/** The three instants from which the displayed status is derived. */
export function timesOf(row: { date_time: string; end_time: string }, now: Instant) {
  return { now, date_time: asInstant(row.date_time), end_time: asInstant(row.end_time) };
}

/** The input of the rules for status changes. */
export function stateChangeFacts(row: LoadedAppointment, now: Instant) {
  return {
    ...timesOf(row, now),
    confirm_inspection: row.confirm_inspection,
    reports: row.reports.length,
    published_reports: row.reports.filter((r) => r.status === 'published').length,
    payments: row.payments,
    signed_agreements: row.agreements.filter((a) => a.signed && a.voided_at === null).length,
  };
}

function mayOf(row: LoadedAppointment, viewer: Viewer): Appointment['may'] {
  const facts = stateChangeFacts(row, viewer.now);
  const can = (action: Parameters<typeof appointmentTransition>[1]) =>
    viewer.mayEdit && appointmentTransition(row.status, action, facts).ok;
  return {
    edit: viewer.mayEdit && row.status !== 'canceled',
    confirm: can('confirm'),
    unconfirm: can('unconfirm'),
    cancel: can('cancel'),
    restore: can('restore'),
    complete: can('complete'),
    remove: can('delete'),
  };
}

function presentFee(row: FeeRow): Appointment['fees'][number] {
  return {
    id: row.id,
    serviceId: row.service_id,
    addOnId: row.add_on_id,
    discountCodeId: row.discount_code_id,
    line_item: row.line_item,
    pricing_details: row.pricing_details,
    pretax_amount: fromCents(asCents(row.pretax_cents)),
    tax_amount: fromCents(asCents(row.tax_cents)),
    tax_description: row.tax_description,
    is_tax_manual: row.is_tax_manual,
    notes_for_client_invoice: row.notes_for_client_invoice,
    duration: minutesToHours(row.duration_minutes),
    kind: row.kind,
  };
}

function presentPerson(row: PersonRow, link: string | null): Appointment['people'][number] {
  return {
    id: row.person_id,
    role: row.role,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    company_name: row.company_name,
    color: row.color,
    profile_pic: row.profile_pic_file_id === null ? null : `/api/v2/files/${row.profile_pic_file_id}`,
    invisible: row.invisible,
    is_active: row.is_active,
    link,
  };
}

function presentSubEvent(row: SubEventRow, zone: Zone): Appointment['inspection_events'][number] {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    inspector: row.inspector_id,
    start_date: formatWithOffset(asInstant(row.start_date), zone),
    end_date: formatWithOffset(asInstant(row.end_date), zone),
  };
}

/** An internal note with its author's name. */
export function presentNote(row: NoteRow): Appointment['internal_notes'][number] {
  return {
    id: row.id,
    text: row.text,
    isEdited: row.is_edited,
    createdBy: row.created_by,
    author: row.author ?? '',
    createdAt: asInstant(row.created_at),
  };
}

function codeOf(snapshot: unknown): string | null {
  const code = (snapshot as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}
