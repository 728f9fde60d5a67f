import { afterAll } from 'vitest';
import { servePaymentWebhooks } from '#app/endpoints/payment-webhooks.ts';
import { simulatorAddresses } from '#app/open-external-services.ts';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { putGateway } from '#features/company/gateway-contract.ts';
import { listLinks } from '#features/portal/office-contract.ts';
import { systemClock } from '#server/clock.ts';
import { mine } from '#server/db/scope.ts';
import { freePort } from '#server/free-port.ts';
import { createHttp } from '#server/http/http.ts';
import { signAccessToken, verifyAccessToken } from '#server/tokens.ts';
import type { PaySimulator } from '#simulators/pay/kit/provider.ts';
import { type PaySimulators, startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import { createTestUser, type TestUser } from '#testing/test-user.ts';
import { getInvoice, type Invoice } from '../contract.ts';
import { beginPayment, type PayResult, type PaySession, pay } from '../pay-contract.ts';
import {
  createTestToken,
  getSimulator,
  type TestGateway,
  testGatewayKeys,
  testGateways,
} from './gateway-cards-for-tests.ts';

export interface PaymentHarness {
  readonly testApp: TestApp;
  readonly sims: PaySimulators;
  sim(gateway: TestGateway): PaySimulator;
  /** Creates a company that takes payments with this gateway, with verified keys and webhooks enabled. */
  createCompany(gateway: TestGateway): Promise<TestUser>;
  /** Books an appointment and returns its invoice of `total`, by default $600. */
  createInvoice(owner: TestUser, total?: number): Promise<TestInvoice>;
  /** Opens the pay form and acts as the payer at the gateway, up to the point where the page gets a token. */
  openPayForm(invoice: TestInvoice, card?: 'good' | 'declined', amount?: number): Promise<Acted>;
  /** Acts as the payer at the gateway of a session and returns what the page gets. */
  token(session: PaySession, card: 'good' | 'declined'): Promise<Omit<Acted['input'], 'publicId' | 'p'>>;
  /** Returns the owner with a fresh token: hours may have passed. */
  refreshToken(owner: TestUser): Promise<TestUser>;
  /** Simulates a crash of the process `before` or `after` each of the next gateway calls, or not at all (null). */
  crashOn(when: () => 'before' | 'after' | null): void;
  /** Lists every company created here. */
  companies(): string[];
  /** Opens the pay form, pays and returns what the page shows. */
  pay(invoice: TestInvoice, card?: 'good' | 'declined', amount?: number): Promise<PayResult>;
  /** Advances the clock here and at the gateways. */
  advanceTime(span: `${number} ${'minute' | 'hour' | 'day'}${'' | 's'}`): Promise<void>;
  /** Waits until all webhooks have arrived and the work they triggered is done. */
  waitUntilSettled(): Promise<void>;
  attempts(owner: TestUser): Promise<{ id: string; state: string; problem: string }[]>;
  auditEntries(owner: TestUser, action: string): Promise<Record<string, unknown>[]>;
  addressOf(gateway: TestGateway, owner: TestUser): string;
  /** The raw bodies of all webhooks received so far. */
  readonly notices: readonly string[];
}

/** An invoice with the personal part of its client's link, which is required to pay. */
export type TestInvoice = Invoice & { p: string };

interface Acted {
  session: PaySession;
  input: { publicId: string; p: string; attempt_id: string; token: string; descriptor?: string };
}

/** Starts a test app with simulated gateways that can call it; all are closed after the file's tests. */
export async function openPaymentHarness(options: { timeoutMs?: number } = {}): Promise<PaymentHarness> {
  const sims = await startPaySimulators();
  const port = await freePort('127.0.0.1', 0);
  const testApp = await startTestApp({
    at: systemClock.now(),
    env: { PUBLIC_URL: `http://127.0.0.1:${port}`, DEMO: '1' },
    gateways: { simulators: simulatorAddresses(sims), timeoutMs: options.timeoutMs ?? 1500 },
  });
  const app = await createHttp(testApp.runtime);
  servePaymentWebhooks(app, testApp.runtime);
  const notices: string[] = [];
  app.addHook('preHandler', async ({ body }) => {
    notices.push(Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body ?? ''));
  });
  await app.listen({ port, host: '127.0.0.1' });
  afterAll(async () => {
    await app.close();
    await sims.stop();
  });
  return { ...harnessOf(testApp, sims, port), notices };
}

