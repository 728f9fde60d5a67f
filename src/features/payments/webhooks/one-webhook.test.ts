import { describe, expect, test } from 'vitest';
import { getGateway, putGateway } from '#features/company/gateway-contract.ts';
import { newId } from '#server/ids.ts';
import type { Creds } from '#server/outside/pay/kit/credentials.ts';
import { type TestGateway, testGatewayKeys } from '../attempts/gateway-cards-for-tests.ts';
import { createSignal, overrideGateway } from '../attempts/gateway-doubles-for-tests.ts';
import { openPaymentHarness } from '../attempts/payment-harness-for-tests.ts';

const harness = await openPaymentHarness();
const { testApp } = harness;

const authorized = (gateway: 4 | 5) => {
  const key = gateway === 4 ? testGatewayKeys[4].access_token : testGatewayKeys[5].secret_key;
  return { headers: { authorization: `Bearer ${key}` } };
};

async function deleteEndpoint(gateway: 4 | 5, id: string): Promise<void> {
  const path = gateway === 4 ? '/v2/webhooks/subscriptions' : '/v1/webhook_endpoints';
  await fetch(`${harness.sim(gateway).url}${path}/${id}`, { ...authorized(gateway), method: 'DELETE' });
}

/** Lists the ids of the endpoints registered for a company. */
async function endpointsOf(gateway: 4 | 5, subscriberId: string): Promise<string[]> {
  const isSquare = gateway === 4;
  const path = isSquare ? '/v2/webhooks/subscriptions' : '/v1/webhook_endpoints?limit=100';
  const response = await fetch(`${harness.sim(gateway).url}${path}`, authorized(gateway));
  const answer = (await response.json()) as Record<string, { id: string }[] | undefined>;
  const all = (isSquare ? answer.subscriptions : answer.data) ?? [];
  return all.filter((one) => JSON.stringify(one).includes(subscriberId)).map(({ id }) => id);
}

const keysOf = (gateway: TestGateway, subscriberId: string) => ({
  subscriberId,
  payment_type: gateway,
  credentials: testGatewayKeys[gateway],
  sandbox: true,
});

describe.each([4, 5] as const)('the webhook of gateway %i', (gateway) => {
  test('is registered once per company by the route and the job at the same time', async () => {
    const owners = await Promise.all(Array.from({ length: 14 }, () => testApp.create.owner()));
    const saving = owners.map((owner) => owner.call(putGateway, keysOf(gateway, owner.subscriberId)));
    let isSaving = true;
    const saved = Promise.all(saving).finally(() => {
      isSaving = false;
    });
    while (isSaving) await testApp.runDueJobs();
    await testApp.runDueJobs();
    expect((await saved).map(({ connection }) => connection?.status)).toEqual(owners.map(() => 'ok'));
    const counts = await Promise.all(
      owners.map(async ({ subscriberId }) => (await endpointsOf(gateway, subscriberId)).length),
    );
    expect(counts).toEqual(owners.map(() => 1));
  }, 60_000);

  test('is registered once when the process dies between the registration and the commit', async () => {
    const owner = await testApp.create.owner();
    const input = keysOf(gateway, owner.subscriberId);
    const { opened: died, open: die } = createSignal();
    let calls = 0;
    // What is killed never answers: neither its result nor the end of its claim is stored.
    overrideGateway(harness, (real) => ({
      registerWebhook: async (...args) => {
        calls += 1;
        const isFirst = calls === 1;
        const made = await real.registerWebhook(...args);
        if (!isFirst) return made;
        die();
        return new Promise(() => {});
      },
    }));
    void owner.request(putGateway, input);
    await died;
    expect(await endpointsOf(gateway, owner.subscriberId)).toHaveLength(1);
    await testApp.advanceTime('1 hour');
    await harness.waitUntilSettled();
    const again = await harness.refreshToken(owner);
    expect((await again.call(getGateway, { subscriberId: owner.subscriberId })).connection?.status).toBe(
      'ok',
    );
    expect(await endpointsOf(gateway, owner.subscriberId)).toHaveLength(1);
  });

  test('exists after a repetition with the same key although the endpoint was deleted', async () => {
    const owner = await harness.createCompany(gateway);
    const { of } = testApp.runtime.external.pay;
    const creds = {
      ...testGatewayKeys[gateway],
      type: gateway,
      mode: 'simulator',
      connection: newId(),
    } as unknown as Creds;
    const key = newId();
    const register = () => of(creds).registerWebhook(creds, harness.addressOf(gateway, owner), key);
    const first = await register();
    await deleteEndpoint(gateway, first.id);
    const second = await register();
    expect(second.id).not.toBe(first.id);
    expect(await endpointsOf(gateway, owner.subscriberId)).toEqual([second.id]);
  });
});
