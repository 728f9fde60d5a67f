import { describe, expect, test } from 'vitest';
import { initialCases, requestFormCases, settingCases } from './setting-cases-for-tests.ts';
import { openSettings } from './settings-for-tests.ts';

const { testApp, read, change, tryChange } = await openSettings();

describe('each setting', () => {
  test.each(initialCases)('accepts its initial value, but no other type: %s %j', async (key, value) => {
    expect(await change({ [key]: value })).toMatchObject({ [key]: value });
    const refused = await tryChange({ [key]: { unknown: 'x' } });
    expect(refused.error?.type).toBe('BAD_USER_INPUT');
    expect(Object.keys(refused.error?.details ?? {}).join()).toContain(key);
  });

  test.each(settingCases)('handles %s: %j', async (key, value, refused, readBack) => {
    const answer = await tryChange({ [key]: value });
    if (refused) {
      expect([answer.error?.type, answer.error?.details]).toEqual(['BAD_USER_INPUT', refused]);
      return;
    }
    expect(answer.error).toBeNull();
    expect((await read())[key as 'logo']).toEqual(readBack === undefined ? value : readBack);
  });

  test.each(requestFormCases)('handles request_form.%s: %j', async (key, value, refused, readBack) => {
    const before = (await read()).request_form;
    const answer = await tryChange({ request_form: { [key]: value } });
    if (refused) {
      expect(Object.values(answer.error?.details ?? {})).toEqual([refused]);
      expect(Object.keys(answer.error?.details ?? {})[0]).toMatch(`request_form.${key}`);
      return;
    }
    expect((await read()).request_form).toEqual({
      ...before,
      [key]: readBack === undefined ? value : readBack,
    });
  });

  test('with an unknown name is rejected by name, and nothing else of the call is stored', async () => {
    const before = await read();
    const answer = await tryChange({ company_name: 'Other', colour: 'red' });
    expect([answer.error?.type, answer.error?.details]).toEqual([
      'BAD_USER_INPUT',
      { colour: 'Unknown field' },
    ]);
    expect(await read()).toEqual(before);
  });

  test('for phone and postal code is validated by country', async () => {
    const austria = await testApp.create.owner();
    const german = { country_code: 'AT', company_phone: '+43 1 234567', zip_code: '1010' };
    expect(await change(german, austria)).toMatchObject({ company_phone: '+431234567', zip_code: '1010' });
    const answer = await tryChange({ zip_code: '10100' }, austria);
    expect(answer.error?.details).toEqual({ zip_code: 'Zip code must have 4 digits' });
  });
});
