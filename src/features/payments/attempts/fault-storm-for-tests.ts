import { mine } from '#server/db/scope.ts';
import { callFaults } from '#server/outside/pay/kit/payment-faults-for-tests.ts';
import type { TestUser } from '#testing/test-user.ts';
import type { Invoice } from '../contract.ts';
import { beginPayment, pay, refundPayment } from '../pay-contract.ts';
import type { TestGateway } from './gateway-cards-for-tests.ts';
import type { PaymentHarness, TestInvoice } from './payment-harness-for-tests.ts';

/** The result for one invoice of the fault storm, in our database and at the gateway. */
export interface InvoiceOutcome {
  charges: number;
  booked: number;
  bookedCents: number;
  paidCents: number;
  refundedHere: number;
  refundedThere: number;
  /** A payment or refund of it has no result yet. */
  isOpen: boolean;
}

/**
 * Pays `count` invoices of a new company with faults of every kind, lost and repeated webhooks, impatient payers and
 * refunds in between. Then lets time pass until everything is settled, and compares every invoice with the gateway's
 * records.
 */
export async function runFaultStorm(
  harness: PaymentHarness,
  gateway: TestGateway,
  count: number,
  seed: number,
): Promise<InvoiceOutcome[]> {
  const random = dice(seed);
  const owner = await harness.createCompany(gateway);
  const sim = harness.sim(gateway);
  const invoices: TestInvoice[] = [];
  for (let n = 0; n < count; n += 1) {
    const invoice = await harness.createInvoice(owner, 50 + n);
    invoices.push(invoice);
    sim.webhooks.mode(
      random() < 0.3
        ? { kind: 'drop', rate: 1 }
        : random() < 0.4
          ? { kind: 'duplicate', n: 3 }
          : { kind: 'auto' },
    );
    if (random() < 0.7) {
      const action = callFaults[Math.floor(random() * callFaults.length)] ?? { kind: 'reset' };
      const nth = 1 + Math.floor(random() * 3);
      sim.listener.faults.add({ match: { nth }, action, times: 1 + Math.floor(random() * 3) });
    }
    harness.crashOn(() => (random() < 0.12 ? (random() < 0.5 ? 'before' : 'after') : null));
    await payer(harness, invoice, random);
    if (random() < 0.4) await refunder(harness, owner, invoice, random);
    sim.listener.faults.clear();
    harness.crashOn(() => null);
  }
  sim.webhooks.mode({ kind: 'auto' });
  for (let n = 0; n < 10; n += 1) await harness.advanceTime('20 minutes');
  await harness.advanceTime('25 hours');
  await harness.advanceTime('2 hours');
  return Promise.all(invoices.map((invoice) => outcomeOf(harness, owner, gateway, invoice)));
}

/** Pays in up to three attempts, sometimes two at once, and leaves if the payment is not confirmed immediately. */
async function payer(harness: PaymentHarness, invoice: TestInvoice, random: () => number): Promise<void> {
  const { testApp } = harness;
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const of = { publicId: invoice.public_id, p: invoice.p };
    const started = await testApp.visitor.request(beginPayment, of, ip());
    if (!started.success) continue;
    const acted = await harness
      .token(started.data as never, random() < 0.2 ? 'declined' : 'good')
      .catch(() => null);
    if (!acted) continue;
    const input = { ...of, ...acted };
    const asked = random() < 0.2 ? [input, input] : [input];
    const answers = await Promise.all(asked.map((one) => testApp.visitor.request(pay, one, ip())));
    const states = answers.map((one) => (one.data as { state?: string } | null)?.state);
    if (states.some((state) => state === 'paid' || state === 'processing')) return;
  }
}

async function refunder(harness: PaymentHarness, owner: TestUser, invoice: Invoice, random: () => number) {
  const [row] = await harness.testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'payments').where('invoice_id', '=', invoice.id).select('id').execute(),
  );
  if (!row) return;
  const part = random() < 0.3 ? { amount: 10 } : {};
  await (await harness.refreshToken(owner)).request(
    refundPayment,
    { id: row.id, reason: 'Storm', ...part },
    ip(),
  );
}

let calls = 0;
/** Returns a new IP address, so that rate limits per address do not interfere. */
function ip() {
  calls += 1;
  return { ip: `10.9.${(calls >> 8) & 255}.${calls & 255}` };
}

async function outcomeOf(
  harness: PaymentHarness,
  owner: TestUser,
  gateway: TestGateway,
  invoice: Invoice,
): Promise<InvoiceOutcome> {
  return harness.testApp.readAs(owner.subscriberId, async (ctx) => {
    const of = { column: 'invoice_id', id: invoice.id } as const;
    const attempts = await mine(ctx, 'payment_attempts').where(of.column, '=', of.id).selectAll().execute();
    const payments = await mine(ctx, 'payments').where(of.column, '=', of.id).selectAll().execute();
    const refunds = await mine(ctx, 'payment_refunds').where(of.column, '=', of.id).selectAll().execute();
    const now = await mine(ctx, 'invoices').where('id', '=', of.id).selectAll().executeTakeFirstOrThrow();
    const ids = new Set(attempts.map((one) => one.id));
    const there = harness
      .sim(gateway)
      .payments()
      .filter((one) => one.attemptId && ids.has(one.attemptId));
    const charged = there.filter((one) => one.isCharged || one.refundedMinor > 0);
    const openStates = ['created', 'awaiting_payer', 'submitting', 'pending', 'held', 'unknown'];
    return {
      charges: charged.length,
      booked: payments.length,
      bookedCents: payments.reduce((sum, one) => sum + one.amount_cents, 0),
      paidCents: now.paid_cents,
      refundedHere: payments.reduce((sum, one) => sum + one.refunded_cents, 0),
      refundedThere: charged.reduce((sum, one) => sum + one.refundedMinor, 0),
      isOpen:
        attempts.some((one) => openStates.includes(one.state)) ||
        refunds.some((one) => ['asking', 'pending', 'unknown'].includes(one.state)),
    };
  });
}

function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
