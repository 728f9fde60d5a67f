import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { login, me } from '#features/auth/contract.ts';
import { clients } from '#features/people/contract.ts';
import { startTestApp } from '#testing/test-app.ts';
import { createTestUser } from '#testing/test-user.ts';
import { createHttp } from './http.ts';

const testApp = await startTestApp();
const owner = await testApp.create.owner();
const technician = await testApp.create.member(owner, { type: 'technician' });
let written = '';
const write = (line: string) => {
  written += line;
};
const log = pino({ level: 'info' }, { write });
const app = await createHttp({ ...testApp.runtime, log });
afterAll(() => app.close());

/** The lines that `work` writes. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  written = '';
  await work();
  return written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('a refused call is logged with its user and address', async () => {
  const as = createTestUser(app, technician);
  const lines = await linesOf(() => as.request(clients.exportFile, {}, { ip: '10.1.2.3' }));
  expect(lines).toMatchObject([
    {
      ...{ msg: 'request', time: expect.any(Number), reqId: expect.any(String) },
      ...{ status: 403, route: '/api/v2/clients/export-file', address: '10.1.2.3' },
      ...{ userId: technician.id, subscriberId: owner.subscriberId },
    },
  ]);
  const allowed = await linesOf(() => as.request(me, {}, { ip: '10.1.2.3' }));
  expect(allowed[0]).not.toHaveProperty('address');
});

test('a refused sign-in is logged with its account, never with its password', async () => {
  const visitor = createTestUser(app, testApp.visitor);
  const typed = { email: 'known@example.com', password: 'Mistyped-secret9' };
  const lines = await linesOf(() => visitor.request(login, typed, { ip: '10.1.2.4' }));
  expect(lines).toMatchObject([
    { msg: 'sign-in refused', account: 'known@example.com', userId: null, address: '10.1.2.4' },
    { msg: 'request', status: 401, address: '10.1.2.4' },
  ]);
  expect(written).not.toContain('Mistyped');
});

test('what a caller sends neither adds lines nor shows links and tokens', async () => {
  const forged = '%0a{"level":60,"msg":"forged"}';
  const call = (url: string) =>
    app.inject({
      url,
      headers: {
        authorization: 'Bearer hidden.token.here',
        'user-agent': 'x"}{"level":60',
        cookie: 'a=hidden',
      },
    });
  const lines = await linesOf(async () => {
    await call(`/api/none${forged}?token=hidden`);
    await call(`/api/v2/auth/me?access_token=hidden${forged}`);
    await call('/api/v2/public/appointments/hidden?p=hidden');
  });
  expect(new Set(lines.map((line) => line.level))).toEqual(new Set([30]));
  expect(written).not.toMatch(/hidden|forged/);
});
