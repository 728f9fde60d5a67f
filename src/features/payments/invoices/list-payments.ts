import { sql } from 'kysely';
import { groupBy } from '#domain/base/group-by.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../contract.ts';
import { presentPayment } from '../present-payments.ts';
import { refundsOfPayments } from '../refund-store.ts';
import { clientsOf, invoicesOf, withRecorder } from '../store.ts';
import { type PaymentCondition, paymentCondition } from './payment-condition.ts';

type Input = HandlerInput<typeof contract.listPayments>;

const mostCounted = 1000;

/**
 * Lists payments in the order they were recorded, newest first (ids are in time order). When filtered by days, lists
 * them in the order they were received, like a bank statement. A search text matches the payments of appointments that
 * it matches in the appointment list, and payments of that amount.
 */
export async function listPayments(
  ctx: ReadCtx,
  input: Input,
): Promise<HandlerOutput<typeof contract.listPayments>> {
  const { timezone } = await getCompany(ctx);
  const wanted = await paymentCondition(ctx, input, timezone);
  const perPage = pageSize(input);
  const rows = await pageRows(ctx, wanted, input, perPage + 1);
  const counted = mine(ctx, 'payments')
    .where(wanted)
    .select('payments.id')
    .limit(mostCounted + 1);
  const total = (await counted.execute()).length;
  const of = toPage(rows, perPage, keysOf(input), Math.min(total, mostCounted), total > mostCounted);
  const refunds = await refundsOfPayments(ctx, of.pageData);
  const subjects = await subjectsOf(ctx, [...new Set(of.pageData.map((row) => row.appointment_id))]);
  return {
    pageData: of.pageData.map((row) => ({
      ...presentPayment(row, timezone, refunds),
      ...(subjects.get(row.appointment_id) ?? nowhere),
    })),
    pageInfo: of.pageInfo,
  };
}

const isByDay = ({ from, to }: Input) => Boolean(from || to);

const keysOf = (input: Input) => (row: { id: string; received_at: string }) =>
  isByDay(input) ? [row.received_at, row.id] : [row.id];

function pageRows(ctx: ReadCtx, wanted: PaymentCondition, input: Input, limit: number) {
  const query = withRecorder(ctx).where(wanted).limit(limit);
  if (!isByDay(input)) {
    const after = decodeCursor(input.cursor, 'id');
    const rest = after ? query.where('payments.id', '<', after[0]) : query;
    return rest.orderBy('payments.id', 'desc').execute();
  }
  const after = decodeCursor(input.cursor, 'time', 'id');
  const rest = after
    ? query.where(sql<boolean>`(received_at, payments.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
    : query;
  return rest.orderBy('received_at', 'desc').orderBy('payments.id', 'desc').execute();
}

const nowhere = { order_id: '', address: '', paid_for: '', invoice_public_id: '' };

/** Loads what each payment was for, including deleted appointments: order, address, invoice and first client. */
async function subjectsOf(ctx: ReadCtx, appointmentIds: readonly string[]) {
  const invoices = await invoicesOf(ctx, appointmentIds);
  const clients = groupBy(await clientsOf(ctx, appointmentIds), (row) => row.appointment_id);
  return new Map(
    invoices.map(({ appointment_id, order_id, address, public_id }) => {
      const client = clients.get(appointment_id)?.[0];
      const paid_for = `${client?.first_name ?? ''} ${client?.last_name ?? ''}`.trim();
      return [appointment_id, { order_id, address, paid_for, invoice_public_id: public_id }];
    }),
  );
}
