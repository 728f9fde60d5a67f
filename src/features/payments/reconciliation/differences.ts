import type { Selectable } from 'kysely';
import { asInstant, formatWithOffset, localDate } from '#domain/base/time.ts';
import { isOnlinePaymentType } from '#domain/payments/gateways.ts';
import { getGatewayConnection, isConnectionUsable } from '#features/company/gateway-connection.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import type { GatewayDifferences } from '#server/db/tables.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../difference-contract.ts';
import { differenceById } from '../difference-store.ts';
import { money, presentPayment } from '../present-payments.ts';
import { refundsOfPayments } from '../refund-store.ts';
import * as store from '../store.ts';
import { requestComparison } from './compare-gateway.job.ts';

const mostCounted = 1000;

/** Lists unresolved differences, newest first, with the payment they are about where one exists. */
export async function listDifferences(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listDifferences>,
): Promise<HandlerOutput<typeof contract.listDifferences>> {
  const perPage = pageSize(input);
  const [after] = decodeCursor(input.cursor, 'id') ?? [];
  const open = mine(ctx, 'gateway_differences').where('resolved_at', 'is', null);
  const rows = await open
    .$if(after !== undefined, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .selectAll()
    .execute();
  const total = (
    await open
      .select('id')
      .limit(mostCounted + 1)
      .execute()
  ).length;
  const page = toPage(rows, perPage, (row) => [row.id], Math.min(total, mostCounted), total > mostCounted);
  return {
    pageInfo: page.pageInfo,
    pageData: await presentDifferences(ctx, page.pageData),
    comparison: await latestComparison(ctx),
    can_compare: (await comparable(ctx)) !== null,
  };
}

async function presentDifferences(
  ctx: ReadCtx,
  rows: readonly Selectable<GatewayDifferences>[],
): Promise<contract.Difference[]> {
  const { timezone } = await getCompany(ctx);
  const payments = await store.paymentsByIds(
    ctx,
    rows.flatMap((row) => row.payment_id ?? []),
  );
  const refunds = await refundsOfPayments(ctx, payments);
  const invoices = await store.invoicesOf(
    ctx,
    rows.flatMap((row) => row.appointment_id ?? []),
  );
  return rows.map((row) => {
    const payment = payments.find((one) => one.id === row.payment_id);
    const invoice = invoices.find((one) => one.appointment_id === row.appointment_id);
    const { id, gateway, about, currency } = row;
    return {
      ...{ id, gateway, about, currency },
      kind: row.kind as contract.Difference['kind'],
      ours: money(row.ours_cents),
      theirs: money(row.theirs_cents),
      invoice_public_id: invoice && invoice.deleted_at === null ? invoice.public_id : null,
      invoice_number: invoice?.number ?? '',
      payment: payment ? presentPayment(payment, timezone, refunds) : null,
      found_at: formatWithOffset(asInstant(row.found_at), timezone),
    };
  });
}

async function latestComparison(ctx: ReadCtx): Promise<contract.Comparison | null> {
  const { settings, timezone } = await getCompany(ctx);
  const row = await mine(ctx, 'gateway_comparisons')
    .where('gateway', '=', settings.payment_type)
    .orderBy('day', 'desc')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  if (!row) return null;
  const { gateway, state, listed, agreeing, started_at } = row;
  return {
    ...{ gateway, listed, agreeing },
    state: state as contract.Comparison['state'],
    started_at: formatWithOffset(asInstant(started_at), timezone),
  };
}

/** Marks a difference as resolved; it stays resolved when found again. Idempotent. */
export async function resolveDifference(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.resolveDifference>,
): Promise<{ id: string }> {
  const row = await differenceById(ctx, input.id);
  if (!row) throw notFound();
  const done = await updateMine(ctx, 'gateway_differences')
    .set({ resolved_at: ctx.now, resolved_by: ctx.requireUser().userId, resolve_reason: input.reason })
    .where('id', '=', input.id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (done.numUpdatedRows > 0n) {
    const { kind, about, ours_cents, theirs_cents, payment_id } = row;
    await ctx.audit({
      action: 'payment-difference-resolved',
      entity: 'payment',
      entity_id: payment_id,
      after: { kind, about, ours_cents, theirs_cents, reason: input.reason },
    });
  }
  return { id: row.id };
}

/** Starts the comparison that otherwise runs every night. */
export async function comparePayments(ctx: WriteCtx): Promise<{ gateway: number }> {
  const gateway = await comparable(ctx);
  if (gateway === null)
    throw new AppError('CONFLICT', 'This company isn’t accepting online payments right now');
  const { timezone } = await getCompany(ctx);
  await requestComparison(ctx, { gateway, day: localDate(ctx.now, timezone) });
  return { gateway };
}

async function comparable(ctx: ReadCtx | WriteCtx): Promise<GatewayType | null> {
  const { payment_type } = (await getCompany(ctx)).settings;
  if (!isOnlinePaymentType(payment_type)) return null;
  return isConnectionUsable(await getGatewayConnection(ctx, payment_type)) ? payment_type : null;
}
