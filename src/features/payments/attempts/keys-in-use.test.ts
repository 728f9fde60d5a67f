import { describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { mine } from '#server/db/scope.ts';
import { GatewayError } from '#server/outside/pay/kit/gateway.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getInvoice } from '../contract.ts';
import { beginPayment, closeAttempt, pay, refundPayment } from '../pay-contract.ts';
import { countCharges, overrideGateway } from './gateway-doubles-for-tests.ts';
import { openPaymentHarness } from './payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const keys = (owner: TestUser, credentials: Record<string, string | null>) =>
  owner.request(updateSettings, { subscriberId: owner.subscriberId, credentials });
const gone = { publishable_key: null, secret_key: null };
/** Lists the names of the stored gateway credentials. */
async function secrets(owner: TestUser): Promise<string[]> {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'company_secrets').where('name', 'like', 'payment.%').select('name').execute(),
  );
  return rows.map(({ name }) => name.split('.')[2] ?? '');
}

describe('removing keys', () => {
  test('is refused while a form can still be paid, and names the invoice', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const { attempt_id } = await testApp.visitor.call(beginPayment, {
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
    // After the attempt is closed on the invoice, its form can no longer be paid and the keys can be removed.
    await owner.call(closeAttempt, { attemptId: attempt_id });
    expect((await keys(owner, gone)).status).toBe(200);
    expect(await secrets(owner)).toEqual([]);
    const intent = harness
      .sim(5)
      .payments()
      .find((one) => one.attemptId === attempt_id);
    expect(intent?.isCharged ?? false).toBe(false);
  });

  test('is refused while a payment may have been charged', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    harness.sim(4).webhooks.mode({ kind: 'hold' });
    harness.sim(4).listener.faults.add({ action: { kind: 'reset_after_commit' }, times: 9 });
    await testApp.visitor.call(pay, acted.input);
    harness.sim(4).listener.faults.clear();
    const none = { application_id: null, location_id: null, access_token: null };
    expect((await keys(owner, none)).status).toBe(409);
    await harness.advanceTime('5 minutes');
    expect((await keys(owner, none)).status).toBe(200);
    harness.sim(4).webhooks.mode({ kind: 'auto' });
  });

  // PayPal keys can only be removed together with the choice of PayPal itself.
  test.each([3, 4, 7] as const)(
    'is allowed while a form is open that only we can charge (gateway %i)',
    async (gateway) => {
      const owner = await harness.createCompany(gateway);
      const invoice = await harness.createInvoice(owner);
      const acted = await harness.openPayForm(invoice);
      const none = Object.fromEntries((await secrets(owner)).map((name) => [name, null]));
      expect((await keys(owner, none)).status).toBe(200);
      expect((await testApp.visitor.request(pay, acted.input)).status).toBe(409);
      expect(countCharges(harness, gateway, await harness.attempts(owner))).toBe(0);
    },
  );

  test('is always allowed for keys that the gateway rejects, but not after a single rejected call', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    const is = (status: string) =>
      testApp.writeAs(owner.subscriberId, (ctx) =>
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

  test('is refused while a refund is in progress', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await harness.pay(invoice);
    const [payment] = (await owner.call(getInvoice, { id: invoice.appointment_id })).records;
    const back = { state: 'pending', kind: 'refund', gatewayRef: 'back', raw: null } as const;
    let isBack = false;
    const answer = async (_: unknown, { amountMinor }: { amountMinor: number }) =>
      ({ ...back, amountMinor, state: isBack ? 'succeeded' : 'pending' }) as const;
    overrideGateway(harness, () => ({ refund: answer, fetchRefund: answer }));
    await owner.call(refundPayment, { id: payment?.id ?? '', reason: 'No pool' });
    const refused = await keys(owner, gone);
    expect(refused.status).toBe(409);
    expect(refused.error?.message).toContain(invoice.number);
    isBack = true;
    await harness.advanceTime('10 minutes');
    expect((await keys(owner, gone)).status).toBe(200);
  });

  test('does not count replacing keys as removal', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    await testApp.visitor.call(beginPayment, { publicId: invoice.public_id, p: invoice.p });
    expect((await keys(owner, { secret_key: 'sk_test_rotatedKey' })).status).toBe(200);
  });

  test('leaves no form behind when a payer starts at the same time', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const link = { publicId: invoice.public_id, p: invoice.p };
    const [started, removed] = await Promise.all([
      testApp.visitor.request(beginPayment, link),
      keys(owner, gone),
    ]);
    const isOpen = started.status === 200;
    expect(removed.status).toBe(isOpen ? 409 : 200);
    const open = (await harness.attempts(owner)).filter((one) => one.state === 'awaiting_payer');
    expect(open).toHaveLength(isOpen ? 1 : 0);
  });
});

describe('replaced keys', () => {
  test('of the same account look up a lost payment as the previous ones would', async () => {
    const owner = await harness.createCompany(4);
    const invoice = await harness.createInvoice(owner);
    const acted = await harness.openPayForm(invoice);
    harness.sim(4).webhooks.mode({ kind: 'drop', rate: 1 });
    harness.sim(4).listener.faults.add({ match: { method: 'POST' }, action: { kind: 'reset' }, times: 9 });
    await testApp.visitor.call(pay, acted.input);
    harness.sim(4).listener.faults.clear();
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'unknown' }]);
    expect((await keys(owner, { access_token: 'EAAArotatedAccessToken' })).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await harness.advanceTime('1 hour');
    // An unknown payment is proof here: it never arrived, and the invoice can be paid again.
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'failed', problem: '' }]);
    harness.sim(4).webhooks.mode({ kind: 'auto' });
  });

  test('of another account prove nothing about an open form', async () => {
    const owner = await harness.createCompany(5);
    const invoice = await harness.createInvoice(owner);
    const link = { publicId: invoice.public_id, p: invoice.p };
    await testApp.visitor.call(beginPayment, link);
    await keys(owner, { secret_key: 'sk_test_otherAccount' });
    await harness.waitUntilSettled();
    overrideGateway(harness, (real) => ({
      findByAttempt: async (creds, attempt) =>
        'secret_key' in creds && /other/.test(creds.secret_key)
          ? Promise.reject(new GatewayError('not_found', 'resource_missing'))
          : real.findByAttempt(creds, attempt),
    }));
    await harness.advanceTime('20 minutes');
    expect(await harness.attempts(owner)).toMatchObject([{ state: 'awaiting_payer', problem: 'other_keys' }]);
  });
});
