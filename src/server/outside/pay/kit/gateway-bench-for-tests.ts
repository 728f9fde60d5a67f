import { asInstant, type Instant } from '#domain/base/time.ts';
import type { SimCard } from '#simulators/pay/kit/cards.ts';
import type { PaySimulator } from '#simulators/pay/kit/provider.ts';
import { type TestClock, testClock } from '../../../clock.ts';
import { createHttpClient } from '../../http-client.ts';
import type { Creds } from './credentials.ts';
import type { Attempt, BrowserSession, BrowserToken, PaymentGateway, RawRequest, Refund } from './gateway.ts';
import type { GatewayContext } from './gateway-context.ts';

/** A gateway's client connected to its simulator. */
export interface GatewayBench {
  readonly name: string;
  readonly gateway: PaymentGateway;
  readonly creds: Creds;
  readonly sim: PaySimulator;
  readonly clock: TestClock;
  /** The delays between attempts. */
  readonly waits: number[];
  /** Log lines. */
  readonly lines: object[];
  /** Simulates the payer in the browser and returns the token our page gets. */
  pays(session: BrowserSession, card: SimCard): BrowserToken;
  /** Path and method of the call that charges, for injecting faults. */
  readonly chargeCall: { method: string; path: string; body?: string };
  readonly refundCall: { method: string; path: string; body?: string };
  readonly cards: { readonly good: SimCard; readonly declined: SimCard };
}

export interface GatewayBenchOptions {
  readonly name: string;
  readonly sim: PaySimulator;
  readonly creds: Creds;
  readonly make: (context: GatewayContext) => PaymentGateway;
  readonly pays: GatewayBench['pays'];
  readonly chargeCall: GatewayBench['chargeCall'];
  readonly refundCall: GatewayBench['refundCall'];
  readonly cards: GatewayBench['cards'];
  readonly timeoutMs?: number;
}

/** Connects a client to its simulator. Delays between attempts take no real time, they only advance the clock. */
export function createGatewayBench(parts: GatewayBenchOptions): GatewayBench {
  const clock = testClock(new Date().toISOString());
  const waits: number[] = [];
  const lines: object[] = [];
  const timeout = parts.timeoutMs ?? 500;
  const context: GatewayContext = {
    http: createHttpClient({
      clock,
      log: { info: (facts) => void lines.push(facts), warn: (facts) => void lines.push(facts) },
      random: () => 0.5,
      sleep: async (ms) => {
        waits.push(ms);
        clock.advance(ms);
      },
      timeoutsMs: { read: timeout, charge: timeout, upload: timeout },
    }),
    clock,
    base: () => parts.sim.url,
    simPublicUrl: () => 'http://sim.test:4999',
    fortisDeveloperId: 'gable-dev',
    minutes: { anetPage: 15, fortisLookup: 15 },
  };
  const { name, sim, creds, pays, chargeCall, refundCall, cards } = parts;
  return {
    name,
    sim,
    creds,
    pays,
    chargeCall,
    refundCall,
    cards,
    gateway: parts.make(context),
    clock,
    waits,
    lines,
  };
}

let counted = 0;

/** Creates an attempt with a new id. */
export function makeAttempt(changes: Partial<Attempt> = {}): Attempt {
  counted += 1;
  return {
    id: `pa_${String(counted).padStart(6, '0')}${Math.random().toString(36).slice(2, 8)}`,
    invoiceId: '0190a5d0-ac96-774b-bcce-b302099a8057',
    invoiceNumber: `INV-${1000 + counted}`,
    subscriberId: '0190a5d0-ac96-774b-bcce-b302099a8058',
    amountMinor: 42500,
    currency: 'USD',
    description: 'Home inspection',
    email: 'jane@client.example',
    companyName: 'Harbor Home Inspections',
    locale: 'en-US',
    checkoutStyle: 'embedded',
    returnUrl: 'https://gable.example/pay/back',
    cancelUrl: 'https://gable.example/pay/canceled',
    createdAt: asInstant(new Date().toISOString()),
    ...changes,
  };
}

export function makeRefund(gatewayRef: string, changes: Partial<Refund> = {}): Refund {
  counted += 1;
  return {
    id: `rf_${String(counted).padStart(6, '0')}${Math.random().toString(36).slice(2, 8)}`,
    gatewayRef,
    amountMinor: 42500,
    capturedMinor: 42500,
    currency: 'USD',
    reason: 'Asked by the client',
    createdAt: asInstant(new Date().toISOString()),
    ...changes,
  };
}

/** Begins a payment, lets the payer act, and charges; the attempt carries the reference returned by `begin`. */
export async function payAttempt(bench: GatewayBench, attempt = makeAttempt(), card = bench.cards.good) {
  const session = await bench.gateway.begin(bench.creds, attempt);
  const started = { ...attempt, gatewayRef: session.gatewayRef };
  const token = bench.pays(session, card);
  const outcome = await bench.gateway.charge(bench.creds, started, token);
  return { session, attempt: started, token, outcome };
}

/** Requests received by a webhook endpoint, in the form that the inbox passes on. */
export interface WebhookListener {
  readonly url: string;
  readonly requests: RawRequest[];
  stop(): Promise<void>;
}

/** Opens a webhook endpoint that records requests and responds 200. */
export async function openWebhookListener(now: () => Instant): Promise<WebhookListener> {
  const { createServer } = await import('node:http');
  const requests: RawRequest[] = [];
  let url = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
    );
    requests.push({ url, headers, body: Buffer.concat(chunks), receivedAt: now() });
    response.end('ok');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/hooks/test`;
  return {
    url,
    requests,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
