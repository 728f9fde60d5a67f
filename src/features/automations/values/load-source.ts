import { asCents } from '#domain/base/money.ts';
import { asInstant } from '#domain/base/time.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { listCorrespondents } from '#features/messages/recipients.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';

/** What the values of placeholders are written from, the same for all readers. */
export type ValueSource = Omit<Awaited<ReturnType<typeof loadSource>>, 'people'> & {
  readonly people: readonly SourcePerson[];
};
/** A person of the appointment, as far as values say something about them. */
export type SourcePerson = Pick<
  Awaited<ReturnType<typeof listCorrespondents>>[number],
  | 'row_id'
  | 'person_id'
  | 'role'
  | 'link_version'
  | 'invisible'
  | 'signature'
  | 'first_name'
  | 'last_name'
  | 'company_name'
  | 'agency_name'
  | 'email'
  | 'phone'
  | 'language'
>;

/** Loads the current state of an appointment for its messages and webhooks. Throws NOT_FOUND once it is deleted. */
export async function loadSource(ctx: ReadCtx | WriteCtx, appointmentId: string) {
  const company: Company = await getCompany(ctx);
  return {
    company,
    publicUrl: ctx.installation.publicUrl,
    appointment: await appointmentOf(ctx, appointmentId),
    people: await listCorrespondents(ctx, appointmentId),
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
