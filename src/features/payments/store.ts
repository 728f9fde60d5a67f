import type { Cents } from '#domain/base/money.ts';
import type { PaymentFact, PaymentStatus } from '#domain/payments/payments.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { mine } from '#server/db/scope.ts';

/** Returns the invoice of an appointment; undefined if it has none. */
export function byAppointment(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'invoices').where('appointment_id', '=', appointmentId).selectAll().executeTakeFirst();
}

export type InvoiceRow = NonNullable<Awaited<ReturnType<typeof byAppointment>>>;

/**
 * Same as `byAppointment`, locked until the end of the transaction, which serializes payments and price changes. Waits
 * without a connection: a gateway reports one payment many times at once.
 */
export async function lockByAppointment(ctx: WriteCtx, appointmentId: string) {
  await lockKey(ctx.db, ctx.subscriberId, 'invoice', appointmentId);
  return mine(ctx, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the appointment of an invoice; undefined if the invoice does not exist. */
export async function appointmentOf(ctx: ReadCtx, invoiceId: string): Promise<string | undefined> {
  const row = await mine(ctx, 'invoices')
    .where('id', '=', invoiceId)
    .select('appointment_id')
    .executeTakeFirst();
  return row?.appointment_id;
}

/**
 * Returns what an invoice needs from its appointment. Includes a deleted one only where its money must still be
 * settled.
 */
export function appointmentFacts(
  ctx: ReadCtx,
  appointmentId: string,
  { withDeleted = false }: { withDeleted?: boolean } = {},
) {
  return mine(ctx, 'appointments')
    .where('id', '=', appointmentId)
    .$if(!withDeleted, (query) => query.where('deleted_at', 'is', null))
    .select([
      'id',
      'deleted_at',
      'public_id',
      'order_id',
      'status',
      'address',
      'city',
      'state',
      'zip_code',
      'date_time',
      'total_fee_cents',
      'paid',
      'agreement_signed',
      'payment_notes',
      'require_payment',
    ])
    .executeTakeFirst();
}

/** Lists the lines of an appointment in order. */
export function linesOf(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_fees')
    .where('appointment_id', '=', appointmentId)
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'line_item',
      'pricing_details',
      'pretax_cents',
      'tax_cents',
      'taxes',
      'tax_description',
      'notes_for_client_invoice',
    ])
    .execute();
}

export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

const paymentColumns = [
  'payments.id',
  'invoice_id',
  'appointment_id',
  'amount_cents',
  'method',
  'gateway',
  'payments.status',
  'refunded_cents',
  'note',
  'received_at',
  'recorded_by',
  'voided_at',
  'void_reason',
  'card_brand',
  'card_last4',
  'disputed_at',
  'payments.created_at',
  'users.first_name',
  'users.last_name',
] as const;

/** Selects payments with the member who recorded them. */
export function withRecorder(ctx: ReadCtx) {
  return mine(ctx, 'payments')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'payments.subscriber_id')
        .onRef('users.id', '=', 'payments.recorded_by'),
    )
    .select(paymentColumns);
}

/** Lists every payment of an invoice, including voided ones, in the order they were received. */
export function paymentsOf(ctx: ReadCtx, invoiceId: string) {
  return withRecorder(ctx)
    .where('invoice_id', '=', invoiceId)
    .orderBy('received_at')
    .orderBy('payments.id')
    .execute();
}

export type PaymentRow = Awaited<ReturnType<typeof paymentsOf>>[number];

/** Returns one payment by its id. */
export function paymentById(ctx: ReadCtx, id: string) {
  return withRecorder(ctx).where('payments.id', '=', id).executeTakeFirst();
}

/** Returns these payments in no particular order. */
export async function paymentsByIds(ctx: ReadCtx, ids: readonly string[]): Promise<PaymentRow[]> {
  return ids.length === 0 ? [] : withRecorder(ctx).where('payments.id', 'in', ids).execute();
}

/** Lists the invoices of these appointments, including deleted ones. */
export async function invoicesOf(ctx: ReadCtx, appointmentIds: readonly string[]) {
  if (appointmentIds.length === 0) return [];
  return mine(ctx, 'invoices')
    .innerJoin('appointments', (on) =>
      on
        .onRef('appointments.subscriber_id', '=', 'invoices.subscriber_id')
        .onRef('appointments.id', '=', 'invoices.appointment_id'),
    )
    .where('appointment_id', 'in', appointmentIds)
    .select(['appointment_id', 'invoices.public_id', 'number', 'deleted_at', 'order_id', 'address'])
    .execute();
}

/** Lists what counts towards the invoice: voided payments do not. */
export function listCountedPayments(rows: readonly PaymentRow[]): PaymentFact[] {
  return rows
    .filter((row) => row.voided_at === null)
    .map((row) => ({
      amount_cents: row.amount_cents as Cents,
      refunded_cents: row.refunded_cents as Cents,
      status: row.status as PaymentStatus,
    }));
}

/**
 * Lists the clients of these appointments with name and address, in each appointment's order: the first one is billed.
 */
export async function clientsOf(ctx: ReadCtx, appointmentIds: readonly string[]) {
  if (appointmentIds.length === 0) return [];
  return mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_id', 'in', appointmentIds)
    .where('role', '=', 'client')
    .orderBy('position')
    .orderBy('appointment_people.id')
    .select(['appointment_id', 'first_name', 'last_name', 'address', 'city', 'state', 'zip_code'])
    .execute();
}
