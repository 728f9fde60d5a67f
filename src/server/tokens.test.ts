import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { asInstant } from '#domain/base/time.ts';
import { newId } from './ids.ts';
import { createPersonalToken, parsePersonalToken, verifyPersonalToken } from './personal-links.ts';
import { keyedHash, secretsEqual, signAccessToken, type TokenClaims, verifyAccessToken } from './tokens.ts';

const secret = 'a secret for tests, long enough for all';
const now = asInstant('2030-03-01T14:00:00.000Z');
const later = asInstant('2030-03-01T14:14:59.000Z');
const tooLate = asInstant('2030-03-01T14:15:01.000Z');
const claims: TokenClaims = { userId: newId(), subscriberId: newId(), sessionId: newId(), purpose: 'full' };
const key = new TextEncoder().encode(keyedHash(secret, 'access-token', 'v1'));

describe('an access token', () => {
  test('identifies its user for 15 minutes', async () => {
    const token = await signAccessToken(secret, claims, now);
    expect(await verifyAccessToken(secret, token, later)).toEqual(claims);
    expect(await verifyAccessToken(secret, token, later)).toEqual(claims);
    await expect(verifyAccessToken(secret, token, tooLate)).rejects.toMatchObject({
      type: 'UNAUTHENTICATED',
    });
    await expect(verifyAccessToken(secret, token, tooLate)).rejects.toMatchObject({
      type: 'UNAUTHENTICATED',
    });
  });

  const signed = (body: Record<string, unknown>, alg = 'HS256') =>
    new SignJWT(body).setProtectedHeader({ alg }).setSubject(claims.userId).setAudience('gable-api');
  const full = { tid: claims.subscriberId, sid: claims.sessionId, use: 'full' };
  const forged: [string, () => Promise<string> | string][] = [
    ['nothing', () => ''],
    ['arbitrary text', () => 'not.a.token'],
    ['another secret', () => signAccessToken('another secret that is long enough', claims, now)],
    [
      'a changed character',
      async () => (await signAccessToken(secret, claims, now)).replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
    ],
    [
      'no signature',
      () =>
        new UnsecuredJWT(full)
          .setSubject(claims.userId)
          .setIssuer('gable')
          .setAudience('gable-api')
          .setExpirationTime(4e9)
          .encode(),
    ],
    ['another algorithm', () => signed(full, 'HS512').setIssuer('gable').setExpirationTime(4e9).sign(key)],
    [
      'another audience',
      () => signed(full).setIssuer('gable').setAudience('else').setExpirationTime(4e9).sign(key),
    ],
    ['another issuer', () => signed(full).setIssuer('someone').setExpirationTime(4e9).sign(key)],
    [
      'no tenant',
      () => signed({ sid: claims.sessionId }).setIssuer('gable').setExpirationTime(4e9).sign(key),
    ],
  ];
  test.each(forged)('with %s is rejected', async (_what, make) => {
    await expect(verifyAccessToken(secret, await make(), now)).rejects.toMatchObject({
      type: 'UNAUTHENTICATED',
    });
  });

  test('with an unknown purpose gets the least rights', async () => {
    const token = await signed({ ...full, use: 'everything' })
      .setIssuer('gable')
      .setExpirationTime(4e9)
      .sign(key);
    expect((await verifyAccessToken(secret, token, now)).purpose).toBe('change-password');
  });
});

describe('a personal link', () => {
  const installation = { sign: (purpose: string, text: string) => keyedHash(secret, purpose, text) } as never;
  const elsewhere = {
    sign: (purpose: string, text: string) => keyedHash(`${secret}!`, purpose, text),
  } as never;
  const id = newId();

  test('names its row, is the same each time and becomes invalid with its version', () => {
    const token = createPersonalToken(installation, id, 1);
    expect(createPersonalToken(installation, id, 1)).toBe(token);
    expect(token).toMatch(/^[\w-]{22}\.[\w-]{27}$/);
    expect(parsePersonalToken(token)).toBe(id);
    expect(verifyPersonalToken(installation, token, id, 1)).toBe(true);
    expect(verifyPersonalToken(installation, token, id, 2)).toBe(false);
  });

  test('is not genuine for another row, for another installation, or with a changed character', () => {
    const token = createPersonalToken(installation, id, 1);
    expect(verifyPersonalToken(installation, token, newId(), 1)).toBe(false);
    expect(verifyPersonalToken(elsewhere, token, id, 1)).toBe(false);
    expect(verifyPersonalToken(installation, `${token}x`, id, 1)).toBe(false);
    expect(verifyPersonalToken(installation, token.split('.')[0] ?? '', id, 1)).toBe(false);
  });

  test.each([undefined, '', '.', 'abc', '\u0000', '%%%.%%%', 'x'.repeat(200)])(
    '%j names nothing',
    (token) => {
      expect(parsePersonalToken(token)).toBeNull();
    },
  );
});

test('separates hashes by purpose and compares secrets completely', () => {
  expect(keyedHash(secret, 'a', 'b\nc')).not.toBe(keyedHash(secret, 'a\nb', 'c').slice(0, 10));
  expect(keyedHash(secret, 'links', 'x')).not.toBe(keyedHash(secret, 'codes', 'x'));
  expect([
    secretsEqual('abc', 'abc'),
    secretsEqual('abc', 'abd'),
    secretsEqual('abc', 'ab'),
    secretsEqual('', ''),
  ]).toEqual([true, false, false, true]);
});
