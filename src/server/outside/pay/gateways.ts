import type { Clock } from '../../clock.ts';
import type { GatewayConfig, GatewayName } from '../../config/gateway-config.ts';
import { type CallLog, createHttpClient, type HttpClientOptions } from '../http-client.ts';
import { anetGateway } from './authorize-net/gateway.ts';
import { fortisGateway } from './fortis/gateway.ts';
import { fortisOnboarding } from './fortis/onboarding.ts';
import type { Creds } from './kit/credentials.ts';
import { type CspHosts, GatewayError, type PaymentGateway } from './kit/gateway.ts';
import { checkoutPageSources, type GatewayContext, type Provider } from './kit/gateway-context.ts';
import type { GatewayMode, GatewayType } from './kit/gateway-type.ts';
import type { MerchantOnboarding } from './kit/merchant-onboarding.ts';
import { paypalGateway } from './paypal/gateway.ts';
import { squareGateway } from './square/gateway.ts';
import { stripeGateway } from './stripe/gateway.ts';

/** All card gateways of a process. */
export interface Gateways {
  /** Returns the gateway that these keys are for. */
  of(creds: Pick<Creds, 'type'>): PaymentGateway;
  /** Returns the hosts that a page must allow before a payer can use this gateway on it. */
  hostsOf(creds: Pick<Creds, 'type' | 'mode'>): CspHosts;
  /** Opens merchant accounts for companies with the platform's keys. */
  readonly onboarding: MerchantOnboarding;
}

/** Simulators started with the server: URLs of their APIs for the server and of their pages for the browser. */
export interface SimulatorAddresses {
  readonly apis: Readonly<Record<GatewayName, string>>;
  readonly publicUrl: string;
}

export interface GatewaysOptions {
  readonly config: GatewayConfig;
  readonly production: boolean;
  readonly clock: Clock;
  readonly log: CallLog;
  /** null: no simulators are running. */
  readonly simulators: SimulatorAddresses | null;
  /** For tests. */
  readonly kit?: Partial<HttpClientOptions>;
}

const providers: Readonly<Record<GatewayType, Provider>> = {
  3: 'authorize_net',
  4: 'square',
  5: 'stripe',
  6: 'paypal',
  7: 'fortis',
};

/** The providers' own addresses (integrations.md 2.1). */
const defaults: Readonly<Record<GatewayName, Readonly<Record<'test' | 'live', string>>>> = {
  stripe: { test: 'https://api.stripe.com', live: 'https://api.stripe.com' },
  square: { test: 'https://connect.squareupsandbox.com', live: 'https://connect.squareup.com' },
  authorize_net: { test: 'https://apitest.authorize.net', live: 'https://api.authorize.net' },
  paypal: { test: 'https://api-m.sandbox.paypal.com', live: 'https://api-m.paypal.com' },
  fortis: { test: 'https://api.sandbox.fortis.tech', live: 'https://api.fortis.tech' },
};

/** Opens the five gateways. Addresses come from the configuration alone; live ones are only used in production. */
export function openGateways(options: GatewaysOptions): Gateways {
  const context: GatewayContext = {
    http: createHttpClient({ clock: options.clock, log: options.log, ...options.kit }),
    clock: options.clock,
    base: (provider, mode) => baseFor(options, provider, mode),
    simPublicUrl: () => options.config.simPublicUrl ?? simulatorsOf(options).publicUrl,
    fortisDeveloperId: options.config.fortisDeveloperId,
    minutes: options.config.minutes,
  };
  const all: Record<GatewayType, PaymentGateway> = {
    3: anetGateway(context),
    4: squareGateway(context),
    5: stripeGateway(context),
    6: paypalGateway(context),
    7: fortisGateway(context),
  };
  return {
    of: ({ type }) => all[type],
    onboarding: fortisOnboarding(context, options.config.onboarding),
    hostsOf: ({ type, mode }) => checkoutPageSources(context, providers[type], mode).csp,
  };
}

function baseFor(options: GatewaysOptions, provider: GatewayName, mode: GatewayMode): string {
  if (mode === 'simulator') return simulatorsOf(options).apis[provider];
  if (mode === 'live' && !options.production) {
    throw new GatewayError('merchant_setup', 'live payments need NODE_ENV=production');
  }
  const base = options.config.bases[provider] ?? defaults[provider][mode];
  if (mode === 'live' && !base.startsWith('https:')) {
    throw new GatewayError('merchant_setup', 'live payments need an https address');
  }
  return base;
}

function simulatorsOf(options: GatewaysOptions): SimulatorAddresses {
  if (options.simulators) return options.simulators;
  throw new GatewayError('merchant_setup', 'no gateway simulators are running');
}
