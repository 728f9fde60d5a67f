import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { simulatorAddresses } from '#app/open-external-services.ts';
import { mine } from '#server/db/scope.ts';
import { startPaySimulators } from '#simulators/pay/pay-simulators.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import {
  checkMerchantApplication,
  getMerchantApplication,
  openMerchantApplication,
  saveMerchantApplication,
  submitMerchantApplication,
  withdrawMerchantApplication,
} from '../merchant-contract.ts';

const sims = await startPaySimulators();
const testApp = await startTestApp({
  env: { DEMO: '1' },
  gateways: { simulators: simulatorAddresses(sims), timeoutMs: 400 },
});
afterAll(() => sims.stop());
const { faults } = sims.fortis.listener;
beforeEach(() => faults.clear());

const form = {
  legal_name: 'Harbor Home Inspections, LLC',
  dba_name: 'Harbor Inspections',
  email: 'office@harbor.test',
  phone: '(512) 555-0100',
  website: 'harbor.test',
  business_description: 'Home inspections',
  address: '100 Congress Avenue',
  city: 'Austin',
  state: 'TX',
  zip_code: '78701',
  principal_first_name: 'Olive',
  principal_last_name: 'Owner',
  principal_title: 'Owner',
  principal_phone: '5125550101',
  high_ticket: 2500,
};
const sending = { match: { method: 'POST', path: '/v1/onboarding' } };

/** Lists the applications of this company at Fortis. */
async function atFortis(owner: TestUser) {
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'merchant_applications').select('client_app_id').execute(),
  );
  const headers = { 'user-id': 'u', 'user-api-key': 'k', 'developer-id': 'd' };
  const answer = await fetch(`${sims.fortis.url}/v1/onboarding`, { headers });
  const { list } = (await answer.json()) as { list: Record<string, unknown>[] };
  return list.filter((one) => rows.some((row) => row.client_app_id === one.client_app_id));
}

async function stored(owner: TestUser) {
  return testApp.readAs(owner.subscriberId, (ctx) =>
    mine(ctx, 'merchant_applications').orderBy('created_at').selectAll().execute(),
  );
}

/** Decides the application on the page of its link. */
function decides(link: string | null, choice: 'approve' | 'decline') {
  const path = new URL(link ?? '').pathname.replace('/hosted/fortis/', '');
  sims.fortis.browser.hosted({
    method: 'POST',
    path,
    form: new URLSearchParams({ choice }),
    publicUrl: '',
  });
}

describe('the form', () => {
  test('is prefilled from the settings and stores what was entered, complete or not', async () => {
    const owner = await testApp.create.owner();
    const before = await owner.call(getMerchantApplication);
    expect(before).toMatchObject({ onboarding: 'simulator', application: null });
    expect(before.form.legal_name).not.toBe('');
    const half = { ...form, city: '', zip_code: '7870', rev: undefined };
    const draft = await owner.call(saveMerchantApplication, half);
    expect(draft).toMatchObject({ application: { state: 'draft' }, form: { city: '', zip_code: '7870' } });
    const refused = await owner.request(submitMerchantApplication, { ...half, legal_name: 'Changed, LLC' });
    expect(refused.status).toBe(400);
    expect(refused.error?.details).toEqual({
      city: 'City is required',
      zip_code: 'Zip code must have 5 digits',
    });
    // Nothing that was entered is lost, and nothing was sent.
    expect((await owner.call(getMerchantApplication)).form.legal_name).toBe('Changed, LLC');
    expect(await atFortis(owner)).toEqual([]);
  });

  test('does not overwrite a change made by another user in the meantime', async () => {
    const owner = await testApp.create.owner();
    const { application } = await owner.call(saveMerchantApplication, form);
    await owner.call(saveMerchantApplication, { ...form, city: 'Dallas', rev: application?.rev });
    const late = await owner.request(saveMerchantApplication, { ...form, rev: application?.rev });
    expect(late.status).toBe(409);
    expect(late.error?.details).toMatchObject({ current: { form: { city: 'Dallas' } } });
  });

  test('does not overwrite the draft of a concurrent request, and stores identical ones once', async () => {
    const owner = await testApp.create.owner();
    const first = await owner.call(saveMerchantApplication, { ...form, city: 'Reno', rev: 0 });
    const late = await owner.request(saveMerchantApplication, { ...form, city: 'Tampa', rev: 0 });
    expect(late.error).toMatchObject({ type: 'CONFLICT', details: { current: { form: { city: 'Reno' } } } });
    const same = await owner.call(saveMerchantApplication, { ...form, city: 'Reno', rev: 0 });
    expect(same.application?.id).toBe(first.application?.id);
  });
});

