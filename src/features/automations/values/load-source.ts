import { asCents } from '#domain/base/money.ts';
import { asInstant } from '#domain/base/time.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/** What the values of placeholders are written from, the same for all readers. */
export type ValueSource = Awaited<ReturnType<typeof loadSource>>;
/** A person of the appointment, or an administrator. */
export type SourcePerson = ValueSource['people'][number];

/** Loads the current state of an appointment for its messages and webhooks. Throws NOT_FOUND once it is deleted. */
export async function loadSource(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  const company: Company = await getCompany(ctx);
  return {
    company,
    publicUrl: ctx.installation.publicUrl,
    appointment: await appointmentOf(ctx, appointmentId),
    people: await peopleOf(ctx, appointmentId),
    services: await namesOf(ctx, 'appointment_services', appointmentId),
    addons: await namesOf(ctx, 'appointment_addons', appointmentId),
    fees: await feesOf(ctx, appointmentId),
    invoice: await invoiceOf(ctx, appointmentId),
    payment: await lastPayment(ctx, appointmentId),
    reports: await publishedReports(ctx, appointmentId),
  };
}

async function appointmentOf(ctx: ReadCtx | WriteCtx, id: string) {
  const row = await mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'public_id',
      'order_id',
      'status',
      'date_time',
      'end_time',
      'duration_minutes',
      'inspection_notes',
      'occupied',
      'utilities_on',
      'cancel_reason',
      'address',
      'city',
      'state',
      'zip_code',
      'country',
      'square_feet',
      'year_built',
      'foundation',
      'total_fee_cents',
      'outstanding_cents',
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const status = row.status as AppointmentStatus;
  return { ...row, status, date_time: asInstant(row.date_time), end_time: asInstant(row.end_time) };
}

async function peopleOf(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  return mine(ctx, 'appointment_people')
    .leftJoin('contacts as c', (on) =>
      on
        .onRef('c.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('c.id', '=', 'appointment_people.person_id')
        .on('appointment_people.role', '<>', 'inspector'),
    )
    .leftJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('u.id', '=', 'appointment_people.person_id')
        .on('appointment_people.role', '=', 'inspector'),
    )
    .where('appointment_people.appointment_id', '=', appointmentId)
    .orderBy('appointment_people.position')
    .orderBy('appointment_people.id')
    .select((eb) => [
      'appointment_people.id as row_id',
      'appointment_people.person_id',
      'appointment_people.role',
      'appointment_people.link_version',
      'appointment_people.invisible',
      'u.signature',
      eb.fn.coalesce('c.first_name', 'u.first_name', eb.val('')).as('first_name'),
      eb.fn.coalesce('c.last_name', 'u.last_name', eb.val('')).as('last_name'),
      eb.fn.coalesce('c.company_name', eb.val('')).as('company_name'),
      eb.fn.coalesce('c.agency_name', eb.val('')).as('agency_name'),
      eb.fn.coalesce('c.email', 'u.email', eb.val('')).as('email'),
      eb.fn.coalesce('c.phone', 'u.phone', eb.val('')).as('phone'),
      eb.fn.coalesce('c.language', 'u.language', eb.val('')).as('language'),
    ])
    .execute();
}

async function namesOf(
  ctx: ReadCtx | WriteCtx,
  table: 'appointment_services' | 'appointment_addons',
  appointmentId: string,
) {
  const rows = await mine(ctx, table)
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .select('name')
    .execute();
  return rows.map(({ name }) => name);
}

async function feesOf(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  const rows = await mine(ctx, 'appointment_fees')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('id')
    .select(['line_item', 'pretax_cents', 'tax_cents', 'duration_minutes', 'discount_code_id'])
    .execute();
  return rows.map(({ discount_code_id, ...row }) => ({
    ...row,
    pretax_cents: asCents(row.pretax_cents),
    tax_cents: asCents(row.tax_cents),
    discountCodeId: discount_code_id,
  }));
}

function invoiceOf(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  return mine(ctx, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .select(['public_id', 'paid_cents', 'outstanding_cents'])
    .executeTakeFirst();
}

function lastPayment(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  return mine(ctx, 'payments')
    .where('appointment_id', '=', appointmentId)
    .where('voided_at', 'is', null)
    .where('status', '<>', 'failed')
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .select(['amount_cents', 'method', 'received_at'])
    .executeTakeFirst();
}

function publishedReports(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  return mine(ctx, 'reports')
    .where('appointment_id', '=', appointmentId)
    .where('published_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('detached_at', 'is', null)
    .orderBy('position')
    .select('public_id')
    .execute();
}
