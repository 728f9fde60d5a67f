import { currencyIso } from '#domain/base/money.ts';
import { gatewaySlug } from '#domain/payments/gateways.ts';
import type { ActionCtx } from '#server/context.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { type CredentialCheck, GatewayError } from '#server/outside/pay/kit/gateway.ts';
import {
  currentGatewayCreds,
  type GatewayConnection,
  getGatewayConnection,
  markGatewayUnreachable,
  saveGatewayConnection,
} from './gateway-connection.ts';
import { getCompany } from './get-company.ts';

/** The result of checking the company's keys. */
export type GatewayConnectResult = 'no_gateway' | 'ok' | 'refused';

/**
 * Checks the company's gateway keys, registers the webhook and stores the result. Sends nothing if these keys were
 * already accepted, unless `again`. A gateway that can't call our webhook is not an error: we poll it instead. An
 * outage does not change the result for keys that were checked before.
 */
export async function connectGateway(
  ctx: ActionCtx,
  options: { again?: boolean } = {},
): Promise<GatewayConnectResult> {
  const { creds, known, currency } = await ctx.read(async (r) => {
    const present = await currentGatewayCreds(r);
    return {
      creds: present,
      known: present && (await getGatewayConnection(r, present.type)),
      currency: currencyIso((await getCompany(r)).currency),
    };
  });
  if (!creds) return 'no_gateway';
  if (known?.fingerprint === creds.connection && known.status === 'ok' && !options.again) return 'ok';
  const check = inCurrency(await ctx.external.pay.of(creds).checkCredentials(creds), currency);
  if (!check.ok && check.code === 'gateway_unavailable' && isKnown(known, creds)) {
    await ctx.tx((w) => markGatewayUnreachable(w, creds.type, check));
    return known.status === 'refused' ? 'refused' : 'ok';
  }
  const found = check.ok ? { ...known?.extra, ...check.found } : { ...known?.extra };
  const registration = check.ok
    ? await registered(ctx, { ...found, ...creds } as unknown as Creds)
    : { url: known?.webhook_url ?? '', secrets: {}, code: '', message: '' };
  await ctx.tx((w) =>
    saveGatewayConnection(w, creds.type, {
      status: check.ok ? 'ok' : 'refused',
      fingerprint: creds.connection,
      account: check.ok ? check.account.slice(0, 200) : '',
      account_id: check.ok ? check.accountId.slice(0, 200) : '',
      currencies: check.ok ? check.currencies : [],
      error_code: check.ok ? registration.code : check.code,
      error_message: check.ok ? registration.message : check.message,
      webhook_url: registration.url,
      extra: { ...found, ...registration.secrets },
    }),
  );
  return check.ok ? 'ok' : 'refused';
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

async function registered(ctx: ActionCtx, creds: Creds): Promise<Registered> {
  const url = `${ctx.installation.publicUrl}/api/v2/webhooks/${gatewaySlug(creds.type)}/${ctx.subscriberId}`;
  try {
    const made = await ctx.external.pay.of(creds).registerWebhook(creds, url);
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
