import type { EventDetails, OccurrenceData } from '#domain/automations/decision-types.ts';
import { asCents } from '#domain/base/money.ts';
import { asInstant } from '#domain/base/time.ts';
import type { GableEvent } from '#domain/events/events.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { findReachable } from './reachable.ts';

/** What an event says about itself, frozen with the job, because the state may change until it runs. */
export async function occurrenceData(ctx: ReadCtx | WriteCtx, event: GableEvent): Promise<OccurrenceData> {
  switch (event.type) {
    case 'appointment.services_changed':
      return servicesChanged(ctx, event);
    case 'appointment.priced':
      return { details: { old_total_cents: event.old_total_cents, new_total_cents: event.new_total_cents } };
    case 'agreement.added':
      return { details: { name: await agreementName(ctx, event.agreement_id) } };
    case 'agreement.removed':
      return { details: { name: event.name } };
    case 'attachment.added':
    case 'attachment.removed':
      return { attachment_name: event.name, details: { attachment_name: event.name } };
    case 'person.assigned':
    case 'person.unassigned':
      return personData(ctx, event.person_id);
    case 'appointment.rescheduled':
      return { details: { old_date_time: event.old_date_time } };
    case 'appointment.canceled':
      return { details: { cancel_reason: event.reason } };
    case 'invoice.paid':
      return { details: await paymentDetails(ctx, event.payment_id) };
    case 'report.published': {
      const details = await reportDetails(ctx, event.report_id);
      const is_first_report = await isFirstReport(ctx, event);
      return { report_name: details.report_name ?? '', is_first_report, details };
    }
    case 'report.viewed': {
      const details = await reportDetails(ctx, event.report_id);
      const viewer = event.person_id === null ? null : await findReachable(ctx, event.person_id);
      return { report_name: details.report_name ?? '', details: { ...details, name: viewer?.name ?? '' } };
    }
    case 'sub_event.created':
    case 'sub_event.updated':
      return { details: await subEventDetails(ctx, event.sub_event_id) };
    case 'sub_event.deleted':
      return { details: await deletedDetails(ctx, event) };
    default:
      return {};
  }
}

/** What an event about a contractor or technician says, who alone is meant by their group. */
export async function personData(ctx: ReadCtx | WriteCtx, personId: string): Promise<OccurrenceData> {
  const person = await findReachable(ctx, personId);
  return person ? { person, details: { name: person.name } } : {};
}

async function servicesChanged(
  ctx: ReadCtx | WriteCtx,
  event: Extract<GableEvent, { type: 'appointment.services_changed' }>,
): Promise<OccurrenceData> {
  const [addedServices, removedServices] = [
    await named(ctx, 'services', event.added_service_ids),
    await named(ctx, 'services', event.removed_service_ids),
  ];
  const [addedAddOns, removedAddOns] = [
    await named(ctx, 'add_ons', event.added_add_on_ids),
    await named(ctx, 'add_ons', event.removed_add_on_ids),
  ];
  return {
    changed_services: [...addedServices, ...removedServices],
    changed_service_addons: [...addedAddOns, ...removedAddOns],
    details: {
      added: [...addedServices, ...addedAddOns].map(({ name }) => name),
      removed: [...removedServices, ...removedAddOns].map(({ name }) => name),
    },
  };
}

async function named(ctx: ReadCtx | WriteCtx, table: 'services' | 'add_ons', ids: readonly string[]) {
  if (ids.length === 0) return [];
  return mine(ctx, table as 'services')
    .where('id', 'in', ids)
    .select(['id', 'name'])
    .execute();
}

async function agreementName(ctx: ReadCtx | WriteCtx, id: string): Promise<string> {
  const row = await mine(ctx, 'appointment_agreements')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirst();
  return row?.name ?? '';
}

async function reportDetails(ctx: ReadCtx | WriteCtx, id: string): Promise<EventDetails> {
  const row = await mine(ctx, 'reports')
    .where('id', '=', id)
    .select(['name', 'public_id'])
    .executeTakeFirst();
  return row ? { report_name: row.name, report_public_id: row.public_id } : {};
}

async function paymentDetails(ctx: ReadCtx | WriteCtx, id: string): Promise<EventDetails> {
  const row = await mine(ctx, 'payments')
    .where('id', '=', id)
    .select(['amount_cents', 'method', 'received_at'])
    .executeTakeFirst();
  if (!row) return {};
  const { amount_cents, method, received_at } = row;
  return { payment: { amount_cents: asCents(amount_cents), method, received_at: asInstant(received_at) } };
}

/** Returns what messages say about a sub-event as it is now. */
export async function subEventDetails(ctx: ReadCtx | WriteCtx, id: string): Promise<EventDetails> {
  const row = await mine(ctx, 'appointment_events')
    .leftJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_events.subscriber_id')
        .onRef('u.id', '=', 'appointment_events.inspector_id'),
    )
    .where('appointment_events.id', '=', id)
    .select(['name', 'description', 'start_date', 'end_date', 'u.first_name', 'u.last_name'])
    .executeTakeFirst();
  if (!row) return {};
  return {
    ...{ name: row.name, description: row.description },
    ...{ start: asInstant(row.start_date), end: asInstant(row.end_date) },
    technician: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
  };
}

async function deletedDetails(
  ctx: ReadCtx | WriteCtx,
  event: Extract<GableEvent, { type: 'sub_event.deleted' }>,
): Promise<EventDetails> {
  const { name, description, start_date: start, end_date: end, inspector_id } = event;
  const technician = inspector_id === null ? null : await findReachable(ctx, inspector_id);
  return { name, description, start, end, technician: technician?.name ?? '' };
}

/** Whether no other report of the appointment was published before. */
async function isFirstReport(
  ctx: ReadCtx | WriteCtx,
  event: Extract<GableEvent, { type: 'report.published' }>,
): Promise<boolean> {
  const earlier = await mine(ctx, 'reports')
    .where('appointment_id', '=', event.appointment_id)
    .where('id', '<>', event.report_id)
    .where('first_published_at', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}
