import type { CredsOf } from './credentials.ts';
import type { Attempt, BrowserSession } from './gateway.ts';
import { checkoutPageSources, type GatewayContext, type Provider } from './gateway-context.ts';
import type { GatewayType } from './gateway-type.ts';

/** Creates what the page needs to pay an attempt with the gateway's own script; `own` adds what this gateway needs. */
export function browserSession(
  context: GatewayContext,
  provider: Provider,
  creds: CredsOf<GatewayType>,
  attempt: Attempt,
  own: Pick<BrowserSession, 'publicKey' | 'extra'>,
): BrowserSession {
  const page = checkoutPageSources(context, provider, creds.mode);
  return {
    gateway: creds.type,
    mode: creds.mode,
    scriptUrl: page.script,
    ...own,
    amountMinor: attempt.amountMinor,
    currency: attempt.currency,
    csp: page.csp,
  };
}
