import { addHours, asInstant, type Instant } from '#domain/base/time.ts';
import { awaitingPayerTimeoutHours } from '#domain/payments/payment-attempts.ts';
import {
  gatewayCreds,
  getGatewayConnection,
  getVerifiedAccount,
} from '#features/company/gateway-connection.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import type { Attempt } from '#server/outside/pay/kit/gateway.ts';
import { type AttemptRow, attemptById, isPaidOnGatewayPage, toGatewayAttempt } from '../attempt-store.ts';

/** An attempt with everything needed to query its gateway; `creds` is null when the keys were removed. */
export interface AttemptAtGateway {
  row: AttemptRow;
  attempt: Attempt;
  creds: Creds | null;
  /**
   * The current keys belong to another account: a payment that it does not know may still exist in the original one.
   */
  hasOtherKeys: boolean;
}

const locales = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' } as const;

/** Loads an attempt with the gateway keys of its mode; undefined when it does not exist. */
export async function loadAttemptAtGateway(
  ctx: ReadCtx | WriteCtx,
  attemptId: string,
): Promise<AttemptAtGateway | undefined> {
  const row = await attemptById(ctx, attemptId);
  if (!row) return undefined;
  const invoice = await mine(ctx, 'invoices')
    .where('id', '=', row.invoice_id)
    .select(['number', 'public_id'])
    .executeTakeFirstOrThrow();
  const { company_name } = await getCompany(ctx);
  const creds = await gatewayCreds(ctx, row.gateway, row.mode);
  return {
    row,
    attempt: toGatewayAttempt(ctx, row, { ...invoice, company_name, locale: locales[ctx.lang] }),
    creds,
    hasOtherKeys: creds !== null && (await isOfOther(ctx, row, creds)),
  };
}

/** Returns whether the attempt belongs to another account. New keys of the same account still see its payments. */
async function isOfOther(ctx: ReadCtx | WriteCtx, row: AttemptRow, creds: Creds): Promise<boolean> {
  if (row.connection === '' || row.connection === creds.connection) return false;
  const account = getVerifiedAccount(await getGatewayConnection(ctx, row.gateway), creds);
  return account === '' || account !== row.account_id;
}

/**
 * Returns whether a waiting attempt that this gateway account does not know may still be paid. At Stripe the payer's
 * browser pays directly, and with other keys we query a different account.
 */
export function couldBePaidElsewhere({ row, hasOtherKeys }: AttemptAtGateway, now: Instant): boolean {
  if (!hasOtherKeys || row.gateway !== 5 || row.gateway_ref === null) return false;
  return now < addHours(asInstant(row.created_at), awaitingPayerTimeoutHours);
}

/**
 * Returns whether a hosted page of a waiting attempt may be open in another account than the one of our current keys.
 * We can neither close such a page nor see that it was paid. Without any keys, only live mode counts.
 */
export function isPageInOtherAccount({ row, creds, hasOtherKeys }: AttemptAtGateway, now: Instant): boolean {
  const isOther = hasOtherKeys || (creds === null && row.mode === 'live');
  if (!isOther || !isPaidOnGatewayPage(row) || row.state === 'created') return false;
  return (
    now <
    (row.page_until
      ? asInstant(row.page_until)
      : addHours(asInstant(row.created_at), awaitingPayerTimeoutHours))
  );
}
