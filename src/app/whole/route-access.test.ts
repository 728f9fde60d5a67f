import { describe, expect, test } from 'vitest';
import { type Actor, allows, noFlags, type PermissionFlags } from '#domain/people/permissions.ts';
import { newId } from '#server/ids.ts';
import { signAccessToken } from '#server/tokens.ts';
import { createFullCompany } from '#testing/full-company.ts';
import { pathIds } from '#testing/path-ids.ts';
import { goodInput } from '#testing/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const house = await startTestApp();
const { owner, ids } = await createFullCompany(house, 'Quixby');
const admin = await house.create.admin();
const declared = routes.map((each) => each.route);
const guarded = declared.filter((route) => ['user', 'member', 'admin'].includes(route.access));
const looking = declared.filter((route) => route.access !== 'public');

/** A call from an address of its own, so that no limit of one address comes between. */
let calls = 0;
function from(headers: Record<string, string> = {}) {
  calls += 1;
  return { headers, ip: `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` };
}
const refusal = async (person: TestUser, route: Route, input = goodInput(route, ids)) => {
  const answer = await person.request(route, input, from());
  return answer.error?.type ?? `${answer.status}`;
};

test('every name in every path is known to the tests', () => {
  for (const route of declared) expect(pathIds(route)).toBeDefined();
});

test('no two routes share a method and a path, whatever their names are called', () => {
  const shapes = declared.map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}')}`);
  expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([]);
});

test('whoever has only a link has no documents made without a limit: their making is shared by all', () => {
  const making = declared.filter(
    (route) => ['public', 'anyone', 'link'].includes(route.access) && /\/(pdf|download)$/.test(route.path),
  );
  expect(making.map((route) => route.limit)).toEqual(
    [1, 2, 3].map(() => ({ by: 'ip', max: 120, minutes: 10 })),
  );
});

describe('a token', () => {
  const secret = house.runtime.config.secretKey;
  const claims = {
    userId: owner.id,
    subscriberId: owner.subscriberId,
    sessionId: newId(),
    purpose: 'full',
  } as const;
  const now = house.clock.now();
  const tokens: [string, () => Promise<string>][] = [
    ['that is no token', async () => 'x.y.z'],
    [
      'of another installation',
      () => signAccessToken('another secret, as long as the real one', claims, now),
    ],
    ['of a session that never was', () => signAccessToken(secret, claims, now)],
    ['that expired', () => signAccessToken(secret, claims, '2030-02-28T14:00:00.000Z' as typeof now)],
    ['of somebody unknown', () => signAccessToken(secret, { ...claims, userId: newId() }, now)],
    ['whose company is another’s', () => signAccessToken(secret, { ...claims, subscriberId: newId() }, now)],
  ];

  test('is needed by every route that is not public', async () => {
    for (const route of guarded) {
      expect([routeKey(route), await refusal(house.visitor, route)]).toEqual([
        routeKey(route),
        'UNAUTHENTICATED',
      ]);
    }
  });

  test.each(tokens)('%s opens nothing', async (_what, make) => {
    const authorization = `Bearer ${await make()}`;
    for (const route of guarded) {
      const answer = await house.visitor.request(route, goodInput(route, ids), from({ authorization }));
      expect([routeKey(route), answer.error?.type]).toEqual([routeKey(route), 'UNAUTHENTICATED']);
    }
  });

  test.each(['x.y.z', ''])(
    '%j is refused on pages that look at tokens, not taken for a visitor’s',
    async (token) => {
      const answers = await Promise.all(
        looking.map(async (route) => {
          const answer = await house.visitor.request(
            route,
            goodInput(route, ids),
            from({ authorization: `Bearer ${token}` }),
          );
          return [routeKey(route), answer.error?.type];
        }),
      );
      const open = looking
        .filter((route) => token === '' && (route.access === 'link' || route.access === 'anyone'))
        .map(routeKey);
      expect(
        answers.filter(([key, type]) => type !== 'UNAUTHENTICATED' && !open.includes(key as string)),
      ).toEqual([]);
    },
  );

  test('for changing the password is refused everywhere else', async () => {
    const { id, subscriberId } = await house.create.owner();
    const holder = { ...claims, userId: id, subscriberId, purpose: 'change-password' } as const;
    const token = await signAccessToken(secret, holder, now);
    for (const route of looking) {
      const answer = await house.visitor.request(
        route,
        goodInput(route, ids),
        from({ authorization: `Bearer ${token}` }),
      );
      const expected = route.token === 'change-password' ? answer.error?.type : 'UNAUTHENTICATED';
      expect([routeKey(route), answer.error?.type]).toEqual([routeKey(route), expected]);
    }
  });

  test('dies with its session, its person and its company', async () => {
    const endings: ((id: string) => Promise<unknown>)[] = [
      (id) => house.create.deactivate('session', id),
      (id) => house.create.deactivate('person', id),
      (id) => house.create.deactivate('company', id),
    ];
    for (const end of endings) {
      const doomed = await house.create.owner();
      await end(doomed.id);
      for (const route of guarded) {
        expect([routeKey(route), await refusal(doomed, route)]).toEqual([routeKey(route), 'UNAUTHENTICATED']);
      }
    }
  });
});

