import { describe, expect, test } from 'vitest';
import { type Actor, allows, noFlags, type PermissionFlags } from '#domain/people/permissions.ts';
import { newId } from '#server/ids.ts';
import { signAccessToken } from '#server/tokens.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { pathIds } from '#testing/routes/path-ids.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Quixby');
const declared = routes.map((each) => each.route);
const guarded = declared.filter((route) => ['user', 'member', 'admin'].includes(route.access));
const readingTokens = declared.filter((route) => route.access !== 'public');

/** Every call comes from its own IP address, so that no limit per address applies. */
let calls = 0;
function from(headers: Record<string, string> = {}) {
  calls += 1;
  return { headers, ip: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
}
const refusal = async (person: TestUser, route: Route, input = goodInput(route, ids)) => {
  const answer = await person.request(route, input, from());
  return answer.error?.type ?? `${answer.status}`;
};

test('every path parameter of every route is known to the tests', () => {
  for (const route of declared) expect(pathIds(route)).toBeDefined();
});

test('no two routes share a method and a path, whatever their parameters are called', () => {
  const shapes = declared.map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
  expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([]);
});

test('every public route that generates documents has a rate limit', () => {
  const making = declared.filter(
    (route) => ['public', 'anyone', 'link'].includes(route.access) && /\/(pdf|download)$/.test(route.path),
  );
  expect(making.map((route) => route.limit)).toEqual(
    [1, 2, 3, 4].map(() => ({ by: 'ip', max: 120, minutes: 10 })),
  );
});

describe('a token', () => {
  const secret = testApp.runtime.config.secretKey;
  const claims = {
    userId: owner.id,
    subscriberId: owner.subscriberId,
    sessionId: newId(),
    purpose: 'full',
  } as const;
  const now = testApp.clock.now();
  const tokens: [string, () => Promise<string>][] = [
    ['that is malformed', async () => 'x.y.z'],
    [
      'of another installation',
      () => signAccessToken('another secret, as long as the real one', claims, now),
    ],
    ['of an unknown session', () => signAccessToken(secret, claims, now)],
    ['that has expired', () => signAccessToken(secret, claims, '2030-02-28T14:00:00.000Z' as typeof now)],
    ['of an unknown user', () => signAccessToken(secret, { ...claims, userId: newId() }, now)],
    ['of another company', () => signAccessToken(secret, { ...claims, subscriberId: newId() }, now)],
  ];

  test('is required by every route that is not public', async () => {
    for (const route of guarded) {
      expect([routeKey(route), await refusal(testApp.visitor, route)]).toEqual([
        routeKey(route),
        'UNAUTHENTICATED',
      ]);
    }
  });

  test.each(tokens)('%s is refused by every route', async (_what, make) => {
    const authorization = `Bearer ${await make()}`;
    for (const route of guarded) {
      const answer = await testApp.visitor.request(route, goodInput(route, ids), from({ authorization }));
      expect([routeKey(route), answer.error?.type]).toEqual([routeKey(route), 'UNAUTHENTICATED']);
    }
  });

  test.each(['x.y.z', ''])(
    '%j is refused by every route that reads tokens instead of being ignored',
    async (token) => {
      const answers = await Promise.all(
        readingTokens.map(async (route) => {
          const answer = await testApp.visitor.request(
            route,
            goodInput(route, ids),
            from({ authorization: `Bearer ${token}` }),
          );
          return [routeKey(route), answer.error?.type];
        }),
      );
      const open = readingTokens
        .filter((route) => token === '' && (route.access === 'link' || route.access === 'anyone'))
        .map(routeKey);
      expect(
        answers.filter(([key, type]) => type !== 'UNAUTHENTICATED' && !open.includes(key as string)),
      ).toEqual([]);
    },
  );

  test('for changing the password is refused everywhere else', async () => {
    const { id, subscriberId } = await testApp.create.owner();
    const holder = { ...claims, userId: id, subscriberId, purpose: 'change-password' } as const;
    const token = await signAccessToken(secret, holder, now);
    for (const route of readingTokens) {
      const answer = await testApp.visitor.request(
        route,
        goodInput(route, ids),
        from({ authorization: `Bearer ${token}` }),
      );
      const expected = route.token === 'change-password' ? answer.error?.type : 'UNAUTHENTICATED';
      expect([routeKey(route), answer.error?.type]).toEqual([routeKey(route), expected]);
    }
  });

  test('becomes invalid with its session, its user and its company', async () => {
    const endings: ((id: string) => Promise<unknown>)[] = [
      (id) => testApp.create.deactivate('session', id),
      (id) => testApp.create.deactivate('person', id),
      (id) => testApp.create.deactivate('company', id),
    ];
    for (const end of endings) {
      const doomed = await testApp.create.owner();
      await end(doomed.id);
      for (const route of guarded) {
        expect([routeKey(route), await refusal(doomed, route)]).toEqual([routeKey(route), 'UNAUTHENTICATED']);
      }
    }
  });
});

describe('a missing permission', () => {
  const kinds = { technician: 2, staff: 3 } as const;
  const people = new Map<string, TestUser>();
  const memberWith = async (type: keyof typeof kinds, flags: Partial<PermissionFlags>): Promise<TestUser> => {
    const key = JSON.stringify([type, flags]);
    const known = people.get(key) ?? (await testApp.create.member(owner, { type, flags }));
    people.set(key, known);
    return known;
  };
  const actorOf = (type: keyof typeof kinds, flags: PermissionFlags): Actor => ({
    kind: 'user',
    userId: newId(),
    subscriberId: owner.subscriberId,
    userType: kinds[type],
    role: type === 'staff' ? 'Staff' : 'Technician',
    sessionId: newId(),
    emailVerified: true,
    purpose: 'full',
    flags,
  });
  const withCapability = declared.filter((route) => route.capability && route.access === 'member');

  test.each(['technician', 'staff'] as const)(
    'of a %s is detected by every route that requires one',
    async (type) => {
      const everything = Object.fromEntries(
        Object.keys(noFlags).map((flag) => [flag, true]),
      ) as unknown as PermissionFlags;
      let asked = 0;
      for (const route of withCapability) {
        const needs = route.capability;
        if (!needs) continue;
        if (!allows(actorOf(type, noFlags), needs)) {
          expect([routeKey(route), await refusal(await memberWith(type, {}), route)]).toEqual([
            routeKey(route),
            'FORBIDDEN',
          ]);
          asked += 1;
        }
        // Removes one flag from a user who has all others, where that flag is the decisive one.
        for (const flag of Object.keys(noFlags) as (keyof PermissionFlags)[]) {
          const allButOne = { ...everything, [flag]: false };
          if (allows(actorOf(type, allButOne), needs) || !allows(actorOf(type, everything), needs)) continue;
          expect([flag, routeKey(route), await refusal(await memberWith(type, allButOne), route)]).toEqual([
            flag,
            routeKey(route),
            'FORBIDDEN',
          ]);
        }
      }
      expect(asked).toBeGreaterThan(10);
    },
  );

  test.each(['subscriberId', 'subscriber_id'])(
    'is not granted by naming another company as %s',
    async (field) => {
      const stranger = await testApp.create.owner();
      for (const route of declared.filter((each) => each.access === 'member')) {
        const input = { ...goodInput(route, ids), [field]: stranger.subscriberId };
        expect([routeKey(route), await refusal(owner, route, input)]).toEqual([routeKey(route), 'FORBIDDEN']);
      }
    },
  );
});

/** Refusals that are correct for this company. */
const rightlyRefused: Record<string, string> = {
  'POST /v2/auth/change-password': 'BAD_USER_INPUT', // users created by the factories have no password
  'POST /v2/auth/confirm-identity': 'BAD_USER_INPUT',
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/signature': 'NOT_FOUND', // no technician has a signature image
  'GET /v2/public/appointments/{publicId}/logo': 'NOT_FOUND', // no logo, no technician photos and no attachments yet
  'POST /v2/reports/{id}/publish': 'BAD_USER_INPUT', // an earlier call moved the appointment back to requests
  'GET /v2/appointments/{id}/agreements/{agreementId}/paper': 'NOT_FOUND', // nothing was signed on paper
  'GET /v2/public/appointments/{publicId}/technicians/{number}': 'NOT_FOUND',
  'GET /v2/public/companies/{requestId}/technicians/{technicianId}/picture': 'NOT_FOUND',
  'GET /v2/public/appointments/{publicId}/attachments/{key}': 'NOT_FOUND',
  // An earlier call revoked the client's link.
  'POST /v2/public/appointments/{publicId}/reschedule': 'BAD_USER_INPUT',
  'POST /v2/public/appointments/{publicId}/cancel': 'BAD_USER_INPUT',
  // Made by clients and agents, not by the company.
  'GET /v2/reports2/{reportId}/repair-choices': 'FORBIDDEN',
  'POST /v2/reports2/{reportId}/repair-lists': 'FORBIDDEN',
};

test('the owner of a company can use every route on the company’s own records', async () => {
  // Nested records are deleted before the records that contain them.
  const order = (route: Route) =>
    route.kind === 'read' ? 0 : route.method === 'DELETE' ? 1000 - route.path.length : 1;
  const mine = declared.filter((route) => ['member', 'user', 'link', 'anyone'].includes(route.access));
  const refused: string[] = [];
  for (const route of mine.toSorted((a, b) => order(a) - order(b))) {
    const answer = await owner.request(route, goodInput(route, ids), from());
    // Only the state of the record may cause a refusal, never its id, the input or a permission.
    const fine = ['CONFLICT', 'LOCKED', rightlyRefused[routeKey(route)]];
    if (answer.status >= 400 && !fine.includes(answer.error?.type))
      refused.push(`${routeKey(route)}: ${JSON.stringify(answer.error)}`);
  }
  expect(refused).toEqual([]);
  expect(testApp.logs).toEqual([]);
});
