import { describe, expect, test } from 'vitest';
import type { PermissionFlags } from '#domain/permissions.ts';
import type { Handled } from '#server/handle.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { companyOfEverything, type Ids } from '#testing/everything.ts';
import { openHouse, type TestHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import { goodInput, type Input, pathIds } from '#testing/route-inputs.ts';
import { type LinkKind, type Route, routeKey } from '#wire/route.ts';
import { routes } from './rooms.ts';

/**
 * Who may call what. The table is written by hand from the specification (section 6) and decisions G-PEO-5 and asks
 * nothing of domain/permissions.ts: a rule that changes there, or a route without its `needs`, shows here as a cell. A
 * route that is missing from the table, or stands in it twice, fails too.
 */
const roles = [
  'owner',
  // Technicians of the appointment that is asked about, by the rights they have.
  'technician with all rights',
  'technician, company admin only',
  'technician, schedules',
  'technician, publishes',
  'technician, edits templates',
  'technician, adds comments',
  'technician, sees prices',
  'technician without rights',
  // One who has the right, but not the appointment.
  'technician of others, schedules',
  'staff without rights',
  'staff, schedules',
  'staff, edits the schedule',
  'staff, company admin only',
  'platform administrator',
  'visitor',
  'holder of the link',
] as const;
type RoleName = (typeof roles)[number];

const admins: RoleName[] = [
  'owner',
  'technician with all rights',
  'technician, company admin only',
  'staff, company admin only',
];
const members: RoleName[] = [
  ...admins,
  'technician, schedules',
  'technician, publishes',
  'technician, edits templates',
  'technician, adds comments',
  'technician, sees prices',
  'technician without rights',
  'technician of others, schedules',
  'staff without rights',
  'staff, schedules',
  'staff, edits the schedule',
];
const editors: RoleName[] = [...admins, 'technician, schedules', 'staff, edits the schedule'];

/** Which roles each group of routes is open to; for all others it is closed. */
const open = {
  everybody: roles,
  'nobody without the cookie': [],
  'signed in': [...members, 'platform administrator'],
  'the platform': ['platform administrator'],
  'the company': members,
  'company admins': admins,
  'who wrote the note': ['owner'],
  'who schedules': [
    'owner',
    'technician with all rights',
    'technician, schedules',
    'technician of others, schedules',
    'staff, schedules',
  ],
  'who books or moves': [...editors, 'technician of others, schedules', 'staff, schedules'],
  'who edits the appointment': editors,
  'who edits the report': [
    ...editors,
    'technician, publishes',
    'technician, edits templates',
    'technician, adds comments',
    'technician, sees prices',
    'technician without rights',
  ],
  'who publishes': [...admins, 'technician, publishes'],
  'who edits templates': ['owner', 'technician with all rights', 'technician, edits templates'],
  'who adds comments': [
    'owner',
    'technician with all rights',
    'technician, edits templates',
    'technician, adds comments',
  ],
  'who sees prices': [
    ...admins,
    'technician, sees prices',
    'staff without rights',
    'staff, schedules',
    'staff, edits the schedule',
  ],
  'the company and the holder of the link': [...members, 'holder of the link'],
  // A visitor here is somebody who guessed an id: no such link.
  'holders of the link': [...members, 'platform administrator', 'holder of the link'],
} as const satisfies Record<string, readonly RoleName[]>;
type Group = keyof typeof open;

const table: Record<Group, readonly string[]> = {
  everybody: [
    'POST /v2/auth/login',
    'POST /v2/auth/logout',
    'POST /v2/auth/sign-up',
    'POST /v2/auth/forgot-password',
    'POST /v2/auth/reset-password',
    'GET /v2/auth/verify-email',
    'POST /v2/auth/resend-verification',
    'GET /v2/public/short-links/{uniqId}',
  ],
  // Opened by the cookie of a session alone; nobody here brings one.
  'nobody without the cookie': ['POST /v2/auth/refresh-token'],
  'signed in': [
    'GET /v2/auth/me',
    'POST /v2/auth/change-password',
    'GET /v2/users/me',
    'PUT /v2/users/me',
    'GET /v2/users/me/sessions',
    'DELETE /v2/users/me/sessions/{id}',
    'PUT /v2/users/me/preferences',
    'GET /v2/technicians/global-search',
  ],
  'the platform': ['GET /v2/admin/overview'],
  'the company': [
    'GET /v2/company/{subscriberId}/settings',
    'GET /v2/notification-slots',
    'GET /v2/files/{id}',
    'GET /v2/geo/search',
    'GET /v2/geo/geocode',
    'GET /v2/geo/street-view',
    'GET /v2/geo/static-map',
    'GET /v2/messages',
    'GET /v2/clients',
    'GET /v2/clients/{id}',
    'POST /v2/clients',
    'PUT /v2/clients/{id}',
    'POST /v2/clients/{id}/status',
    'GET /v2/agents',
    'GET /v2/agents/{id}',
    'POST /v2/agents',
    'PUT /v2/agents/{id}',
    'POST /v2/agents/{id}/status',
    'GET /v2/contractors',
    'GET /v2/contractors/{id}',
    'POST /v2/contractors',
    'PUT /v2/contractors/{id}',
    'POST /v2/contractors/{id}/status',
    'GET /v2/people/counts',
    'POST /v2/people/bulk-status',
    'GET /v2/technicians',
    'GET /inspections/people-data/{subscriberId}/{status}',
    'POST /users/get-by-id',
    'GET /v2/services',
    'POST /v2/pricing/quote',
    'POST /v2/discount-codes/validate',
    'GET /v2/templates',
    'GET /v2/agreements',
    'GET /v2/appointments/{id}/agreements',
    'GET /v2/appointments/{id}/agreements/{agreementId}/evidence',
    'GET /v2/appointments/{id}/agreements/{agreementId}/pdf',
    'GET /v2/appointments/defaults',
    'GET /v2/appointments/user-settings',
    'GET /v2/appointments',
    'POST /inspections/check-inspection-time/{subscriberId}',
    'GET /v2/appointments/{id}/activity',
    'GET /v2/technicians/availability',
    // Ids that are gone are no error; whose existing hours they are is asked in the room's own tests.
    'DELETE /v2/availability',
    'GET /v2/availability/{id}',
    'GET /v2/availability/{id}/limits',
    'GET /v2/availability/overrides',
    'GET /v2/availability/team',
    'DELETE /v2/slot-holds/{id}',
    'GET /v2/appointments/{id}/reports',
    'GET /v2/appointments/{id}/waivers',
    'POST /v2/reports/{reportId}/share',
    'GET /v2/reports/{id}/views',
  ],
  'company admins': [
    'PATCH /v2/company/{subscriberId}/settings',
    'POST /v2/company/{subscriberId}/files',
    'PUT /v2/notification-slots',
    'GET /v2/company/{subscriberId}/settings/options',
    'POST /v2/clients/import',
    'POST /v2/agents/import',
    'GET /v2/imports/{id}',
    'GET /v2/imports',
    'GET /v2/imports/{id}/errors-file',
    'POST /v2/imports/{id}/undo',
    'POST /v2/imports/mapping',
    'PUT /v2/imports/mapping',
    'GET /v2/people/duplicates',
    'POST /v2/people/duplicates/dismiss',
    'POST /v2/people/merge',
    'GET /v2/people/merges',
    'POST /v2/people/merges/{id}/undo',
    'GET /v2/services/options',
    'GET /v2/services/{id}',
    'POST /v2/services',
    'PUT /v2/services/order',
    'PUT /v2/services/{id}',
    'DELETE /v2/services/{id}',
    'GET /v2/services/{id}/add-ons',
    'POST /v2/services/{id}/add-ons',
    'PUT /v2/services/{id}/add-ons/order',
    'PUT /v2/services/{id}/add-ons/{addOnId}',
    'DELETE /v2/services/{id}/add-ons/{addOnId}',
    'GET /v2/discount-codes',
    'GET /v2/discount-codes/{id}',
    'POST /v2/discount-codes',
    'PUT /v2/discount-codes/{id}',
    'DELETE /v2/discount-codes/{id}',
    'GET /v2/clients/export-file',
    'GET /v2/clients/export-file/{subscriberId}',
    'DELETE /v2/clients/{id}',
    'GET /v2/agents/export-file',
    'GET /v2/agents/export-file/{subscriberId}',
    'DELETE /v2/agents/{id}',
    'GET /v2/contractors/export-file',
    'GET /v2/contractors/export-file/{subscriberId}',
    'DELETE /v2/contractors/{id}',
    'GET /v2/technicians/export-file',
    'GET /v2/technicians/export-file/{subscriberId}',
    'GET /v2/technicians/{id}',
    'POST /v2/technicians',
    'PUT /v2/technicians/{id}',
    'POST /v2/technicians/{id}/status',
    'DELETE /v2/technicians/{id}',
    'POST /v2/technicians/{id}/resend-invitation',
    'GET /v2/technicians/{id}/perms',
    'PUT /v2/technicians/{id}/perms',
    'GET /v2/staffs/export-file',
    'GET /v2/staffs/export-file/{subscriberId}',
    'GET /v2/staffs',
    'GET /v2/staffs/{id}',
    'POST /v2/staffs',
    'PUT /v2/staffs/{id}',
    'POST /v2/staffs/{id}/status',
    'DELETE /v2/staffs/{id}',
    'POST /v2/staffs/{id}/resend-invitation',
    'GET /v2/staffs/{id}/perms',
    'PUT /v2/staffs/{id}/perms',
    // Everybody edits their own hours; these are somebody else's.
    'POST /v2/availability',
    'POST /v2/availability/changes',
    'POST /v2/availability/copy',
    'POST /v2/availability/overrides',
    'PUT /v2/availability/overrides/{id}',
    'DELETE /v2/availability/overrides/{id}',
    'PUT /v2/availability/{id}/limits',
    // The note of the test is the owner's: others need full_company_admin to delete it.
    'DELETE /v2/appointments/{id}/notes/{noteId}',
    'POST /v2/appointments/{id}/invoice/send',
    'POST /v2/appointments/{id}/payments',
    'POST /v2/payments/{id}/void',
    'GET /v2/payments',
    'POST /v2/reports/{id}/unpublish',
    'POST /v2/appointments/{id}/waivers',
    'DELETE /v2/appointments/{id}/waivers/{waiverId}',
  ],
  'who wrote the note': ['PUT /v2/appointments/{id}/notes/{noteId}'],
  'who schedules': ['POST /inspections'],
  'who books or moves': ['POST /v2/slot-holds'],
  'who edits the appointment': [
    'POST /v2/appointments/{id}/agreements',
    'DELETE /v2/appointments/{id}/agreements/{agreementId}',
    'POST /v2/appointments/{id}/agreements/{agreementId}/void',
    'PUT /v2/appointments/{id}',
    'POST /v2/appointments/{id}/confirm',
    'POST /v2/appointments/{id}/unconfirm',
    'POST /v2/appointments/{id}/cancel',
    'POST /v2/appointments/{id}/restore',
    'POST /v2/appointments/{id}/complete',
    'DELETE /v2/appointments/{id}',
    'POST /v2/appointments/{id}/notes',
  ],
  'who edits the report': [
    'PATCH /v2/reports/{id}/ops',
    'POST /v2/reports/{id}/media',
    'PUT /v2/reports/{id}/media/{mediaId}',
    'DELETE /v2/reports/{id}/media/{mediaId}',
    'POST /v2/reports/{id}/submit',
    'POST /v2/reports2/{reportId}/rebuild-pdfs',
  ],
  'who publishes': ['POST /v2/reports/{id}/publish', 'POST /v2/reports/{id}/return'],
  'who edits templates': ['GET /v2/templates/{id}'],
  'who adds comments': ['PUT /v2/reports/{reportId}/comment/{commentId}/update'],
  'who sees prices': ['GET /v2/appointments/{id}/invoice', 'GET /v2/appointments/{id}/invoice/pdf'],
  'the company and the holder of the link': [
    'GET /v2/company/{id}/profile',
    'POST /inspections/get-by-id',
    'GET /v2/reports2/{reportId}',
    'GET /v2/reports/{reportId}/download',
  ],
  'holders of the link': [
    'GET /v2/public/companies/{id}/pictures/{name}',
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}',
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/view',
    'POST /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/sign',
    'GET /v2/public/agreements/{appointmentPublicId}/{agreementPublicId}/pdf',
    'GET /v2/public/invoices/{publicId}',
    'GET /v2/public/invoices/{publicId}/pdf',
    'GET /v2/reports/{reportId}/media/{mediaId}/{size}',
    'POST /v2/report-views/{viewId}',
    'POST /v2/reports2/{reportId}/visits',
    'GET /v2/public/appointments/{publicId}',
    'POST /v2/public/appointments/{publicId}/send-link',
    'GET /v2/public/appointments/{publicId}/calendar',
    'GET /v2/public/appointments/{publicId}/picture',
    'GET /v2/public/appointments/{publicId}/logo',
    'GET /v2/public/appointments/{publicId}/technicians/{number}',
    'GET /v2/public/appointments/{publicId}/attachments/{key}',
  ],
};

