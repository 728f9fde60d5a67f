import { expect, test } from 'vitest';
import { createFullCompany } from '#testing/full-company.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { inputSchema } from '#testing/routes/schema-samples.ts';
import { startTestApp } from '#testing/test-app.ts';
import { encodeCursor } from '#wire/paging.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Quixby');
const admin = await testApp.create.admin();

const id = '00000000-0000-4000-8000-000000000000';
/** No list has a key like the last one of these. */
const noKeys = ['x', 'a\u0000b', '', -1, 1e308, 0.5, null];
const forged = [
  ...[1, 2, 3].flatMap((length) =>
    noKeys.map((key) => encodeCursor([...Array<string>(length - 1).fill('x'), key])),
  ),
  ...['2030-02-31T00:00:00Z', '2030-01-01', 'infinity', '+012030-01-01T00:00:00Z', 'a\u0000b'].map((time) =>
    encodeCursor([time, id]),
  ),
  encodeCursor([`${id}'; drop table users`]),
  encodeCursor([id.toUpperCase(), id, id, id]),
  'x',
  '!',
  '0'.repeat(500),
];

const rowsOf = (data: unknown) => JSON.stringify((data as { pageData: unknown[] }).pageData);
const isList = (route: Route) =>
  'cursor' in ((inputSchema(route) as { properties?: object }).properties ?? {});
const lists = routes.map((each) => each.route).filter((route) => route.input && isList(route));

test('the lists are found', () => {
  expect(lists.length).toBeGreaterThan(15);
});

test.each(lists.map((route) => [routeKey(route), route] as const))(
  '%s starts at the first page with a cursor that is not its own',
  async (_key, route) => {
    const caller = route.access === 'admin' ? admin : owner;
    const { cursor: _, ...input } = goodInput(route, ids);
    const first = await caller.request(route, input);
    expect(first.status).toBe(200);
    const wrong: string[] = [];
    for (const cursor of forged) {
      const { status, data } = await caller.request(route, { ...input, cursor });
      if (status !== 200 || rowsOf(data) !== rowsOf(first.data)) wrong.push(`${cursor}: ${status}`);
    }
    expect(wrong).toEqual([]);
  },
);
