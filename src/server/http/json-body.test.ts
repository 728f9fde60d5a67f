import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { parseJsonBodies } from './json-body.ts';

const app = Fastify({ bodyLimit: 2_000_000 });
parseJsonBodies(app);
app.setErrorHandler((error: Error, _req, reply) => reply.code(400).send(error.message));
app.post('/', async (req) => ({ body: req.body ?? null, names: Object.keys(Object(req.body)) }));

/** Sends a body and returns the answer, or the message of its refusal. */
async function send(body: string): Promise<unknown> {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return answer.statusCode === 200 ? answer.json() : answer.body;
}
const tooMany = 'The request contains too many values';

test.each([
  ['a million numbers', `{"a":[${'1,'.repeat(900_000)}1]}`, tooMany],
  ['a million lists', `{"a":[${'[],'.repeat(600_000)}[]]}`, tooMany],
  ['deep lists', `{"a":${'['.repeat(900_000)}${']'.repeat(900_000)}}`, tooMany],
  ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, tooMany],
  ['deep lists that never end', '['.repeat(1_900_000), tooMany],
  ['an object with 20,000 names', `{"a":{${Array.from({ length: 20_000 }, (_, n) => `"${n}":1`)}}}`, tooMany],
  ['a string that never ends', `"${'\\"'.repeat(900_000)}`, 'The body is not valid JSON'],
])('%s are refused without holding the process', async (_what, body, message) => {
  const start = process.cpuUsage();
  expect(await send(body)).toBe(message);
  // Of the processor, since the machine may be busy. Parsing the first one takes two seconds.
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(400);
});

test('a copy of 15,000 parts, and lists of more, are read', async () => {
  const ids = Object.fromEntries(Array.from({ length: 15_000 }, (_, n) => [`id-${n}`, n]));
  expect(await send(JSON.stringify({ a: [ids], b: 1 }))).toMatchObject({ names: ['a', 'b'] });
  expect(await send(JSON.stringify({ a: [Array.from({ length: 50_000 }, () => 1)], b: 1 }))).toMatchObject({
    names: ['a', 'b'],
  });
});

test('signs within texts are no values', async () => {
  const text = `${'[{,'.repeat(30_000)}"\\`;
  expect(await send(JSON.stringify({ text }))).toEqual({ body: { text }, names: ['text'] });
  expect(await send(JSON.stringify(Array.from({ length: 50_000 }, () => '\\')))).toMatchObject({ body: {} });
});

test('__proto__ is dropped, however it is written and wherever it is', async () => {
  for (const name of ['__proto__', '\\u005f_proto__', '__\\u0070roto__', '__pro\\u0074o__'])
    expect(await send(`{"a":{"${name}":{"x":1},"b":[{"${name}":1}]},"${name}":2}`)).toEqual({
      body: { a: { b: [{}] } },
      names: ['a'],
    });
});

test('an empty body is none', async () => {
  expect(await send(' ')).toEqual({ body: null, names: [] });
});
