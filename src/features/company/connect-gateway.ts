import { currencyIso } from '#domain/base/money.ts';
import { gatewaySlug } from '#domain/payments/gateways.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { type CredentialCheck, GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import { claimRegistration, type RegistrationClaim, releaseRegistration } from './claim-registration.ts';
import {
  currentGatewayCreds,
  type GatewayConnection,
  getGatewayConnection,
  markGatewayUnreachable,
  saveGatewayConnection,
} from './gateway-connection.ts';
import { getCompany } from './get-company.ts';

/** The result of checking the company's keys; `busy`: another process is checking them. */
export type GatewayConnectResult = 'no_gateway' | 'ok' | 'refused' | 'busy';

/**
 * Checks the company's gateway keys, registers the webhook and stores the result. Sends nothing if these keys were
 * already accepted, unless `again`. One process at a time: the route that saves keys and the job that follows the change
 * would register two webhooks. A gateway that can't call our webhook is not an error: we poll it instead. An outage does
 * not change the result for keys that were checked before.
 */
export async function connectGateway(
  ctx: ActionCtx,
  options: { again?: boolean } = {},
): Promise<GatewayConnectResult> {
  const { creds, known } = await ctx.read(readKeys);
  if (!creds) return 'no_gateway';
  if (isAccepted(known, creds) && !options.again) return 'ok';
  const claim = await claimRegistration(ctx, creds.type);
  if (!claim) return 'busy';
  try {
    return await connectClaimed(ctx, creds.type, claim, options);
  } finally {
    await ctx.tx((w) => releaseRegistration(w, creds.type, claim, false));
  }
}

async function readKeys(r: ReadCtx) {
  const creds = await currentGatewayCreds(r);
  const known = creds && (await getGatewayConnection(r, creds.type));
  return { creds, known, currency: currencyIso((await getCompany(r)).currency) };
}

async function connectClaimed(
  ctx: ActionCtx,
  type: GatewayType,
  claim: RegistrationClaim,
  options: { again?: boolean },
): Promise<GatewayConnectResult> {
  // Read again: the process that held the claim until now may have stored its result, and the keys may be other ones.
  const { creds, known, currency } = await ctx.read(readKeys);
  if (!creds || creds.type !== type) return 'no_gateway';
  if (isAccepted(known, creds) && !options.again) return 'ok';
  const check = inCurrency(await ctx.external.pay.of(creds).checkCredentials(creds), currency);
  if (!check.ok && check.code === 'gateway_unavailable' && isKnown(known, creds)) {
    await ctx.tx((w) => markGatewayUnreachable(w, creds.type, check));
    return known.status === 'refused' ? 'refused' : 'ok';
  }
  const found = check.ok ? { ...known?.extra, ...check.found } : { ...known?.extra };
  const registration = check.ok
    ? await registered(ctx, { ...found, ...creds } as unknown as Creds, claim.key)
    : { url: known?.webhook_url ?? '', secrets: {}, code: '', message: '' };
  await ctx.tx(async (w) => {
    if (!(await releaseRegistration(w, creds.type, claim, true))) return;
    await saveGatewayConnection(w, creds.type, {
      status: check.ok ? 'ok' : 'refused',
      fingerprint: creds.connection,
      account: check.ok ? check.account.slice(0, 200) : '',
      account_id: check.ok ? check.accountId.slice(0, 200) : '',
      currencies: check.ok ? check.currencies : [],
      error_code: check.ok ? registration.code : check.code,
      error_message: check.ok ? registration.message : check.message,
      webhook_url: registration.url,
      extra: { ...found, ...registration.secrets },
    });
  });
  return check.ok ? 'ok' : 'refused';
}

function isAccepted(known: GatewayConnection | null, creds: Creds): boolean {
  return isKnown(known, creds) && known.status === 'ok';
}

function isKnown(known: GatewayConnection | null, creds: Creds): known is GatewayConnection {
  return known?.fingerprint === creds.connection;
}

function inCurrency(check: CredentialCheck, currency: string): CredentialCheck {
  if (!check.ok || check.currencies.length === 0 || check.currencies.includes(currency)) return check;
  const message = 'This account doesn’t support your company’s currency';
  return { ok: false, code: 'not_active', message };
}

interface Registered {
  url: string;
  secrets: Readonly<Record<string, string>>;
  code: '' | 'no_webhook';
  message: string;
}

async function registered(ctx: ActionCtx, creds: Creds, key: string): Promise<Registered> {
  const url = `${ctx.installation.publicUrl}/api/v2/webhooks/${gatewaySlug(creds.type)}/${ctx.subscriberId}`;
  try {
    const made = await ctx.external.pay.of(creds).registerWebhook(creds, url, key);
    return { url: made.url, secrets: made.secrets, code: '', message: '' };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    ctx.log.warn(
      { gateway: creds.type, code: error.code },
      'webhook registration failed, payments are polled instead',
    );
    const message = 'The gateway can’t send webhooks to this address. We check for payments instead.';
    return { url: '', secrets: {}, code: 'no_webhook', message };
  }
}
