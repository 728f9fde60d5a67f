import { describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice } from '../contract.ts';
import { beginPayment, closeAttempt, pay, refundPayment } from '../pay-contract.ts';
import { countCharges, overrideGateway } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const bench = await openPaymentHarness();
const { house } = bench;

const keys = (owner: TestUser, credentials: Record<string, string | null>) =>
  owner.request(updateSettings, { subscriberId: owner.subscriberId, credentials });
const gone = { publishable_key: null, secret_key: null };
/** The gateway's credentials that are stored, by name. */
async function secrets(owner: TestUser): Promise<string[]> {
  const rows = await house.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'company_secrets').where('name', 'like', 'payment.%').select('name').execute(),
  );
  return rows.map(({ name }) => name.split('.')[2] ?? '');
}

describe('taking keys away', () => {
  test('waits for a form that its payer can still pay, and names the invoice', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    const { attempt_id } = await house.visitor.call(beginPayment, {
      publicId: invoice.public_id,
      p: invoice.p,
    });
    const refused = await keys(owner, gone);
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toContain(
      `An open payment for ${invoice.number} still uses these API keys.`,
    );
    expect(refused.error?.details).toMatchObject({ 'credentials.secret_key': refused.error?.message });
    expect(await secrets(owner)).toHaveLength(2);
    // Ended at the invoice, the form can no longer be paid, and the keys may go.
    await owner.call(closeAttempt, { attemptId: attempt_id });
    expect((await keys(owner, gone)).status).toBe(200);
    expect(await secrets(owner)).toEqual([]);
    const intent = bench
      .sim(5)
      .payments()
      .find((one) => one.attemptId === attempt_id);
    expect(intent?.isCharged ?? false).toBe(false);
  });

  test('waits for a payment that may have been charged', async () => {
    const owner = await bench.createCompany(4);
    const invoice = await bench.createInvoice(owner);
    const acted = await bench.openPayForm(invoice);
    bench.sim(4).webhooks.mode({ kind: 'hold' });
    bench.sim(4).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 9 });
    await house.visitor.call(pay, acted.input);
    bench.sim(4).listener.faults.clear();
    const none = { application_id: null, location_id: null, access_token: null };
    expect((await keys(owner, none)).status).toBe(409);
    await bench.advanceTime('5 minutes');
    expect((await keys(owner, none)).status).toBe(200);
    bench.sim(4).webhooks.mode({ kind: 'auto' });
  });

  // PayPal's may go only with the choice of PayPal itself.
  test.each([3, 4, 7] as const)(
    'gateway %i: a form that only we can charge keeps nobody',
    async (gateway) => {
      const owner = await bench.createCompany(gateway);
      const invoice = await bench.createInvoice(owner);
      const acted = await bench.openPayForm(invoice);
      const none = Object.fromEntries((await secrets(owner)).map((name) => [name, null]));
      expect((await keys(owner, none)).status).toBe(200);
      expect((await house.visitor.request(pay, acted.input)).status).toBe(409);
      expect(countCharges(bench, gateway, await bench.attempts(owner))).toBe(0);
    },
  );

  test('that the gateway refuses anyhow is always possible; after a single refused call it waits', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    await house.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    const is = (status: string) =>
      house.writeAs(owner.subscriberId, (ctx) =>
        ctx.db
          .updateTable('gateway_connections')
          .set({ status })
          .where('subscriber_id', '=', owner.subscriberId)
          .execute(),
      );
    await is('needs_attention');
    expect((await keys(owner, gone)).status).toBe(409);
    await is('refused');
    expect((await keys(owner, gone)).status).toBe(200);
  });

  test('waits for money that is on its way back', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    await bench.pay(invoice);
    const [payment] = (await owner.call(getInvoice, { id: invoice.appointment_id })).records;
    const back = { state: 'pending', kind: 'refund', gatewayRef: 'back', raw: null } as const;
    let isBack = false;
    const answer = async (_: unknown, { amountMinor }: { amountMinor: number }) =>
      ({ ...back, amountMinor, state: isBack ? 'succeeded' : 'pending' }) as const;
    overrideGateway(bench, () => ({ refund: answer, fetchRefund: answer }));
    await owner.call(refundPayment, { id: payment?.id ?? '', reason: 'No pool' });
    const refused = await keys(owner, gone);
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toContain(invoice.number);
    isBack = true;
    await bench.advanceTime('10 minutes');
    expect((await keys(owner, gone)).status).toBe(200);
  });

  test('new keys for old ones are no removal', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    await house.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    expect((await keys(owner, { secret_key: 'sk_test_rotatedKey' })).status).toBe(200);
  });

  test('while a payer begins leaves no form behind', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    const link = { publicId: invoice.public_id, p: invoice.p };
    const [begun, removed] = await Promise.all([
      house.visitor.request(beginPayment, link),
      keys(owner, gone),
    ]);
    const isOpen = begun.status === 200;
    expect(removed.status).toBe(isOpen ? 409 : 200);
    const open = (await bench.attempts(owner)).filter((one) => one.state === 'awaiting_payer');
    expect(open).toHaveLength(isOpen ? 1 : 0);
  });
});

describe('renewed keys of the same account', () => {
  test('look a lost payment up as the old ones would', async () => {
    const owner = await bench.createCompany(4);
    const invoice = await bench.createInvoice(owner);
    const acted = await bench.openPayForm(invoice);
    bench.sim(4).webhooks.mode({ kind: 'drop', rate: 1 });
    bench.sim(4).listener.faults.add({ match: { method: 'POST' }, action: { kind: 'reset' }, times: 9 });
    await house.visitor.call(pay, acted.input);
    bench.sim(4).listener.faults.clear();
    expect(await bench.attempts(owner)).toMatchObject([{ state: 'unknown' }]);
    expect((await keys(owner, { access_token: 'EAAArotatedAccessToken' })).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await bench.advanceTime('1 hour');
    // Their silence is proof: it never arrived, and the invoice can be paid again.
    expect(await bench.attempts(owner)).toMatchObject([{ state: 'failed', problem: '' }]);
    bench.sim(4).webhooks.mode({ kind: 'auto' });
  });

  test('while those of another account prove nothing', async () => {
    const owner = await bench.createCompany(5);
    const invoice = await bench.createInvoice(owner);
    const link = { publicId: invoice.public_id, p: invoice.p };
    await house.visitor.call(beginPayment, link);
    await keys(owner, { secret_key: 'sk_test_otherAccount' });
    await bench.waitUntilSettled();
    overrideGateway(bench, (real) => ({
      findByAttempt: async (creds, attempt) =>
        'secret_key' in creds && /other/.test(creds.secret_key)
          ? Promise.reject(new GatewayError('not_found', 'resource_missing'))
          : real.findByAttempt(creds, attempt),
    }));
    await bench.advanceTime('20 minutes');
    expect(await bench.attempts(owner)).toMatchObject([{ state: 'awaiting_payer', problem: 'other_keys' }]);
  });
});
