import {
  credentialKey,
  gatewayCredentials,
  isOnlinePaymentType,
  type PaymentType,
  requiredCredentials,
} from '#domain/payments/gateways.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import type { GatewayType } from '#server/outside/pay/kit/gateway-type.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { connectGateway } from './connect-gateway.ts';
import { gatewayCreds, getGatewayConnection } from './gateway-connection.ts';
import type { Gateway, putGateway as putRoute, testGateway as testRoute } from './gateway-contract.ts';
import { getCompany } from './get-company.ts';
import { readSecrets } from './read-secrets.ts';
import { updateSettings } from './update-settings.ts';

/** Minimum length to show the last four characters; for shorter secrets they would reveal too much. */
const shortest = 12;

/** Returns the company's gateway; of secrets only whether they are set and their last characters. */
export async function showGateway(ctx: ReadCtx | WriteCtx): Promise<Gateway> {
  const { settings } = await getCompany(ctx);
  const type: PaymentType = settings.payment_type;
  const names = gatewayCredentials[type];
  const credentials: Gateway['credentials'] = {};
  const secrets = await readSecrets(
    ctx,
    names.map((name) => credentialKey(type, name)),
  );
  for (const name of names) {
    const secret = secrets.get(credentialKey(type, name)) ?? null;
    credentials[name] = {
      configured: secret !== null,
      last4: secret !== null && secret.length >= shortest ? secret.slice(-4) : null,
    };
  }
  const needed = requiredCredentials(type);
  const configured = needed.length > 0 && needed.every((name) => credentials[name]?.configured);
  return {
    payment_type: type,
    sandbox: settings.gateway_sandbox,
    configured,
    credentials,
    connection: configured && isOnlinePaymentType(type) ? await presentConnection(ctx, type) : null,
  };
}

async function presentConnection(ctx: ReadCtx | WriteCtx, type: GatewayType): Promise<Gateway['connection']> {
  const creds = await gatewayCreds(ctx, type);
  const known = await getGatewayConnection(ctx, type);
  if (!creds) return null;
  const isOfTheseKeys = known?.fingerprint === creds.connection;
  return {
    mode: creds.mode,
    status: known && isOfTheseKeys ? known.status : 'unchecked',
    account: isOfTheseKeys ? known.account : '',
    code: isOfTheseKeys ? known.error_code : '',
    message: isOfTheseKeys ? known.error_message : '',
    webhook_url: isOfTheseKeys ? known.webhook_url : '',
    checked_at: isOfTheseKeys ? known.checked_at : null,
  };
}

/**
 * Selects the gateway and stores its credentials, with the same validation as saving these settings. Complete keys are
 * checked immediately; the result is part of the response, and the keys are stored either way.
 */
export async function putGateway(ctx: ActionCtx, input: HandlerInput<typeof putRoute>): Promise<Gateway> {
  const { subscriberId, payment_type, credentials, sandbox } = input;
  await ctx.tx((w) =>
    updateSettings(w, {
      subscriberId,
      payment_type: payment_type as PaymentType,
      ...(credentials ? { credentials } : {}),
      ...(sandbox === undefined ? {} : { gateway_sandbox: sandbox }),
    }),
  );
  await connectGateway(ctx);
  return ctx.read((r) => showGateway(r));
}

/** Checks the stored keys with a real request to the gateway. */
export async function testGateway(ctx: ActionCtx): Promise<HandlerOutput<typeof testRoute>> {
  const { payment_type, configured, credentials } = await ctx.read((r) => showGateway(r));
  const nothing = { payment_type, account: '', code: '', message: '' };
  if (Object.keys(credentials).length === 0) return { ...nothing, result: 'no_gateway' };
  if (!configured) return { ...nothing, result: 'not_configured' };
  await connectGateway(ctx, { again: true });
  const { connection } = await ctx.read((r) => showGateway(r));
  const { account = '', code = '', message = '' } = connection ?? {};
  // An outage leaves the status of accepted keys unchanged, but this response reports the result of this check.
  const isOk = connection?.status === 'ok' && code !== 'gateway_unavailable';
  return { payment_type, account, code, message, result: isOk ? 'ok' : 'refused' };
}
