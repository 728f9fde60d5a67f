import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { login, refreshToken, signUp } from '#features/auth/contract.ts';
import { clients } from '#features/people/contract.ts';
import { startTestApp } from '#testing/test-app.ts';

const secure = await startTestApp({ env: { PUBLIC_URL: 'https://gable.test', EMAIL_VERIFICATION: '0' } });
const plain = await startTestApp();
await secure.app.listen({ port: 0, host: '127.0.0.1' });

/** Sends bytes that are no request and returns everything that comes back. */
function raw(bytes: string): Promise<string> {
  const { port } = secure.app.server.address() as { port: number };
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('error', reject);
    socket.on('end', () => resolve(answer));
  });
}

test.each([
  ['HTTP/1.1 400 Bad Request', 'NONSENSE\r\n\r\n'],
  [
    'HTTP/1.1 431 Request Header Fields Too Large',
    `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
  ],
  ['HTTP/1.1 400 Bad Request', 'GET /health HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['HTTP/1.1 417 Expectation Failed', 'GET /health HTTP/1.1\r\nhost: a\r\nexpect: tea\r\n\r\n'],
  [
    'HTTP/1.1 400 Bad Request',
    'POST /health HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
])('what is no request is answered %s with all security headers', async (status, bytes) => {
  const answer = await raw(bytes);
  expect(answer.startsWith(status)).toBe(true);
  for (const header of [
    'strict-transport-security: max-age=31536000; includeSubDomains',
    'x-content-type-options: nosniff',
    "content-security-policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cache-control: no-store',
  ])
    expect(answer).toContain(header);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, data: null });
});

test('every policy says where forms may go and that there is no base', async () => {
  for (const url of ['/api/docs', '/api/none', '/health', '/api/v2/auth/me']) {
    const policy = String((await secure.app.inject({ url })).headers['content-security-policy']);
    expect(policy).toMatch(/base-uri 'none'/);
    expect(policy).toMatch(/form-action '(none|self)'/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
  }
});

test('over https, only cookies that http pages cannot set are ours', async () => {
  const [email, password] = ['olive@secure.test', 'correct-Horse1'];
  await secure.visitor.call(signUp, {
    ...{ first_name: 'Olive', last_name: 'Owner', company_name: 'Secure', phone: '5125550100' },
    ...{ email, password, terms_of_policy: true },
  });
  const signedIn = await secure.visitor.request(login, { email, password });
  const cookies = [signedIn.headers['set-cookie']].flat().map(String);
  expect(cookies).toHaveLength(3);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Secure-gable_\w+=.*; Secure/);
  const token = /=([^;]*)/.exec(cookies.find((one) => one.includes('refresh')) ?? '')?.[1] ?? '';
  const refresh = (name: string) =>
    secure.app.inject({ method: 'POST', url: `/api${refreshToken.path}`, cookies: { [name]: token } });
  expect((await refresh('gable_refresh')).statusCode).toBe(401);
  expect((await refresh('__Secure-gable_refresh')).statusCode).toBe(200);
});

test('an export of people is not stored anywhere and names its characters', async () => {
  const owner = await plain.create.owner();
  const answer = await owner.request(clients.exportFile, {});
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/csv; charset=utf-8',
  });
});
