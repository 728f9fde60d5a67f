import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveDevPages } from './dev-pages.ts';

const app = Fastify();
serveDevPages(app, { list: async () => [], raw: async () => null }, 'http://127.0.0.1:4999/phones');
afterAll(() => app.close());

async function answers(headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const statuses: number[] = [];
  for (const url of ['/dev/outbox', '/api/dev/outbox', '/dev/phones'])
    statuses.push((await app.inject({ url, headers, remoteAddress })).statusCode);
  return statuses;
}

test.each(['localhost', 'localhost:3000', '127.0.0.1:4173', '[::1]:3000', 'LOCALHOST:80'])(
  'the pages are served on this machine as %s',
  async (host) => expect(await answers({ host })).toEqual([200, 200, 302]),
);

test.each([
  ['to another machine', { host: 'localhost:3000' }, '203.0.113.7'],
  [
    'through a proxy that sends X-Forwarded-For',
    { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' },
  ],
  ['through a proxy that sends Forwarded', { host: 'localhost:3000', forwarded: 'for=203.0.113.7' }],
  ['through a proxy that sends X-Real-IP', { host: 'localhost:3000', 'x-real-ip': '203.0.113.7' }],
  ['through a proxy that passes on the host name', { host: 'gable.example' }],
  ['under a host name that starts with a loopback address', { host: '127.0.0.1.evil.example:3000' }],
  ['under a host name that starts with localhost', { host: 'localhost.evil.example' }],
])('the pages are not served %s', async (_, headers, from?: string) => {
  const given = await answers(headers as Record<string, string>, from);
  expect(given.every((status) => status >= 400)).toBe(true);
});