function harnessOf(testApp: TestApp, sims: PaySimulators, port: number): Omit<PaymentHarness, 'notices'> {
  const sim = (gateway: TestGateway) => getSimulator(sims, gateway);
  const bySlug = testGateways.map(sim);
  const slugs = { 3: 'authorize-net', 4: 'square', 5: 'stripe', 6: 'paypal', 7: 'fortis' };
  let booked = 0;
  const token: PaymentHarness['token'] = async (session, card) => {
    const gateway = session.gateway as TestGateway;
    const given = createTestToken(sim(gateway), session, card);
    return { attempt_id: session.attempt_id, ...given };
  };
  let crashPoint: () => 'before' | 'after' | null = () => null;
  crashAround(testApp, () => crashPoint());
  const made: string[] = [];
  const firstMoment = testApp.clock.now();
  const again: PaymentHarness['refreshToken'] = async (owner) => {
    const { config, clock } = testApp.runtime;
    const claims = await verifyAccessToken(config.secretKey, owner.token ?? '', firstMoment);
    const fresh = await signAccessToken(config.secretKey, claims, clock.now());
    return createTestUser(testApp.app, { id: owner.id, subscriberId: owner.subscriberId, token: fresh });
  };
  let payers = 0;
  const acts: PaymentHarness['openPayForm'] = async (invoice, card = 'good', amount) => {
    const of = { publicId: invoice.public_id, p: invoice.p };
    payers += 1;
    // Each payer has a separate address, so that rate limits per address do not interfere with hundreds of payers.
    const ip = `10.6.${(payers >> 8) & 255}.${payers & 255}`;
    const begins = { ...of, ...(amount === undefined ? {} : { amount }) };
    const session = await testApp.visitor.call(beginPayment, begins, { ip });
    return { session, input: { ...of, ...(await token(session, card)) } };
  };
  const settles = async () => {
    for (const each of bySlug) await each.webhooks.idle();
    await testApp.runDueJobs();
  };
  return {
    testApp,
    sims,
    sim,
    openPayForm: acts,
    token,
    crashOn: (when) => {
      crashPoint = when;
    },
    companies: () => [...made],
    refreshToken: again,
    waitUntilSettled: settles,
    addressOf: (gateway, owner) =>
      `http://127.0.0.1:${port}/api/v2/webhooks/${slugs[gateway]}/${owner.subscriberId}`,
    createCompany: async (gateway) => {
      const owner = await testApp.create.owner();
      made.push(owner.subscriberId);
      const input = {
        subscriberId: owner.subscriberId,
        payment_type: gateway,
        credentials: testGatewayKeys[gateway],
      };
      const put = await owner.call(putGateway, { ...input, sandbox: true });
      if (put.connection?.status !== 'ok') throw new Error(JSON.stringify(put.connection));
      return owner;
    },
    createInvoice: async (of, total = 600) => {
      const owner = await again(of);
      booked += 1;
      const day = String(1 + (booked % 27)).padStart(2, '0');
      const month = String(1 + (Math.floor(booked / 27) % 12)).padStart(2, '0');
      const payload = await goodPayload(owner, {
        order_id: `P${booked}`,
        date_time: `${2040 + Math.floor(booked / 300)}-${month}-${day}T09:00`,
        is_manual_edit: true,
        fees: [{ line_item: 'Inspection', pretax_amount: total }],
        duration: 1,
      });
      const appointment = await owner.call(bookAppointment, payload);
      const [client] = await owner.call(listLinks, { id: appointment.id });
      const p = new URL(client?.link ?? '').searchParams.get('p') ?? '';
      return { ...(await owner.call(getInvoice, { id: appointment.id })), p };
    },
    pay: async (invoice, card, amount) =>
      testApp.visitor.call(pay, (await acts(invoice, card, amount)).input),
    advanceTime: async (span) => {
      const ms = millisecondsOf(span);
      for (const each of bySlug) each.clock.advance(ms);
      testApp.clock.advance(ms);
      await settles();
    },
    attempts: (owner) =>
      testApp.readAs(owner.subscriberId, (ctx) =>
        mine(ctx, 'payment_attempts').orderBy('created_at').select(['id', 'state', 'problem']).execute(),
      ),
    auditEntries: async (owner, action) => {
      const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
        mine(ctx, 'audit_log').where('action', '=', action).orderBy('id').select('after').execute(),
      );
      return rows.map((row) => (row.after ?? {}) as Record<string, unknown>);
    },
  };
}

function millisecondsOf(span: string): number {
  const [count = '0', unit = ''] = span.split(' ');
  const units: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };
  return Number(count) * (units[unit.replace(/s$/, '')] ?? 0);
}

/** Crashes a command for good: only what it committed and what the gateway did remain. */
function crashAround(testApp: TestApp, when: () => 'before' | 'after' | null): void {
  const { pay: real } = testApp.runtime.external;
  const crashing = <T>(run: () => Promise<T>) => {
    const death = when();
    if (death === 'before') throw new Error('the process died');
    return run().then((answer) => {
      if (death === 'after') throw new Error('the process died');
      return answer;
    });
  };
  const of: typeof real.of = (creds) => {
    const gateway = real.of(creds);
    return {
      ...gateway,
      begin: async (...args) => crashing(() => gateway.begin(...args)),
      charge: async (...args) => crashing(() => gateway.charge(...args)),
      refund: async (...args) => crashing(() => gateway.refund(...args)),
    };
  };
  Object.assign(testApp.runtime.external, { pay: { ...real, of } });
}
