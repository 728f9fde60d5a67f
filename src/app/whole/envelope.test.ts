import { expect, test } from 'vitest';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { errorStatus } from '#wire/errors.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const house = await startTestApp();
const { owner, ids } = await createFullCompany(house, 'Envelopes');
const admin = await house.create.admin();
const declared = routes.map((each) => each.route).filter((route) => !route.download);

let calls = 0;
const from = () => ({ ip: `10.8.${(++calls >> 8) & 255}.${calls & 255}` });

/** What is wrong about the shape of an answer (decisions X-1); null when it is success, data and error, and nothing else. */
async function oddity(route: Route, caller: typeof owner, input: unknown): Promise<string | null> {
  const { status, json, headers } = await caller.request(route, input, from());
  if (status === 303) return null;
  const said = `${routeKey(route)} ${status}: ${JSON.stringify(json).slice(0, 200)}`;
  const names = Object.keys(json).filter((name) => !(status < 400 && route.mirrors?.includes(name)));
  if (names.join() !== 'success,data,error') return said;
  if (!String(headers['content-type']).startsWith('application/json')) return said;
  if (status < 400) return json.success === true && json.error === null ? null : said;
  const error = json.error as { type: keyof typeof errorStatus };
  const isWhole =
    Object.keys(error ?? {}).join() === 'type,message,details' && errorStatus[error.type] === status;
  return json.success === false && json.data === null && isWhole ? null : said;
}

const order = (route: Route) => (route.kind === 'read' ? 0 : route.method === 'DELETE' ? 2 : 1);

test('every answer of every call, granted or refused, is success, data and error', {
  timeout: 120_000,
}, async () => {
  const odd: (string | null)[] = [];
  for (const route of declared.toSorted((a, b) => order(a) - order(b))) {
    const caller = route.access === 'admin' ? admin : owner;
    odd.push(await oddity(route, house.visitor, {}));
    odd.push(await oddity(route, caller, { ...goodInput(route, ids), perPage: 'many', rev: 'x' }));
    odd.push(await oddity(route, caller, goodInput(route, ids)));
  }
  expect(odd.filter(Boolean)).toEqual([]);
});

test.each(['/api/nothing', '/api/v2/auth/login/more', '/api/v2/%E0%A4%A'])(
  '%s answers in it as well',
  async (url) => {
    const answer = await house.app.inject({ url });
    expect(Object.keys(answer.json())).toEqual(['success', 'data', 'error']);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  },
);
