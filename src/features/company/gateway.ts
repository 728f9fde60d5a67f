import { credentialName, gatewayCredentials, type PaymentType } from '#domain/gateways.ts';
import type { ErrandCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { companyOf } from './company-of.ts';
import type { Gateway, putGateway as putRoute, testGateway as testRoute } from './gateway-contract.ts';
import { readSecret } from './read-secret.ts';
import { updateSettings } from './update-settings.ts';

/** Of a shorter secret four characters would tell too much. */
const shortest = 12;

/** The company's gateway; secrets are told by whether they are there and how they end. */
export async function showGateway(ctx: ReadCtx | WriteCtx): Promise<Gateway> {
  const { settings } = await companyOf(ctx);
  const type: PaymentType = settings.payment_type;
  const names = gatewayCredentials[type];
  const credentials: Gateway['credentials'] = {};
  for (const name of names) {
    const secret = await readSecret(ctx, credentialName(type, name));
    credentials[name] = {
      configured: secret !== null,
      last4: secret !== null && secret.length >= shortest ? secret.slice(-4) : null,
    };
  }
  return {
    payment_type: type,
    sandbox: settings.gateway_sandbox,
    configured: names.length > 0 && names.every((name) => credentials[name]?.configured),
    credentials,
  };
}

/** Chooses the gateway and stores what it needs: the same act as saving these settings, with the same refusals. */
export async function putGateway(w: WriteCtx, input: Takes<typeof putRoute>): Promise<Gateway> {
  const { subscriberId, payment_type, credentials, sandbox } = input;
  await updateSettings(w, {
    subscriberId,
    payment_type,
    ...(credentials ? { credentials } : {}),
    ...(sandbox === undefined ? {} : { gateway_sandbox: sandbox }),
  });
  return showGateway(w);
}

/** Whether the gateway can be asked; while no room speaks to gateways the answer says so instead of pretending. */
export async function testGateway(ctx: ErrandCtx): Promise<Gives<typeof testRoute>> {
  const { payment_type, configured, credentials } = await ctx.read((r) => showGateway(r));
  const hasNone = Object.keys(credentials).length === 0;
  return { payment_type, result: hasNone ? 'no_gateway' : configured ? 'not_available' : 'not_configured' };
}
