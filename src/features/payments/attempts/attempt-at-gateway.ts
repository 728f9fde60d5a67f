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

/** An attempt with what is needed to speak of it with its gateway; `creds` is null when the keys are gone. */
export interface AttemptAtGateway {
  row: AttemptRow;
  attempt: Attempt;
  creds: Creds | null;
  /** The keys are others than it was made with: what their account does not know may still have happened in another. */
  hasOtherKeys: boolean;
}

const locales = { en: 'en-US', de: 'de-DE', fr: 'fr-FR' } as const;

/** Reads an attempt as its gateway knows it, with the keys of its mode; undefined when there is none. */
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

/** New keys of the same account know its payments as the old ones did. */
async function isOfOther(ctx: ReadCtx | WriteCtx, row: AttemptRow, creds: Creds): Promise<boolean> {
  if (row.connection === '' || row.connection === creds.connection) return false;
  const account = getVerifiedAccount(await getGatewayConnection(ctx, row.gateway), creds);
  return account === '' || account !== row.account_id;
}

/**
 * May its payer still pay a waiting attempt though the gateway does not know it? At Stripe the payer's browser pays, and with
 * other keys we ask another account than the one that waits.
 */
export function couldBePaidElsewhere({ row, hasOtherKeys }: AttemptAtGateway, now: Instant): boolean {
  if (!hasOtherKeys || row.gateway !== 5 || row.gateway_ref === null) return false;
  return now < addHours(asInstant(row.created_at), awaitingPayerTimeoutHours);
}

/**
 * Is the gateway's own page of a waiting attempt perhaps open in another account than the one our keys are for? There we can
 * neither close it nor see that it is paid. Without its keys only that of real money counts.
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
