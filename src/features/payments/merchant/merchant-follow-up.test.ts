import { sql } from 'kysely';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { sweepPayments } from '#app/jobs/sweep-payments.ts';
import { simulatorAddresses } from '#app/open-external-services.ts';
import { merchantFields } from '#domain/payments/merchant-application.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { MerchantOnboarding } from '#server/outside/pay/kit/merchant-onboarding.ts';
import { startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import {
  checkMerchantApplication,
  getMerchantApplication,
  openMerchantApplication,
  submitMerchantApplication,
  withdrawMerchantApplication,
} from '../merchant-contract.ts';
import { lockApplication, updateApplication } from './applications.ts';
import { markStillUnknown } from './settle-application.ts';

const sims = await startPaySimulators();
const testApp = await startTestApp({
  env: { DEMO: '1' },
  gateways: { simulators: simulatorAddresses(sims), timeoutMs: 400 },
});
afterAll(() => sims.stop());
const { faults } = sims.fortis.listener;
beforeEach(() => faults.clear());

const form = {
  ...Object.fromEntries(merchantFields.map((name) => [name, 'Harbor'])),
  email: 'office@harbor.test',
  phone: '5125550100',
  principal_phone: '5125550101',
  website: 'harbor.test',
  state: 'TX',
  zip_code: '78701',
  high_ticket: 2500,
};
const sending = { match: { method: 'POST', path: '/v1/onboarding' } };

function onboards(changes: Partial<MerchantOnboarding>): void {
  const { external } = testApp.runtime;
  const { pay } = external;
  Object.assign(external, { pay: { ...pay, onboarding: { ...pay.onboarding, ...changes } } });
  onTestFinished(() => {
    Object.assign(external, { pay });
  });
}

const stored = (owner: TestUser) =>
  testApp.readAs(owner.subscriberId, (ctx) => mine(ctx, 'merchant_applications').selectAll().execute());

async function change(owner: TestUser, changes: object): Promise<void> {
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    const row = await lockApplication(ctx);
    if (row) await updateApplication(ctx, row, changes);
  });
}

test('shows the newest link to continue with', async () => {
  const owner = await testApp.create.owner();
  const { application } = await owner.call(submitMerchantApplication, form);
  await owner.call(openMerchantApplication);
  const again = await owner.call(checkMerchantApplication);
  expect(again.application).toMatchObject({ app_link: application?.app_link });
  expect(again.application?.opened_at).not.toBeNull();
  const link = 'https://mpa.fortis.test/signup/renewed';
  onboards({ find: async () => ({ link, decision: 'open' }) });
  const renewed = await owner.call(checkMerchantApplication);
  expect(renewed.application).toMatchObject({ state: 'submitted', app_link: link, opened_at: null });
  expect(renewed.application?.submitted_at).toBe(application?.submitted_at);
  await owner.call(withdrawMerchantApplication, {});
});

/** Waits until another transaction waits for a lock held by this one. */
async function waitForBlocked(ctx: WriteCtx): Promise<void> {
  const asked = sql<{ is: boolean }>`select exists (select from pg_locks
    where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))) as is`;
  for (let isWaiting = false; !isWaiting; ) isWaiting = (await asked.execute(ctx.db)).rows[0]?.is ?? false;
}

test('a check without a result does not revive an application that was withdrawn concurrently', async () => {
  const owner = await testApp.create.owner();
  faults.add({ ...sending, action: { kind: 'reset_after_commit' } });
  await owner.call(submitMerchantApplication, form);
  const [row] = await stored(owner);
  expect(row).toMatchObject({ state: 'unknown' });
  const checks: Promise<void>[] = [];
  await testApp.writeAs(owner.subscriberId, async (ctx) => {
    const present = await lockApplication(ctx);
    if (present) await updateApplication(ctx, present, { state: 'withdrawn' });
    checks.push(testApp.writeAs(owner.subscriberId, (w) => markStillUnknown(w, row?.id ?? '', true)));
    await waitForBlocked(ctx);
  });
  await Promise.all(checks);
  expect(await stored(owner)).toMatchObject([{ state: 'withdrawn', problem: '' }]);
});

test('an application whose submission was interrupted can be looked up or withdrawn', async () => {
  const owner = await testApp.create.owner();
  await owner.call(submitMerchantApplication, form);
  const [row] = await stored(owner);
  await change(owner, { state: 'submitting', tried_at: testApp.clock.now() });
  expect(await owner.call(getMerchantApplication)).toMatchObject({ application: { state: 'sending' } });
  await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(testApp.runtime.db);
  testApp.clock.advance(3 * 60_000);
  expect(await owner.call(getMerchantApplication)).toMatchObject({ application: { state: 'unknown' } });
  const checked = await owner.call(checkMerchantApplication);
  expect(checked.application).toMatchObject({ id: row?.id, state: 'submitted' });
  await owner.call(withdrawMerchantApplication, {});
});

test('the hourly sweep finds applications whose jobs were lost, and nothing else', async () => {
  const owner = await testApp.create.owner();
  await owner.call(submitMerchantApplication, form);
  onboards({ find: async () => ({ link: null, decision: 'approved' }) });
  expect(await sweepPayments(testApp.runtime)).toBe(0);
  await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(testApp.runtime.db);
  await testApp.advanceTime('27 hours');
  expect(await stored(owner)).toMatchObject([{ state: 'submitted' }]);
  expect(await sweepPayments(testApp.runtime)).toBe(1);
  await testApp.runDueJobs();
  expect(await stored(owner)).toMatchObject([{ state: 'approved' }]);
  expect(await sweepPayments(testApp.runtime)).toBe(0);
});

test('an undecided application is not swept while it is checked daily', async () => {
  const owner = await testApp.create.owner();
  await owner.call(submitMerchantApplication, form);
  for (let day = 0; day < 3; day += 1) {
    await testApp.advanceTime('25 hours');
    expect(await sweepPayments(testApp.runtime)).toBe(0);
  }
  await change(owner, { state: 'withdrawn' });
});

test('an application approved in test mode can be withdrawn for a live one', async () => {
  const owner = await testApp.create.owner();
  const { installation } = testApp.runtime;
  await owner.call(submitMerchantApplication, form);
  await change(owner, { state: 'approved' });
  expect((await owner.request(withdrawMerchantApplication, {})).status).toBe(409);
  Object.assign(testApp.runtime, { installation: { ...installation, merchantOnboarding: 'live' } });
  onTestFinished(() => {
    Object.assign(testApp.runtime, { installation });
  });
  expect((await owner.call(withdrawMerchantApplication, {})).application).toBeNull();
  onboards({ submit: async () => ({ state: 'submitted', link: 'https://mpa.fortis.test/real' }) });
  const real = await owner.call(submitMerchantApplication, form);
  expect(real.application).toMatchObject({ state: 'submitted', mode: 'live' });
});
