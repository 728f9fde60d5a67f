import { beforeEach, describe, expect, test } from 'vitest';
import { asPlatform } from '#server/db/connect.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { fieldErrors, type InvalidInput, invalidInputs } from '#testing/routes/invalid-inputs.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { pathParams, type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Quixby');
const admin = await testApp.create.admin();
const declared = routes.map((each) => each.route);
/** Deletions come last, so that the other routes still have records to work on. */
const order = (route: Route) => (route.kind === 'read' ? 0 : route.method === 'DELETE' ? 2 : 1);
const taking = declared.filter((route) => route.input).toSorted((a, b) => order(a) - order(b));

let calls = 0;
const from = () => ({ ip: `10.7.${(++calls >> 8) & 255}.${calls & 255}` });
const callerOf = (route: Route): TestUser =>
  route.access === 'admin' ? admin : route.access === 'public' ? testApp.visitor : owner;

/** The URL of the route, with ids of this company in its path. */
function addressOf(route: Route): string {
  const good = goodInput(route, ids);
  return `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(good[name])))}`;
}

// Limits per account are not the subject of these tests.
beforeEach(() =>
  asPlatform(testApp.runtime.db, (trx) => trx.deleteFrom('rate_limits').execute()).then(() => {}),
);

/** What is wrong with the response to one invalid input; null if it is as expected. */
async function problemWith(
  route: Route,
  wrong: InvalidInput,
  refusal: string | null,
): Promise<string | null> {
  const { what, field, input, isRefused } = wrong;
  const answer = await callerOf(route).request(route, input, from());
  const problem =
    `${routeKey(route)} with ${what} in ${field}: ${answer.status} ${JSON.stringify(answer.error)}`.slice(
      0,
      400,
    );
  if (answer.status >= 500) return problem;
  if (answer.status === 429) return null;
  // Naming another company is refused before anything else is checked.
  if (answer.error?.type === 'FORBIDDEN' && /^subscriber_?id$/i.test(field)) return null;
  const inPath = pathParams(route.path).includes(field);
  // A path parameter that is empty or contains a slash makes a different path.
  if (inPath && (answer.error?.type === 'NOT_FOUND' || String(input[field] ?? '') === '')) return null;
  // Queries and forms arrive as text, so the contract may see a different value from the one sent.
  const isText = route.method === 'GET' || route.form !== undefined || inPath;
  // Parsing stops when a form has more parts than allowed, whatever their names.
  const isOverfull = route.form !== undefined && what === 'a list of 600';
  if (isRefused && !isOverfull) {
    const names = Object.keys(answer.error?.details ?? {}).map((name) => name.split('.')[0]);
    if (answer.error?.type !== 'BAD_USER_INPUT' || !names.includes(field)) return problem;
  }
  if (answer.error?.type === 'BAD_USER_INPUT') {
    const names = Object.keys(answer.error.details ?? {});
    if (names.length === 0 || (names.includes('body') && !isText)) return problem;
  }
  if (refusal && JSON.stringify(answer.error?.details) !== refusal) return `${problem} instead of ${refusal}`;
  return null;
}

/** The invalid inputs of a route with the expected refusal, one for each distinct refusal. */
function worthSending(route: Route): { wrong: InvalidInput; refusal: string | null }[] {
  const kinds = new Set<string>();
  return invalidInputs(route, goodInput(route, ids)).flatMap((wrong) => {
    const details = fieldErrors(route, wrong);
    const refusal = details && JSON.stringify(details);
    const kind = `${wrong.field} ${wrong.isRefused} ${refusal}`;
    if (refusal && kinds.has(kind)) return [];
    kinds.add(kind);
    return [{ wrong, refusal }];
  });
}

describe('invalid input', () => {
  test.each(taking.map((route, i) => [routeKey(route), route, i] as const))(
    '%s',
    async (_key, route, turn) => {
      const problems: string[] = [];
      for (const { wrong, refusal } of inRotation(worthSending(route), 6, turn)) {
        const found = await problemWith(route, wrong, refusal);
        if (found) problems.push(found);
      }
      expect(problems).toEqual([]);
    },
    60_000,
  );

  test('is never logged as an error', () => {
    expect(testApp.logs.map((line) => `${line.msg}: ${line.err?.message}`)).toEqual([]);
  });
});

