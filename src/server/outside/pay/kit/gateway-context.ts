import type { Clock } from '../../../clock.ts';
import type { GatewayTimings } from '../../../config/gateway-config.ts';
import type { HttpClient } from '../../http-client.ts';
import type { CspHosts } from './gateway.ts';
import type { GatewayMode } from './gateway-type.ts';

export type Provider = 'stripe' | 'square' | 'authorize_net' | 'paypal' | 'fortis';

/** What every adapter is created with. */
export interface GatewayContext {
  readonly http: HttpClient;
  readonly clock: Clock;
  /**
   * Returns the address of a provider's API in a mode, without a trailing slash. Throws GatewayError if there is none.
   */
  base(provider: Provider, mode: GatewayMode): string;
  /**
   * Returns the address of the simulators' scripts and frames for the browser. Throws GatewayError without simulators.
   */
  simPublicUrl(): string;
  readonly fortisDeveloperId: string;
  readonly minutes: GatewayTimings;
}

type Page = { readonly script: string; readonly csp: CspHosts };

/**
 * Scripts and frames of each provider's own site (integrations.md 3.2); a simulator serves all of them from one
 * address.
 */
const pages: Readonly<Record<Provider, Readonly<Record<'test' | 'live', Page>>>> = {
  stripe: both({
    script: 'https://js.stripe.com/v3/',
    csp: {
      script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connect: ['https://api.stripe.com'],
    },
  }),
  square: {
    test: squarePage('https://sandbox.web.squarecdn.com', 'https://pci-connect.squareupsandbox.com'),
    live: squarePage('https://web.squarecdn.com', 'https://pci-connect.squareup.com'),
  },
  authorize_net: {
    test: acceptPage(
      'https://jstest.authorize.net',
      'https://test.authorize.net',
      'https://apitest.authorize.net',
    ),
    live: acceptPage(
      'https://js.authorize.net',
      'https://accept.authorize.net',
      'https://api2.authorize.net',
    ),
  },
  paypal: both({
    script: 'https://www.paypal.com/sdk/js',
    csp: {
      script: ['https://www.paypal.com', 'https://*.paypalobjects.com'],
      frame: ['https://www.paypal.com'],
      connect: ['https://www.paypal.com'],
    },
  }),
  fortis: {
    test: fortisPage('https://js.sandbox.fortis.tech'),
    live: fortisPage('https://js.fortis.tech'),
  },
};

/** Returns the script to load and the hosts to allow for a provider in a mode. */
export function checkoutPageSources(context: GatewayContext, provider: Provider, mode: GatewayMode): Page {
  if (mode !== 'simulator') return pages[provider][mode];
  const root = context.simPublicUrl();
  const { origin } = new URL(root);
  const { form, insertsStyles } = pages[provider].test.csp;
  return {
    script: `${root}/sdk/${provider.replace('_', '-')}.js`,
    csp: {
      script: [origin],
      frame: [origin],
      connect: [],
      ...(form ? { form: [origin] } : {}),
      ...(insertsStyles ? { insertsStyles } : {}),
    },
  };
}

function both(page: Page) {
  return { test: page, live: page };
}

function squarePage(host: string, connect: string): Page {
  return { script: `${host}/v1/square.js`, csp: { script: [host], frame: [host], connect: [connect] } };
}

/**
 * The lightbox is a frame of the script's own host, styled by an element that the script inserts; `hosted` is its own
 * page.
 */
function acceptPage(script: string, hosted: string, connect: string): Page {
  return {
    script: `${script}/v3/AcceptUI.js`,
    csp: { script: [script], frame: [script], connect: [connect], form: [hosted], insertsStyles: true },
  };
}

function fortisPage(host: string): Page {
  return {
    script: `${host}/commercejs-v1.0.0.min.js`,
    csp: { script: [host], frame: [host], connect: [host] },
  };
}
