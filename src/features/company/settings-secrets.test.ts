import { describe, expect, test } from 'vitest';
import { readCompanyRows } from '#testing/company-rows.ts';
import { getGateway, putGateway, testGateway } from './gateway-contract.ts';
import { getProfile } from './profile-contract.ts';
import { readSecret } from './read-secrets.ts';
import { openSettings, settingsPathOf } from './settings-for-tests.ts';

const { testApp, owner, read, change, tryChange } = await openSettings();

describe('secrets', () => {
  const key = 'sk_test_0123456789abcdef';

  test('are required together, stay unchanged when empty and are deleted by null', async () => {
    const alone = await tryChange({ payment_type: 6, credentials: { client_secret: key } });
    expect(alone.error?.details).toEqual({ 'credentials.client_id': 'This is required' });
    expect((await tryChange({ payment_type: 6 })).error?.details).toEqual({
      'credentials.client_id': 'This is required',
    });
    expect((await tryChange({ payment_type: 5, credentials: { user_id: 'x' } })).error?.details).toEqual({
      'credentials.user_id': 'Unknown field',
    });
    const set = await change({
      payment_type: 5,
      credentials: { publishable_key: 'pk_test_1', secret_key: key },
    });
    expect(set.credentials['5']).toEqual({ publishable_key: true, secret_key: true });
    await change({ credentials: { publishable_key: 'pk_test_2', secret_key: '' } });
    const stored = await testApp.readAs(owner.subscriberId, (ctx) => readSecret(ctx, 'payment.5.secret_key'));
    expect(stored).toBe(key);
    // Only its own route replaces it.
    expect((await tryChange({ webhook_secret: 'a secret of my own' })).error?.type).toBe('BAD_USER_INPUT');
    const gone = await change({ credentials: { publishable_key: null, secret_key: null } });
    expect(gone.credentials['5']).toEqual({ publishable_key: false, secret_key: false });
    await change({ credentials: { publishable_key: 'pk_test_2', secret_key: key } });
  });

  test('appear in no response, row or log', async () => {
    expect((await read()).webhook_secret).toEqual({ is_set: true });
    const exposed = JSON.stringify([
      await read(),
      await testApp.visitor.call(getProfile, { id: owner.subscriberId }),
      await readCompanyRows(testApp, owner.subscriberId),
      testApp.logs,
    ]);
    for (const secret of [key, 'pk_test_2']) expect(exposed).not.toContain(secret);
    expect(exposed).toContain('payment.5.secret_key');
  });
});

describe('the payment gateway', () => {
  const key = 'sk_live_zyxwvutsrq9876';
  const path = settingsPathOf(owner);

  test('can be selected, and shows only the last characters of its secrets', async () => {
    const put = await owner.call(putGateway, {
      ...path,
      payment_type: 5,
      credentials: { publishable_key: 'pk_1', secret_key: key },
      sandbox: true,
    });
    expect(put).toEqual({
      payment_type: 5,
      sandbox: true,
      configured: true,
      credentials: {
        // For a short secret, four characters would reveal too much.
        publishable_key: { configured: true, last4: null },
        secret_key: { configured: true, last4: '9876' },
      },
      // The test app has no gateway that responds.
      connection: expect.objectContaining({ mode: 'simulator', status: 'refused', account: '' }),
    });
    expect(await owner.call(getGateway, path)).toEqual(put);
    expect(await read()).toMatchObject({ payment_type: 5, gateway_sandbox: true });
    const unchanged = await owner.call(putGateway, {
      ...path,
      payment_type: 5,
      credentials: { secret_key: '' },
    });
    expect(unchanged).toMatchObject({ configured: true, credentials: put.credentials });
    const rows = JSON.stringify([await readCompanyRows(testApp, owner.subscriberId), testApp.logs]);
    expect(rows).not.toContain(key);
  });

  test('rejects credentials that do not belong to it and stores none of them', async () => {
    const before = await owner.call(getGateway, path);
    const wrong = await owner.request(putGateway, {
      ...path,
      payment_type: 4,
      credentials: { access_token: 'x', secret_key: 'y' },
    });
    expect(wrong.error?.details).toEqual({
      'credentials.secret_key': 'Unknown field',
      'credentials.application_id': 'This is required',
      'credentials.location_id': 'This is required',
    });
    const type = await owner.request(putGateway, { ...path, payment_type: 9 });
    expect(type.error?.details).toEqual({ payment_type: 'Choose one of the options' });
    expect(await owner.call(getGateway, path)).toEqual(before);
    const stranger = await testApp.create.owner();
    expect((await stranger.request(putGateway, { ...path, payment_type: 1 })).error?.type).toBe('FORBIDDEN');
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(getGateway, path)).error?.type).toBe('FORBIDDEN');
  });

  test('reports success only after a real check', async () => {
    const result = async () => (await owner.call(testGateway, path)).result;
    expect(await result()).toBe('refused');
    await change({ payment_type: 3 });
    expect(await result()).toBe('not_configured');
    await change({ payment_type: 2 });
    expect(await result()).toBe('no_gateway');
  });
});