describe('a missing right', () => {
  const kinds = { technician: 2, staff: 3 } as const;
  const people = new Map<string, TestUser>();
  const memberWith = async (type: keyof typeof kinds, flags: Partial<PermissionFlags>): Promise<TestUser> => {
    const key = JSON.stringify([type, flags]);
    const known = people.get(key) ?? (await house.create.member(owner, { type, flags }));
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
  const needing = declared.filter((route) => route.capability && route.access === 'member');

  test.each(['technician', 'staff'] as const)(
    'of a %s is noticed by every route that needs one',
    async (type) => {
      const everything = Object.fromEntries(
        Object.keys(noFlags).map((flag) => [flag, true]),
      ) as unknown as PermissionFlags;
      let asked = 0;
      for (const route of needing) {
        const needs = route.capability;
        if (!needs) continue;
        if (!allows(actorOf(type, noFlags), needs)) {
          expect([routeKey(route), await refusal(await memberWith(type, {}), route)]).toEqual([
            routeKey(route),
            'FORBIDDEN',
          ]);
          asked += 1;
        }
        // One flag taken away from somebody who has all others: where it is the one that counts.
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

  test('for one record is noticed although there is one for others: a technician who is not assigned', async () => {
    const technician = await memberWith('technician', { can_schedule_new: true });
    const ofRecords = declared.filter(
      (route) => route.capability === 'edit_appointment' || route.capability === 'edit_report',
    );
    expect(ofRecords.length).toBeGreaterThan(8);
    const answers: string[] = [];
    for (const route of ofRecords) answers.push(`${routeKey(route)}: ${await refusal(technician, route)}`);
    expect(answers.filter((answer) => !answer.endsWith(': FORBIDDEN'))).toEqual([]);
  });

  test('stands between the platform and its companies, both ways', async () => {
    for (const route of declared) {
      if (route.access === 'member')
        expect([routeKey(route), await refusal(admin, route)]).toEqual([routeKey(route), 'FORBIDDEN']);
      if (route.access === 'admin')
        expect([routeKey(route), await refusal(owner, route)]).toEqual([routeKey(route), 'FORBIDDEN']);
    }
  });

  test.each(['subscriberId', 'subscriber_id'])(
    'is not given by naming another company as %s',
    async (field) => {
      const stranger = await house.create.owner();
      for (const route of declared.filter((each) => each.access === 'member')) {
        const input = { ...goodInput(route, ids), [field]: stranger.subscriberId };
        expect([routeKey(route), await refusal(owner, route, input)]).toEqual([routeKey(route), 'FORBIDDEN']);
      }
    },
  );
});

/** Refusals that are right for this company. */
const rightlyRefused: Record<string, string> = {
  'POST /v2/auth/change-password': 'BAD_USER_INPUT', // people made by the factories have no password
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/signature': 'NOT_FOUND', // no technician has a picture of a signature
  'GET /v2/public/appointments/{publicId}/logo': 'NOT_FOUND', // no logo, no pictures of technicians and no attachments yet
  'GET /v2/appointments/{id}/agreements/{agreementId}/paper': 'NOT_FOUND', // nothing was signed on paper
  'GET /v2/public/appointments/{publicId}/technicians/{number}': 'NOT_FOUND',
  'GET /v2/public/appointments/{publicId}/attachments/{key}': 'NOT_FOUND',
};

test('the owner of a company can use every route on what is hers', async () => {
  // What stands in another thing goes before it.
  const order = (route: Route) =>
    route.kind === 'read' ? 0 : route.method === 'DELETE' ? 1000 - route.path.length : 1;
  const mine = declared.filter((route) => ['member', 'user', 'link', 'anyone'].includes(route.access));
  const refused: string[] = [];
  for (const route of mine.toSorted((a, b) => order(a) - order(b))) {
    const answer = await owner.request(route, goodInput(route, ids), from());
    // What stands in the way may only be the state of the thing, never its id, the input or a right.
    const fine = ['CONFLICT', 'LOCKED', rightlyRefused[routeKey(route)]];
    if (answer.status >= 400 && !fine.includes(answer.error?.type))
      refused.push(`${routeKey(route)}: ${JSON.stringify(answer.error)}`);
  }
  expect(refused).toEqual([]);
  expect(house.logs).toEqual([]);
});
