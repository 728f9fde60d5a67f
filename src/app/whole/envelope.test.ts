import { expect, test } from 'vitest';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { errorStatus } from '#wire/errors.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Envelopes');
const admin = await testApp.create.admin();
const declared = routes.map((each) => each.route).filter((route) => !route.download);

let calls = 0;
const from = () => ({ ip: `10.8.${(++calls >> 8) & 255}.${calls & 255}` });

/** What is wrong with the shape of a response (decisions X-1); null if it is exactly success, data and error. */
async function problemWith(route: Route, caller: typeof owner, input: unknown): Promise<string | null> {
  const { status, json, headers } = await caller.request(route, input, from());
  if (status === 303) return null;
  const response = `${routeKey(route)} ${status}: ${JSON.stringify(json).slice(0, 200)}`;
  const names = Object.keys(json).filter((name) => !(status < 400 && route.mirrors?.includes(name)));
  if (names.join() !== 'success,data,error') return response;
  if (!String(headers['content-type']).startsWith('application/json')) return response;
  if (status < 400) return json.success === true && json.error === null ? null : response;
  const error = json.error as { type: keyof typeof errorStatus };
  const isWhole =
    Object.keys(error ?? {}).join() === 'type,message,details' && errorStatus[error.type] === status;
  return json.success === false && json.data === null && isWhole ? null : response;
}

const order = (route: Route) => (route.kind === 'read' ? 0 : route.method === 'DELETE' ? 2 : 1);

test('every response of every route, successful or refused, is exactly success, data and error', {
  timeout: 120_000,
}, async () => {
  const odd: (string | null)[] = [];
  for (const route of declared.toSorted((a, b) => order(a) - order(b))) {
    const caller = route.access === 'admin' ? admin : owner;
    odd.push(await problemWith(route, testApp.visitor, {}));
    odd.push(await problemWith(route, caller, { ...goodInput(route, ids), perPage: 'many', rev: 'x' }));
    odd.push(await problemWith(route, caller, goodInput(route, ids)));
  }
  expect(odd.filter(Boolean)).toEqual([]);
});

test.each(['/api/nothing', '/api/v2/auth/login/more', '/api/v2/%E0%A4%A'])(
  '%s responds in the same shape',
  async (url) => {
    const answer = await testApp.app.inject({ url });
    expect(Object.keys(answer.json())).toEqual(['success', 'data', 'error']);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  },
);
