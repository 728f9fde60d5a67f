import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { read } from '#wire/route.ts';
import { handle } from './handle.ts';

const address = read('GET /kit/address', {
  access: 'public',
  summary: 'The address of the caller',
  output: z.string(),
});
const routes = [handle(address, async (ctx) => ctx.ip)];

/** The address under which a call counts that reaches us from 10.0.0.2 with this header. */
async function addressFor(trusted: string, header: string): Promise<string> {
  const { visitor, close } = await startTestApp({ env: { TRUST_PROXY: trusted }, routes });
  const ip = await visitor.call(address, {}, { ip: '10.0.0.2', headers: { 'x-forwarded-for': header } });
  await close();
  return ip;
}

test.each([
  ['0', '203.0.113.7', '10.0.0.2'],
  ['1', '203.0.113.7', '203.0.113.7'],
  ['1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['2', '198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['10.0.0.0/8', '198.51.100.1, 203.0.113.7, 10.0.0.1', '203.0.113.7'],
  ['192.0.2.1', '203.0.113.7', '10.0.0.2'],
])('with TRUST_PROXY=%s, X-Forwarded-For: %s is %s', async (trusted, header, ip) => {
  expect(await addressFor(trusted, header)).toBe(ip);
});