describe('submitting', () => {
  test('returns the link to continue with, and creates one application however often it is sent', async () => {
    const owner = await testApp.create.owner();
    const answers = await Promise.all([1, 2].map(() => owner.request(submitMerchantApplication, form)));
    expect(answers.some((one) => one.status === 200)).toBe(true);
    expect(answers.every((one) => one.status === 200 || one.status === 409)).toBe(true);
    const again = await owner.call(submitMerchantApplication, { ...form, city: 'Elsewhere' });
    expect(again.application).toMatchObject({ state: 'submitted', mode: 'simulator', problem: '' });
    expect(again.form.city).toBe('Austin');
    const link = again.application?.app_link ?? '';
    expect(link).toContain('/hosted/fortis/apply/');
    const [made, ...more] = await atFortis(owner);
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      template_code: 'SIMULATOR',
      app_delivery: 'link_full_page',
      legal_name: form.legal_name,
      website: 'https://harbor.test',
      cc_high_ticket: 2500,
      location: { postal_code: '78701', phone_number: '512-555-0100' },
      primary_principal: { first_name: 'Olive', last_name: 'Owner', title: 'Owner' },
    });
    // The link gives access to the application, so the database must not contain it in plain text.
    expect(JSON.stringify(await stored(owner))).not.toContain('/hosted/');
    const opened = await owner.call(openMerchantApplication);
    expect(opened.application?.opened_at).not.toBeNull();
  });

  test('reports what Fortis rejects at its field and leaves the draft unchanged', async () => {
    const owner = await testApp.create.owner();
    const wrong = { ...form, legal_name: 'Refused, LLC' };
    const refused = await owner.request(submitMerchantApplication, wrong);
    expect(refused.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { legal_name: 'Fortis says: is not a registered business' },
    });
    const now = await owner.call(getMerchantApplication);
    expect(now).toMatchObject({ application: { state: 'draft' }, form: { legal_name: 'Refused, LLC' } });
    const right = await owner.call(submitMerchantApplication, form);
    expect(right.application).toMatchObject({ state: 'submitted' });
    expect(await atFortis(owner)).toHaveLength(1);
  });

  test('looks up a lost answer and creates one application', async () => {
    const owner = await testApp.create.owner();
    faults.add({ ...sending, action: { kind: 'timeout_after_commit' } });
    const sent = await owner.call(submitMerchantApplication, form);
    expect(sent.application).toMatchObject({ state: 'unknown', app_link: null });
    await testApp.advanceTime('3 minutes');
    expect(await owner.call(getMerchantApplication)).toMatchObject({ application: { state: 'submitted' } });
    expect(await atFortis(owner)).toHaveLength(1);
  });

  test('creates one application when it is sent again before the lookup', async () => {
    const owner = await testApp.create.owner();
    faults.add({ ...sending, action: { kind: 'reset_after_commit' } });
    await owner.call(submitMerchantApplication, form);
    const again = await owner.call(submitMerchantApplication, { ...form, city: 'Elsewhere' });
    expect(again).toMatchObject({ application: { state: 'submitted' }, form: { city: 'Austin' } });
    expect(await atFortis(owner)).toHaveLength(1);
  });

  test('creates one application by our id where Fortis lists none', async () => {
    const owner = await testApp.create.owner();
    faults.add({ ...sending, action: { kind: 'reset_after_commit' } });
    faults.add({
      match: { method: 'GET', path: '/v1/onboarding' },
      action: { kind: 'status', code: 404 },
      times: 99,
    });
    await owner.call(submitMerchantApplication, form);
    const again = await owner.call(submitMerchantApplication, form);
    expect(again.application).toMatchObject({ state: 'unknown' });
    await testApp.advanceTime('49 hours');
    await testApp.advanceTime('25 hours');
    expect(await stored(owner)).toMatchObject([{ state: 'unknown', problem: 'never_known' }]);
    faults.clear();
    expect(await atFortis(owner)).toHaveLength(1);
  });

  test('returns an application that never arrived to a draft', async () => {
    const owner = await testApp.create.owner();
    faults.add({ ...sending, action: { kind: 'timeout_before_commit' } });
    expect((await owner.call(submitMerchantApplication, form)).application?.state).toBe('unknown');
    for (let n = 0; n < 3; n += 1) await testApp.advanceTime('10 minutes');
    expect(await stored(owner)).toMatchObject([{ state: 'draft', problem: 'not_arrived' }]);
    expect(await atFortis(owner)).toEqual([]);
  });

  test('creates no duplicate when the process dies before it stores the answer', async () => {
    const owner = await testApp.create.owner();
    const { pay } = testApp.runtime.external;
    const { onboarding } = pay;
    const crashing: typeof onboarding = {
      ...onboarding,
      submit: async (...args) => {
        await onboarding.submit(...args);
        throw new Error('the process died');
      },
    };
    Object.assign(testApp.runtime.external, { pay: { ...pay, onboarding: crashing } });
    expect((await owner.request(submitMerchantApplication, form)).status).toBe(500);
    Object.assign(testApp.runtime.external, { pay });
    const early = await owner.request(submitMerchantApplication, form);
    expect(early.error?.message).toBe('This application is being submitted. Try again in a moment.');
    await testApp.advanceTime('3 minutes');
    expect(await stored(owner)).toMatchObject([{ state: 'submitted' }]);
    expect(await atFortis(owner)).toHaveLength(1);
  });

  test.each([
    [{ kind: 'auth_revoked' }, 'Fortis can’t be reached right now'],
    [
      { kind: 'rate_limit', retryAfter: 1 },
      'Fortis isn’t responding. Nothing was submitted. Try again later.',
    ],
  ] as const)('leaves the draft unchanged on %o', async (action, message) => {
    const owner = await testApp.create.owner();
    faults.add({ ...sending, action });
    const refused = await owner.request(submitMerchantApplication, form);
    expect(refused.error).toMatchObject({ type: 'GATEWAY_ERROR', message });
    expect((await owner.call(getMerchantApplication)).application?.state).toBe('draft');
  });
});

