import { describe, expect, test } from 'vitest';
import type { PermissionFlags } from '#domain/people/permissions.ts';
import type { HandledRoute } from '#server/http/handle.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { createFullCompany } from '#testing/full-company.ts';
import type { Ids } from '#testing/ids.ts';
import { type Group, openTo, type RoleName, roles } from '#testing/roles.ts';
import { pathIds } from '#testing/routes/path-ids.ts';
import { routeAccessTable } from '#testing/routes/route-access-table.ts';
import type { Input } from '#testing/routes/route-input.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { inRotation } from '#testing/thorough.ts';
import { type LinkKind, type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

/** The tables are in access-for-tests.ts of each feature: new routes are added there. */
const groupOf = new Map(
  Object.entries(routeAccessTable).flatMap(([group, keys]) =>
    keys.map((key) => [key, group as Group] as const),
  ),
);

/** Routes missing from the table, and table entries that are not routes or are listed twice. */
function mismatches(list: readonly HandledRoute[]): string[] {
  const declared = list.map(({ route }) => routeKey(route));
  const written = Object.values(routeAccessTable).flat();
  return [
    ...declared.filter((key) => !groupOf.has(key)).map((key) => `not in the table: ${key}`),
    ...written.filter((key) => !declared.includes(key)).map((key) => `no such route: ${key}`),
    ...written.filter((key, i) => written.indexOf(key) !== i).map((key) => `twice: ${key}`),
  ];
}

interface World {
  testApp: TestApp;
  ids: Ids;
  people: Record<RoleName, TestUser>;
  /** The public id with which a link route is opened, by kind of link. */
  links: Partial<Record<LinkKind, string>>;
  assign: () => Promise<void>;
}

async function worldOf(testApp: TestApp): Promise<World> {
  const { owner, ids } = await createFullCompany(testApp, 'Quixby');
  const technician = (...flags: (keyof PermissionFlags)[]) => memberWith('technician', flags);
  const staff = (...flags: (keyof PermissionFlags)[]) => memberWith('staff', flags);
  const people: Record<RoleName, TestUser> = {
    owner,
    'technician with all permissions': await technician(
      'can_schedule_new',
      'can_publish_report',
      'can_edit_template',
      'can_add_new_comment',
      'full_company_admin',
      'show_appointment_price',
    ),
    'technician, company admin only': await technician('full_company_admin'),
    'technician, schedules': await technician('can_schedule_new'),
    'technician, publishes': await technician('can_publish_report'),
    'technician, edits templates': await technician('can_edit_template'),
    'technician, adds comments': await technician('can_add_new_comment'),
    'technician, sees prices': await technician('show_appointment_price'),
    'technician without permissions': await technician(),
    'technician not assigned, schedules': await technician('can_schedule_new'),
    'staff without permissions': await staff(),
    'staff, schedules': await staff('can_schedule_new'),
    'staff, edits the schedule': await staff('can_edit_schedule'),
    'staff, company admin only': await staff('full_company_admin'),
    'platform administrator': await testApp.create.admin(),
    visitor: testApp.visitor,
    'holder of the link': testApp.visitor,
  };
  const { request_id } = await testApp.readAs(owner.subscriberId, (r) =>
    r.db.selectFrom('companies').select('request_id').executeTakeFirstOrThrow(),
  );
  return {
    testApp,
    ids,
    people,
    links: { appointment: ids.appointmentPublic, report: ids.reportPublic, company: request_id },
    assign: () => assignAll(testApp, ids, people),
  };

  function memberWith(type: 'technician' | 'staff', flags: (keyof PermissionFlags)[]) {
    return testApp.create.member(owner, {
      type,
      flags: Object.fromEntries(flags.map((flag) => [flag, true])),
    });
  }
}

/** Assigns all technicians except the 'technician not assigned' to the appointment; saving it may have removed them. */
async function assignAll(testApp: TestApp, ids: Ids, people: World['people']): Promise<void> {
  const assigned = roles.filter((role) => /^technician[ ,]/.test(role) && !role.includes('not assigned'));
  await testApp.writeAs(ids.company, (w) =>
    w.db
      .insertInto('appointment_people')
      .values(
        assigned.map((role, i) => ({
          subscriber_id: ids.company,
          appointment_id: ids.appointment,
          id: newId(),
          role: 'inspector',
          person_id: people[role].id,
          position: 50 + i,
        })),
      )
      .onConflict((oc) => oc.columns(['subscriber_id', 'appointment_id', 'role', 'person_id']).doNothing())
      .execute(),
  );
}

let calls = 0;

/**
 * Whether the route is open to the role. A refusal because of state or input (CONFLICT, an invalid field) counts as
 * open; roles without a company may also get NOT_FOUND.
 */
async function isOpenTo(world: World, route: Route, role: RoleName): Promise<boolean> {
  calls += 1;
  const input: Input = { ...goodInput(route, world.ids) };
  if (route.link && role === 'visitor') input[route.link.param] = newPublicId();
  if (route.link && role === 'holder of the link' && route.access === 'anyone') {
    const link = world.links[[route.link.kind].flat()[0] as LinkKind];
    if (link) input[route.link.param] = link;
  }
  const answer = await world.people[role].request(route, input, {
    ip: `10.9.${(calls >> 8) & 255}.${calls & 255}`,
  });
  expect([routeKey(route), role, answer.status < 500 || answer.status]).toEqual([
    routeKey(route),
    role,
    true,
  ]);
  const type = answer.error?.type ?? '';
  const isOutside = ['platform administrator', 'visitor', 'holder of the link'].includes(role);
  // A signed-in user learns that they lack the right, not that they should sign in or that nothing is there.
  const isMisled = type === 'UNAUTHENTICATED' || (type === 'NOT_FOUND' && role === 'platform administrator');
  const isSignedIn = role !== 'visitor' && role !== 'holder of the link';
  if (isMisled && isSignedIn && (route.access === 'member' || route.access === 'admin'))
    expect([routeKey(route), role, type]).toEqual([routeKey(route), role, 'FORBIDDEN']);
  if (type === 'FORBIDDEN' || type === 'UNAUTHENTICATED') return false;
  // For roles outside the company NOT_FOUND means closed, except for files that this company does not have.
  return !(isOutside && type === 'NOT_FOUND' && !mayBeEmpty.includes(routeKey(route)));
}

const mayBeEmpty = [
  'DELETE /v2/users/me/sessions/{id}',
  'GET /v2/public/short-links/{uniqId}',
  'GET /v2/public/companies/{id}/pictures/{name}',
  'GET /v2/public/companies/{requestId}/technicians/{technicianId}/picture',
  'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/signature',
  'GET /v2/public/appointments/{publicId}/logo',
  'GET /v2/public/appointments/{publicId}/technicians/{number}',
  'GET /v2/public/appointments/{publicId}/attachments/{key}',
];

/** Cells that differ from the table. Closed cells are tested first: they change nothing that the others need. */
async function wrongCells(
  world: World,
  list: readonly Route[],
  shouldBe: 'closed' | 'open',
): Promise<string[]> {
  const order = (route: Route) => (route.kind === 'read' ? 0 : route.method === 'DELETE' ? 2 : 1);
  const wrong: string[] = [];
  for (const route of list.toSorted((a, b) => order(a) - order(b))) {
    const may: readonly RoleName[] = openTo[groupOf.get(routeKey(route)) ?? 'the platform'];
    const cells = roles.filter((role) => may.includes(role) === (shouldBe === 'open'));
    // Every closed cell is tested in every run; an open one that is refused is a defect, but reveals nothing.
    const asked = shouldBe === 'open' ? inRotation(cells, 3, list.indexOf(route)) : cells;
    if (route.kind !== 'read') await world.assign();
    for (const role of asked) {
      const isVisitorOfMissing = mayBeEmpty.includes(routeKey(route)) && role === 'visitor';
      if (isVisitorOfMissing && shouldBe === 'closed') continue;
      const isOpen = await isOpenTo(world, route, role);
      if (isOpen !== (shouldBe === 'open'))
        wrong.push(`${routeKey(route)} should be ${shouldBe} to: ${role}`);
    }
  }
  return wrong;
}

/** Routes missing from the table fail in the first test, unknown path parameters in route-access.test.ts. */
const declared = routes
  .map(({ route }) => route)
  .filter((route) => groupOf.has(routeKey(route)) && hasKnownPath(route));

function hasKnownPath(route: Route): boolean {
  try {
    return pathIds(route) !== undefined;
  } catch {
    return false;
  }
}

test('the table lists every route exactly once and nothing else', () => {
  expect(mismatches(routes)).toEqual([]);
});

describe('every role on every route', async () => {
  const world = await worldOf(await startTestApp());

  test('is refused where the table says closed', { timeout: 120_000 }, async () => {
    expect(await wrongCells(world, declared, 'closed')).toEqual([]);
  });

  test('is allowed where the table says open', { timeout: 240_000 }, async () => {
    expect(await wrongCells(world, declared, 'open')).toEqual([]);
  });
});

describe('the table detects', async () => {
  /** Routes whose only guard is their `capability`, one for each capability that is used alone. */
  const planted = [
    'DELETE /v2/clients/{id}',
    'GET /v2/staffs',
    'PUT /v2/technicians/{id}/perms',
    'POST /v2/staffs/bulk-status',
    'POST /v2/clients/import',
    'POST /v2/people/merge',
    'GET /v2/clients/export-file',
    'PUT /v2/company/{subscriberId}/payment-gateway',
    'POST /v2/discount-codes',
    'POST /v2/services',
    'POST /inspections',
    'POST /v2/reports/{id}/publish',
    'GET /v2/templates/{id}',
    'PUT /v2/reports/{reportId}/comment/{commentId}/update',
    'GET /v2/appointments/{id}/invoice',
    'POST /v2/appointments/{id}/payments',
    'POST /v2/appointments/{id}/waivers',
    'PATCH /v2/company/{subscriberId}/settings',
  ];
  const without = routes.map((each): HandledRoute => {
    if (!planted.includes(routeKey(each.route))) return each;
    const { capability: _, ...route } = each.route;
    return { ...each, route };
  });
  const world = await worldOf(await startTestApp({ routes: without }));

  test.each(planted)('a missing capability on %s', async (key) => {
    const route = without.find((each) => routeKey(each.route) === key)?.route as Route;
    const wrong = await wrongCells(world, [route], 'closed');
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.every((cell) => cell.startsWith(`${key} should be closed to: `))).toBe(true);
  });

  test('a route that is not listed', () => {
    const added = { ...routes[0], route: { ...routes[0]?.route, path: '/v2/brand-new' } } as HandledRoute;
    const known = routes.filter(({ route }) => groupOf.has(routeKey(route)));
    expect(mismatches([...known, added])).toEqual(['not in the table: POST /v2/brand-new']);
    expect(mismatches(known.slice(1))).toEqual([`no such route: ${routeKey(routes[0]?.route as Route)}`]);
  });
});
