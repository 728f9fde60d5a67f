import { z } from 'zod/mini';

/** The outside services whose address an operator can change. */
const gatewayNames = ['stripe', 'square', 'authorize_net', 'paypal', 'fortis'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** Addresses and settings of card gateways, created with the rest of the configuration. */
export interface GatewayConfig {
  /** Addresses that replace the providers' own in test and live mode; null: the providers' own. No trailing slash. */
  readonly bases: Readonly<Record<GatewayName, string | null>>;
  /** What new companies start with: our simulators, or no gateway. */
  readonly defaultMode: 'simulator' | 'disconnected';
  /** Public URL of the simulators' pages; null: the port they listen on. */
  readonly simPublicUrl: string | null;
  /** First port of the simulators; 0: any free ports. */
  readonly simPortBase: number;
  /** Identifies this installation to Fortis. */
  readonly fortisDeveloperId: string;
  /** Time limits that the gateways do not document. */
  readonly minutes: GatewayTimings;
  /** Keys with which the platform opens merchant accounts for companies; null: it does not open any. */
  readonly onboarding: OnboardingKeys | null;
}

/** Time limits known only from practice. */
export interface GatewayTimings {
  /** How long an Authorize.Net payment page accepts a payment; it cannot be closed earlier. */
  readonly anetPage: number;
  /** If Fortis does not find a payment this long after the attempt, the attempt never reached Fortis. */
  readonly fortisLookup: number;
}

/** The platform's own keys at Fortis. */
export interface OnboardingKeys {
  readonly userId: string;
  readonly userApiKey: string;
  /** The Fortis form that new merchants fill in. */
  readonly templateCode: string;
}

const base = z
  .string()
  .check(z.refine(isBaseUrl, 'must be an address like https://host or http://host:port, without query'));

const minutes = z.coerce
  .number('must be a number')
  .check(z.refine((n) => Number.isInteger(n) && n >= 1 && n <= 1440, 'must be minutes from 1 to 1440'));

/** The variables of integrations.md 2.1, one per gateway. */
export const gatewayVariables = {
  INTEGRATIONS_DEFAULT_MODE: z.optional(
    z.enum(['simulator', 'disconnected'], 'must be simulator or disconnected'),
  ),
  STRIPE_API_BASE: z.optional(base),
  SQUARE_API_BASE: z.optional(base),
  ANET_API_BASE: z.optional(base),
  PAYPAL_API_BASE: z.optional(base),
  FORTIS_API_BASE: z.optional(base),
  ANET_PAGE_MINUTES: z._default(minutes, 15),
  FORTIS_LOOKUP_MINUTES: z._default(minutes, 15),
  FORTIS_DEVELOPER_ID: z._default(z.string(), ''),
  FORTIS_ONBOARDING_USER_ID: z._default(z.string(), ''),
  FORTIS_ONBOARDING_USER_API_KEY: z._default(z.string(), ''),
  FORTIS_ONBOARDING_TEMPLATE: z._default(
    z
      .string()
      .check(z.regex(/^[a-zA-Z0-9]{0,20}$/, 'must be a template code: at most 20 letters and digits')),
    '',
  ),
  SIM_PUBLIC_URL: z.optional(base),
  SIM_PORT_BASE: z._default(
    z.coerce
      .number('must be a number')
      .check(
        z.refine(
          (n) => n === 0 || (Number.isInteger(n) && n >= 1024 && n <= 65_530),
          'must be 0 or a port from 1024 to 65530',
        ),
      ),
    0,
  ),
};

const shape = z.object(gatewayVariables);
type Variables = z.infer<typeof shape>;

const variableOf = {
  stripe: 'STRIPE_API_BASE',
  square: 'SQUARE_API_BASE',
  authorize_net: 'ANET_API_BASE',
  paypal: 'PAYPAL_API_BASE',
  fortis: 'FORTIS_API_BASE',
} as const satisfies Record<GatewayName, keyof Variables>;

/** Reads the gateways' part of the configuration. */
export function readGatewayConfig(v: Variables, isDemo: boolean): GatewayConfig {
  const plain = (name: keyof Variables) => String(v[name] ?? '').replace(/(?<!\/)\/+$/, '') || null;
  return {
    bases: {
      stripe: plain(variableOf.stripe),
      square: plain(variableOf.square),
      authorize_net: plain(variableOf.authorize_net),
      paypal: plain(variableOf.paypal),
      fortis: plain(variableOf.fortis),
    },
    defaultMode: v.INTEGRATIONS_DEFAULT_MODE ?? (isDemo ? 'simulator' : 'disconnected'),
    simPublicUrl: plain('SIM_PUBLIC_URL'),
    simPortBase: v.SIM_PORT_BASE,
    fortisDeveloperId: v.FORTIS_DEVELOPER_ID,
    minutes: { anetPage: v.ANET_PAGE_MINUTES, fortisLookup: v.FORTIS_LOOKUP_MINUTES },
    onboarding: onboardingOf(v),
  };
}

const onboardingVariables = [
  'FORTIS_ONBOARDING_USER_ID',
  'FORTIS_ONBOARDING_USER_API_KEY',
  'FORTIS_ONBOARDING_TEMPLATE',
] as const;

function onboardingOf(v: Variables): OnboardingKeys | null {
  const [userId, userApiKey, templateCode] = onboardingVariables.map((name) => v[name].trim());
  return userId && userApiKey && templateCode ? { userId, userApiKey, templateCode } : null;
}

/** Whether outside services are simulated: in the demo, unless it was configured without them. */
export function hasSimulators(config: {
  demo: boolean;
  gateways: Pick<GatewayConfig, 'defaultMode'>;
}): boolean {
  return config.demo && config.gateways.defaultMode === 'simulator';
}

/** Returns where applications for merchant accounts go: to Fortis, in the demo to its simulator, or nowhere. */
export function onboardingMode(
  gateways: Pick<GatewayConfig, 'onboarding' | 'defaultMode'>,
  isProduction: boolean,
): 'simulator' | 'test' | 'live' | null {
  if (gateways.onboarding) return isProduction ? 'live' : 'test';
  return gateways.defaultMode === 'simulator' ? 'simulator' : null;
}

/** Returns the errors in the gateways' part: one line per variable. */
export function gatewayProblems(v: Variables, isProduction: boolean, isDemo: boolean): string[] {
  const problems: string[] = [];
  for (const name of Object.values(variableOf)) {
    const address = v[name];
    if (address === undefined) continue;
    const { protocol, pathname } = new URL(address);
    if (name === 'STRIPE_API_BASE' && pathname !== '/') {
      problems.push(`${name}: must have no path, since Stripe's own client cannot carry one`);
    }
    if (isProduction && !isDemo && protocol !== 'https:') {
      problems.push(`${name}: must start with https:// in production`);
    }
  }
  const given = onboardingVariables.filter((name) => v[name].trim() !== '');
  if (given.length > 0 && given.length < onboardingVariables.length) {
    const missing = onboardingVariables.filter((name) => !given.includes(name));
    problems.push(`${given[0]}: needs ${missing.join(' and ')}, too`);
  }
  if (v.INTEGRATIONS_DEFAULT_MODE === 'simulator' && !isDemo) {
    problems.push('INTEGRATIONS_DEFAULT_MODE: simulator needs DEMO=1');
  }
  return problems;
}

/** Whether paths can be appended to this address: a host, optionally a path, and no credentials. */
export function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, search, hash, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && search + hash + username + password === '';
}