describe('a submitted application', () => {
  test('shows the decision of Fortis when the user checks it', async () => {
    const owner = await testApp.create.owner();
    const { application } = await owner.call(submitMerchantApplication, form);
    decides(application?.app_link ?? null, 'approve');
    const asked = await owner.call(checkMerchantApplication);
    expect(asked.application).toMatchObject({ state: 'approved', app_link: null });
    expect(asked.application?.decided_at).not.toBeNull();
    expect((await owner.request(withdrawMerchantApplication, {})).status).toBe(409);
  });

  test('is checked daily', async () => {
    const owner = await testApp.create.owner();
    const { application } = await owner.call(submitMerchantApplication, form);
    decides(application?.app_link ?? null, 'decline');
    await testApp.advanceTime('25 hours');
    expect(await stored(owner)).toMatchObject([{ state: 'declined' }]);
  });

  test('can be followed by another one after it was declined', async () => {
    const owner = await testApp.create.owner();
    const { application } = await owner.call(submitMerchantApplication, form);
    decides(application?.app_link ?? null, 'decline');
    const declined = await owner.call(checkMerchantApplication);
    expect(declined).toMatchObject({ application: { state: 'declined' }, form: { city: 'Austin' } });
    const next = await owner.call(saveMerchantApplication, { ...form, city: 'Dallas' });
    expect(next).toMatchObject({ application: { state: 'draft' }, form: { city: 'Dallas' } });
  });

  test('can be withdrawn to start another one', async () => {
    const owner = await testApp.create.owner();
    const { application } = await owner.call(submitMerchantApplication, form);
    const late = await owner.request(withdrawMerchantApplication, { rev: 0 });
    expect(late.status).toBe(409);
    const given = await owner.call(withdrawMerchantApplication, { rev: application?.rev });
    expect(given.application).toBeNull();
    const next = await owner.call(submitMerchantApplication, form);
    expect(next.application).toMatchObject({ state: 'submitted' });
    expect(next.application?.id).not.toBe(application?.id);
    expect(await stored(owner)).toMatchObject([{ state: 'withdrawn' }, { state: 'submitted' }]);
  });

  test('cannot exist twice, by database constraint', async () => {
    const owner = await testApp.create.owner();
    await owner.call(saveMerchantApplication, form);
    const [row] = await stored(owner);
    const second = testApp.writeAs(owner.subscriberId, (ctx) =>
      ctx.db
        .insertInto('merchant_applications')
        .values({
          subscriber_id: owner.subscriberId,
          id: '0190a5d0-ac96-774b-bcce-b302099a8057',
          client_app_id: 'ma-second',
          created_at: row?.created_at ?? '',
          updated_at: row?.created_at ?? '',
        })
        .execute(),
    );
    await expect(second).rejects.toThrow(/merchant_applications_one_open/);
  });
});

test('nothing is sent where the platform opens no accounts, and the page says so', async () => {
  const { installation } = testApp.runtime;
  Object.assign(testApp.runtime, { installation: { ...installation, merchantOnboarding: null } });
  const owner = await testApp.create.owner();
  expect((await owner.call(getMerchantApplication)).onboarding).toBeNull();
  const refused = await owner.request(submitMerchantApplication, form);
  expect(refused.error).toMatchObject({
    type: 'CONFLICT',
    message: 'Merchant account applications aren’t available on this platform',
  });
});
