import type { Instant, Zone } from '#domain/base/time.ts';
import { parseManualFees } from '#domain/pricing/manual-fees.ts';
import type { Company } from '#features/company/get-company.ts';
import { readServiceChoices } from '#features/services/service-choices.ts';
import type { AppointmentPayload } from '../booking-contract.ts';
import type { UncheckedBooking } from './check-booking.ts';
import type { OfficeFields } from './new-appointment.ts';
import { type Problems, readDuration, readLocation, readMoment, readSubEvents } from './read-payload.ts';

/** Reads a member's payload. Finds what can't be read; everything else is up to `checkBooking`. */
export function readNewAppointment(
  payload: AppointmentPayload,
  now: Instant,
  company: Company,
): UncheckedBooking & { office: OfficeFields } {
  const zone = company.timezone;
  const location = readLocation(payload, now, zone);
  const problems: Problems = { ...location.problems };
  const office = readOfficeFields(payload, now, company, problems);
  const at = readMoment(payload.date_time, zone);
  if (at === null) problems.date_time = 'Date needs to be valid';
  return {
    request: {
      location: location.values,
      at,
      services: readServiceChoices(payload.services ?? []),
      discountCode: payload.discount_code?.trim() || null,
      technicianIds: payload.inspectors ?? [],
      clientIds: payload.clients ?? [],
      agentIds: payload.agents ?? [],
      listingAgentIds: payload.listing_agents ?? [],
      isOccupied: payload.occupied ?? true,
      hasUtilitiesOn: payload.utilities_on ?? true,
      notes: payload.inspection_notes?.trim() ?? '',
    },
    office,
    dateTime: payload.date_time ?? null,
    problems,
  };
}

function readOfficeFields(
  payload: AppointmentPayload,
  now: Instant,
  { timezone, settings }: Company,
  problems: Problems,
): OfficeFields {
  const isNotificationDisabled = payload.disable_automated_notifications ?? false;
  return {
    orderId: { typed: payload.order_id?.trim() ?? '', suggestion: payload.orderId?.trim() || null },
    minutes: readDuration(payload.duration, problems),
    manualFees: readManualFees(payload, problems),
    templateIds: payload.templates ?? null,
    agreementIds: payload.agreements ?? null,
    hiddenTechnicianIds: payload.invisible_inspectors ?? [],
    contractorIds: payload.contractors ?? [],
    subEvents: readNewSubEvents(payload, now, timezone, problems),
    overrule: payload.overrule || null,
    isConfirmed: payload.confirm_inspection ?? true,
    requirePayment: payload.require_payment ?? settings.require_payment_default,
    paymentNotes: payload.payment_notes?.trim() ?? '',
    internalNotes: (payload.internal_notes ?? []).map((note) => note.text),
    isNotificationDisabled,
    sendsConfirmation: payload.send_notifications ?? !isNotificationDisabled,
    reminders: payload.notification_settings ?? {},
    actionGroups: payload.action_groups ?? [],
    reinspection: readReinspection(payload.reinspection),
  };
}

function readReinspection(given: AppointmentPayload['reinspection']): OfficeFields['reinspection'] {
  if (!given) return null;
  const { report_id, repair_list_id, comment_ids } = given;
  return {
    reportId: report_id,
    repairListId: repair_list_id ?? null,
    commentIds: [...new Set(comment_ids)],
  };
}

function readManualFees(payload: AppointmentPayload, problems: Problems): OfficeFields['manualFees'] {
  if (payload.is_manual_edit !== true) return null;
  const manual = parseManualFees(payload.fees ?? []);
  Object.assign(problems, manual.problems);
  return manual.fees;
}

function readNewSubEvents(
  payload: AppointmentPayload,
  now: Instant,
  zone: Zone,
  problems: Problems,
): OfficeFields['subEvents'] {
  const subEvents = readSubEvents(payload.inspection_events ?? [], [], now, zone);
  Object.assign(problems, subEvents.problems);
  return subEvents.values;
}