const groupOf = new Map(
  Object.entries(table).flatMap(([group, keys]) => keys.map((key) => [key, group as Group] as const)),
);

/** Routes the table does not know, and lines of the table that are no routes or stand twice. */
function gaps(list: readonly Handled[]): string[] {
  const declared = list.map(({ route }) => routeKey(route));
  const written = Object.values(table).flat();
  return [
    ...declared.filter((key) => !groupOf.has(key)).map((key) => `not in the table: ${key}`),
    ...written.filter((key) => !declared.includes(key)).map((key) => `no such route: ${key}`),
    ...written.filter((key, i) => written.indexOf(key) !== i).map((key) => `twice: ${key}`),
  ];
}

interface World {
  house: TestHouse;
  ids: Ids;
  people: Record<RoleName, Person>;
  /** The public id a link route is opened with, by what it leads to. */
  links: Partial<Record<LinkKind, string>>;
  assign: () => Promise<void>;
}

async function worldOf(house: TestHouse): Promise<World> {
  const { owner, ids } = await companyOfEverything(house, 'Quixby');
  const technician = (...flags: (keyof PermissionFlags)[]) => memberWith('technician', flags);
  const staff = (...flags: (keyof PermissionFlags)[]) => memberWith('staff', flags);
  const people: Record<RoleName, Person> = {
    owner,
    'technician with all rights': await technician(
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
    'technician without rights': await technician(),
    'technician of others, schedules': await technician('can_schedule_new'),
    'staff without rights': await staff(),
    'staff, schedules': await staff('can_schedule_new'),
    'staff, edits the schedule': await staff('can_edit_schedule'),
    'staff, company admin only': await staff('full_company_admin'),
    'platform administrator': await house.has.admin(),
    visitor: house.visitor,
    'holder of the link': house.visitor,
  };
  const { request_id } = await house.reads(owner.subscriberId, (r) =>
    r.db.selectFrom('companies').select('request_id').executeTakeFirstOrThrow(),
  );
  return {
    house,
    ids,
    people,
    links: { appointment: ids.appointmentPublic, report: ids.reportPublic, company: request_id },
    assign: () => assignAll(house, ids, people),
  };

  function memberWith(type: 'technician' | 'staff', flags: (keyof PermissionFlags)[]) {
    return house.has.member(owner, { type, flags: Object.fromEntries(flags.map((flag) => [flag, true])) });
  }
}

/** The technicians, but for the one of others, are assigned to the appointment; saving it may have taken them off. */
async function assignAll(house: TestHouse, ids: Ids, people: World['people']): Promise<void> {
  const assigned = roles.filter((role) => /^technician[ ,]/.test(role) && !role.includes('of others'));
  await house.writes(ids.company, (w) =>
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

/** Is the route open to the role? Refused for what it is about (CONFLICT, a wrong field) is open; who has no company may also see NOT_FOUND. */
async function isOpenTo(world: World, route: Route, role: RoleName): Promise<boolean> {
  calls += 1;
  const input: Input = { ...goodInput(route, world.ids) };
  if (route.link && role === 'visitor') input[route.link.param] = newPublicId();
  if (route.link && role === 'holder of the link' && route.who === 'anyone') {
    const link = world.links[[route.link.kind].flat()[0] as LinkKind];
    if (link) input[route.link.param] = link;
  }
  const answer = await world.people[role].tries(route, input, {
    ip: `10.9.${(calls >> 8) & 255}.${calls & 255}`,
  });
  expect([routeKey(route), role, answer.status < 500 || answer.status]).toEqual([
    routeKey(route),
    role,
    true,
  ]);
  const type = answer.error?.type ?? '';
  const isOutside = ['platform administrator', 'visitor', 'holder of the link'].includes(role);
  if (type === 'FORBIDDEN' || type === 'UNAUTHENTICATED') return false;
  // What leads nowhere is closed to people from outside, but for files that this company simply does not have.
  return !(isOutside && type === 'NOT_FOUND' && !mayBeEmpty.includes(routeKey(route)));
}

const mayBeEmpty = [
  'DELETE /v2/users/me/sessions/{id}',
  'GET /v2/public/short-links/{uniqId}',
  'GET /v2/public/companies/{id}/pictures/{name}',
  'GET /v2/public/appointments/{publicId}/logo',
  'GET /v2/public/appointments/{publicId}/technicians/{number}',
  'GET /v2/public/appointments/{publicId}/attachments/{key}',
];

/** Cells that are not as the table says. What is closed is tried first: it changes nothing that the rest would miss. */
async function wrongCells(
  world: World,
  list: readonly Route[],
  shouldBe: 'closed' | 'open',
): Promise<string[]> {
  const order = (route: Route) => (route.kind === 'read' ? 0 : route.method === 'DELETE' ? 2 : 1);
  const wrong: string[] = [];
  for (const route of list.toSorted((a, b) => order(a) - order(b))) {
    const may: readonly RoleName[] = open[groupOf.get(routeKey(route)) ?? 'the platform'];
    const asked = roles.filter((role) => may.includes(role) === (shouldBe === 'open'));
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

/** The first test tells of routes that the table does not know, every-route.test.ts of names that the inputs do not know. */
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

test('every route stands in the table once, and nothing else does', () => {
  expect(gaps(routes)).toEqual([]);
});

describe('every role at every route', async () => {
  const world = await worldOf(await openHouse());

  test('finds closed what is not theirs', { timeout: 120_000 }, async () => {
    expect(await wrongCells(world, declared, 'closed')).toEqual([]);
  });

  test('finds open what is theirs', { timeout: 240_000 }, async () => {
    expect(await wrongCells(world, declared, 'open')).toEqual([]);
  });
});

describe('the table notices', async () => {
  /** Routes whose only guard is their `needs`, one for each capability that stands alone. */
  const planted = [
    'DELETE /v2/clients/{id}',
    'GET /v2/staffs',
    'PUT /v2/technicians/{id}/perms',
    'POST /inspections',
    'POST /v2/reports/{id}/publish',
    'GET /v2/templates/{id}',
    'PUT /v2/reports/{reportId}/comment/{commentId}/update',
    'GET /v2/appointments/{id}/invoice',
    'POST /v2/appointments/{id}/payments',
    'POST /v2/appointments/{id}/waivers',
    'PATCH /v2/company/{subscriberId}/settings',
  ];
  const without = routes.map((each): Handled => {
    if (!planted.includes(routeKey(each.route))) return each;
    const { needs: _, ...route } = each.route;
    return { ...each, route };
  });
  const world = await worldOf(await openHouse({ routes: without }));

  test.each(planted)('that %s was left without its right', async (key) => {
    const route = without.find((each) => routeKey(each.route) === key)?.route as Route;
    const wrong = await wrongCells(world, [route], 'closed');
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong.every((cell) => cell.startsWith(`${key} should be closed to: `))).toBe(true);
  });

  test('a route that nobody wrote down', () => {
    const added = { ...routes[0], route: { ...routes[0]?.route, path: '/v2/brand-new' } } as Handled;
    const known = routes.filter(({ route }) => groupOf.has(routeKey(route)));
    expect(gaps([...known, added])).toEqual(['not in the table: POST /v2/brand-new']);
    expect(gaps(known.slice(1))).toEqual([`no such route: ${routeKey(routes[0]?.route as Route)}`]);
  });
});