describe('an unreadable body', () => {
  const bodies: [string, string, string][] = [
    ['broken JSON', 'application/json', '{"a":'],
    ['a list', 'application/json', '[]'],
    ['a string', 'application/json', '"a"'],
    ['null', 'application/json', 'null'],
    ['very deep JSON', 'application/json', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
    ['XML', 'text/xml', '<a/>'],
    ['plain text', 'text/plain', 'a=1'],
    ['a web form', 'application/x-www-form-urlencoded', 'a=1&b=2'],
    [
      'an incomplete form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
    ],
    ['a form without a boundary', 'multipart/form-data', '--x--'],
    ['bytes', 'application/octet-stream', '\u0000\u0001'],
  ];
  const writing = declared.filter((route) => route.method !== 'GET');

  const inTurn = bodies.map((each, i) => [...each, inRotation(writing, 6, i)] as const);

  test.each(inTurn)('%s is refused by every route', async (_what, type, payload, refusing) => {
    const problems: string[] = [];
    for (const route of refusing) {
      const { token } = callerOf(route);
      const answer = await testApp.app.inject({
        method: route.method,
        url: addressOf(route),
        payload,
        headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        remoteAddress: from().ip,
      });
      const { error } = answer.json();
      const isRefused = answer.statusCode >= 400 && answer.statusCode < 500;
      const isNamed = error?.type !== 'BAD_USER_INPUT' || Object.keys(error.details ?? {}).length > 0;
      if (!isRefused || !isNamed)
        problems.push(`${routeKey(route)}: ${answer.statusCode} ${JSON.stringify(error)}`);
    }
    expect(problems).toEqual([]);
  });
});

describe('odd queries and headers', () => {
  // Downloads take the same path through the server and are slow to generate.
  const quick = declared.filter((route) => !route.download);
  const queries = [
    'a[b]=1',
    'cursor=%00',
    'cursor=xyz',
    'perPage=0',
    'perPage=1e9',
    'perPage=1&perPage=2',
    'text=%E0%A4%A',
    'text=%00',
    'status=NaN',
    '__proto__=1&constructor=1',
  ];
  const reads = quick.filter((route) => route.method === 'GET');
  const inTurn = queries.map((query, i) => [query, inRotation(reads, 6, i)] as const);

  test.each(inTurn)('?%s never breaks a read', async (query, answering) => {
    const problems: string[] = [];
    for (const route of answering) {
      const { token } = callerOf(route);
      const answer = await testApp.app.inject({
        url: `${addressOf(route)}?${query}`,
        headers: token ? { authorization: `Bearer ${token}` } : {},
        remoteAddress: from().ip,
      });
      if (answer.statusCode >= 500) problems.push(`${routeKey(route)}: ${answer.statusCode}`);
    }
    expect(problems).toEqual([]);
  });

  const odd: [string, Record<string, string>][] = [
    [
      'a null origin',
      {
        origin: 'null',
        'user-agent': 'x'.repeat(5000),
        'accept-language': '\u00e4;q=x,,,',
        'if-none-match': '*',
      },
    ],
    [
      'an invalid origin',
      { origin: 'not an address', cookie: 'gable_refresh=%E0%A4%A; =; x', 'idempotency-key': ' ' },
    ],
  ];
  const oddInTurn = odd.map((each, i) => [...each, inRotation(quick, odd.length, i)] as const);

  test.each(oddInTurn)('%s never breaks a route', async (_what, headers, answering) => {
    const problems: string[] = [];
    for (const route of answering) {
      const answer = await callerOf(route).request(route, goodInput(route, ids), { ...from(), headers });
      if (answer.status >= 500) problems.push(`${routeKey(route)}: ${answer.status}`);
    }
    expect(problems).toEqual([]);
  });
});
