import { gatewayNames } from '#domain/payments/gateways.ts';
import { gatewayMode, markGatewayRejected } from '#features/company/gateway-connection.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import type { GatewayMode, GatewayType } from '#server/outside/pay/kit/gateway-type.ts';

/**
 * Records in the settings that the gateway no longer accepts the company's keys and, the first time, mails the
 * administrators. Ignores payments made in another mode, such as attempts from before going live: they say nothing
 * about the current keys.
 */
export async function notifyGatewayRejected(
  ctx: WriteCtx,
  of: { gateway: GatewayType; mode: GatewayMode },
  message = '',
): Promise<void> {
  if (of.mode !== (await gatewayMode(ctx))) return;
  const type = of.gateway;
  const isNews = await markGatewayRejected(ctx, type, {
    code: 'merchant_setup',
    message: message.slice(0, 300),
  });
  if (!isNews) return;
  await notify(ctx, 'gateway_needs_attention', {
    occasion: `${type}.${ctx.now.replace(/\D/g, '')}`,
    facts: { gateway: gatewayNames[type], message },
    path: '/settings?tab=payments',
  });
}
