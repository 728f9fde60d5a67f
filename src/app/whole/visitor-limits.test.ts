import { expect, test } from 'vitest';
import { getProfile } from '#features/company/profile-contract.ts';
import { generalLimitOf, limitByIp } from '#server/http/route-limits.ts';
import { startTestApp } from '#testing/test-app.ts';
import { routes } from '../features.ts';

test('every route that visitors may call has a limit', () => {
  const open = routes
    .map(({ route }) => route)
    .filter((route) => !['user', 'member', 'admin'].includes(route.access));
  expect(open.length).toBeGreaterThan(60);
  const unlimited = open.filter((route) => !route.limit && !generalLimitOf(route));
  expect(unlimited.map((route) => `${route.method} ${route.path}`)).toEqual([]);
});

test('one address reads a page of a company 6,000 times in ten minutes, another one is not affected', async () => {
  const { runtime, clock, visitor } = await startTestApp({ at: '2030-03-01T14:00:00Z' });
  const ip = '10.1.1.1';
  for (let i = 0; i < 6_000; i++) await limitByIp(runtime, getProfile, ip);
  const read = (from: string) => visitor.request(getProfile, { id: 'no-such-company' }, { ip: from });
  expect((await read(ip)).error).toMatchObject({ type: 'RATE_LIMITED', details: { retryAfter: 600 } });
  expect((await read('10.1.1.2')).error?.type).toBe('NOT_FOUND');
  clock.advance(10 * 60_000);
  expect((await read(ip)).error?.type).toBe('NOT_FOUND');
});
