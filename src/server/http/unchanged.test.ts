import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { startTestApp } from '#testing/test-app.ts';
import { read, write } from '#wire/route.ts';
import { handle } from './handle.ts';

const options = { access: 'public', summary: 'A route of this test.', output: z.string() } as const;
const show = read('GET /kit/show', options);
const find = read('POST /kit/find', options);
const add = write('POST /kit/add', options);
let shown = 'first';
const testApp = await startTestApp({
  routes: [show, find, add].map((route) => handle(route, async () => shown)),
});
const ask = (route: typeof show | typeof find | typeof add, tag?: string) =>
  testApp.visitor.request(route, {}, { headers: tag === undefined ? {} : { 'if-none-match': tag } });

test.each([show, find])(
  'a read asked with the tag of its answer has no body until it changes: $path',
  async (route) => {
    shown = 'first';
    expect((await ask(route)).headers.etag).toBeUndefined();
    const first = await ask(route, '""');
    expect([first.status, first.data]).toEqual([200, 'first']);
    const tag = String(first.headers.etag);
    const same = await ask(route, tag);
    expect([same.status, same.raw.length]).toEqual([304, 0]);
    shown = 'second';
    const second = await ask(route, tag);
    expect([second.status, second.data]).toEqual([200, 'second']);
    expect(second.headers.etag).not.toBe(tag);
  },
);

test('a change is answered in full, whatever tag is sent', async () => {
  const answer = await ask(add, '""');
  expect([answer.status, answer.data, answer.headers.etag]).toEqual([200, shown, undefined]);
});
