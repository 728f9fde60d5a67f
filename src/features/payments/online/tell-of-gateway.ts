import { gatewayNames } from '#domain/gateways.ts';
import { markGateway } from '#features/company/gateway-connection.ts';
import type { WriteCtx } from '#server/context.ts';
import type { GatewayType } from '#server/outside/pay/gateway.ts';
import { mailAdmins } from '../mail-admins.ts';

/** The gateway no longer takes the company's keys: it stands at the settings and, the first time, in a mail to the admins. */
export async function tellOfGateway(ctx: WriteCtx, type: GatewayType, message = ''): Promise<void> {
  const isNews = await markGateway(ctx, type, { code: 'merchant_setup', message: message.slice(0, 300) });
  if (!isNews) return;
  await mailAdmins(ctx, {
    template: 'gateway_needs_attention',
    occasion: `${type}.${ctx.now.replace(/\D/g, '')}`,
    facts: { gateway: gatewayNames[type], message },
    path: '/settings?tab=payments',
    topic: 'payments',
  });
}
