import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { serveDevPages } from './dev-pages.ts';

const app = Fastify();
serveDevPages(app, { list: async () => [], raw: async () => null });
afterAll(() => app.close());

async function answers(headers: Record<string, string>, remoteAddress = '127.0.0.1') {
  const statuses: number[] = [];
  for (const url of ['/dev/outbox', '/api/dev/outbox'])
    statuses.push((await app.inject({ url, headers, remoteAddress })).statusCode);
  return statuses;
}

test.each(['localhost', 'localhost:3000', '127.0.0.1:4173', '[::1]:3000', 'LOCALHOST:80'])(
  'the outbox is open on this machine as %s',
  async (host) => expect(await answers({ host })).toEqual([200, 200]),
);

test.each([
  ['from elsewhere', { host: 'localhost:3000' }, '203.0.113.7'],
  ['through a proxy that says for whom', { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.7' }],
  ['through one that says it otherwise', { host: 'localhost:3000', forwarded: 'for=203.0.113.7' }],
  ['through one that says the address alone', { host: 'localhost:3000', 'x-real-ip': '203.0.113.7' }],
  ['through one that keeps the name', { host: 'gable.example' }],
  ['under a name that was made to lead here', { host: '127.0.0.1.evil.example:3000' }],
  ['under a name that begins like ours', { host: 'localhost.evil.example' }],
])('it is not there %s', async (_, headers, from?: string) => {
  expect(await answers(headers as Record<string, string>, from)).not.toContain(200);
});
