import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { confirmIdentity } from '#features/auth/contract.ts';
import { hashPassword } from '#features/auth/passwords.ts';
import { createActionGroup } from '#features/automations/groups-contract.ts';
import { createFullCompany } from '#testing/full-company.ts';
import type { Input } from '#testing/routes/route-input.ts';
import { goodInput } from '#testing/routes/route-inputs.ts';
import { startTestApp } from '#testing/test-app.ts';
import { type Route, routeKey } from '#wire/route.ts';
import { routes } from '../features.ts';

const testApp = await startTestApp();
const { owner, ids } = await createFullCompany(testApp, 'Quixby');
const admin = await testApp.create.admin();
const password = 'correct-Horse1';
for (const { id } of [owner, admin])
  await sql`insert into logins (email, user_id, subscriber_id, password_hash, created_at, password_changed_at)
    values (${`${id}@login.example`}, ${id}, ${id}, ${await hashPassword(password)}, now(), now())
    on conflict (user_id) do update set password_hash = excluded.password_hash`.execute(testApp.runtime.db);

/** A new session, in which no password was entered. */
async function newSession(user = owner) {
  const opened = await testApp.create.signInAgain(user);
  await sql`update sessions set identity_confirmed_at = null`.execute(testApp.runtime.db);
  return opened;
}

let session = owner;
beforeEach(async () => {
  session = await newSession();
});

let calls = 0;
const send = (route: Route, input: Input) =>
  session.request(route, input, { ip: `10.7.${(++calls >> 8) & 255}.${calls & 255}` });
const refusalOf = async (route: Route, input: Input) => (await send(route, input)).error?.type ?? null;

const always = [
  'GET /v2/clients/export-file',
  'GET /v2/clients/export-file/{subscriberId}',
  'GET /v2/agents/export-file',
  'GET /v2/agents/export-file/{subscriberId}',
  'GET /v2/contractors/export-file',
  'GET /v2/contractors/export-file/{subscriberId}',
  'GET /v2/technicians/export-file',
  'GET /v2/technicians/export-file/{subscriberId}',
  'GET /v2/staffs/export-file',
  'GET /v2/staffs/export-file/{subscriberId}',
  'PUT /v2/company/{subscriberId}/payment-gateway',
  'POST /v2/merchant-application',
  'POST /v2/calendar/feeds',
  'POST /v2/webhooks/secret/rotate',
  'PATCH /v2/admin/retention',
  'PUT /v2/admin/sending-limits/{id}',
];

type Kind = 'technicians' | 'staffs';
const add = async (kind: Kind, full_company_admin: boolean) => {
  const type = kind === 'technicians' ? 'technician' : 'staff';
  return (await testApp.create.member(owner, { type, flags: { full_company_admin } })).id;
};
const newMember = () => ({
  first_name: 'Tariq',
  last_name: 'Osman',
  email: `tariq${++calls}@team.example`,
});

const address = () => `someone${++calls}@elsewhere.example`;
const webhook = () => ({ action_type: 3, webhook_url: `https://elsewhere.example/${++calls}` });
const companyGroup = async () => (await session.call(createActionGroup, { name: `Group ${++calls}` })).id;
const editedGroup = async () => ({
  id: await companyGroup(),
  actions: [{ to_address: [address()], subject: 'Data', event_type: 1 }],
});
/** Each booking has a day to itself. */
const bookingOn = async () => {
  const { reinspection: _, inspection_events: _events, ...input } = goodInput(bookAppointment, ids);
  return { ...input, date_time: `2031-${String(1 + (++days % 12)).padStart(2, '0')}-${10 + days}T09:00` };
};
let days = 0;

/** For each route that asks because of its input: one input that needs a confirmed identity, and one that does not. */
const sometimes: Record<string, { asks: () => Promise<Input>; asksNot: () => Promise<Input> }> = {
  'PATCH /v2/company/{subscriberId}/settings': {
    asks: async () => ({ subscriberId: owner.id, external_payment_url: `https://pay.example/${++calls}` }),
    asksNot: async () => ({ subscriberId: owner.id, payment_instructions: '', cancellation_fee: ++calls }),
  },
  'POST /v2/action-groups/{id}/actions': {
    asks: async () => ({ id: await companyGroup(), ...webhook(), action_name: 'Accounting' }),
    asksNot: async () => ({ id: await companyGroup(), to_address: ['clients'], subject: 'Soon' }),
  },
  'PUT /v2/action-groups/{id}/actions/{actionId}': {
    asks: async () => ({ id: ids.actionGroup, actionId: ids.action, bcc_address: [address()] }),
    asksNot: async () => ({ id: ids.actionGroup, actionId: ids.action, subject: `Subject ${++calls}` }),
  },
  'POST /inspections': {
    asks: async () => ({ ...(await bookingOn()), action_groups: [await editedGroup()] }),
    asksNot: async () => ({ ...(await bookingOn()), action_groups: [await companyGroup()] }),
  },
  'PUT /v2/appointments/{id}': {
    asks: async () => ({ id: ids.appointment, action_groups: [await editedGroup()] }),
    asksNot: async () => ({ id: ids.appointment, action_groups: [await companyGroup()] }),
  },
  ...Object.assign({}, ...(['technicians', 'staffs'] as const).map(ofTeam)),
};

function ofTeam(kind: Kind): typeof sometimes {
  const of = (isAdmin: boolean, more: (id: string) => Input) => async () => more(await add(kind, isAdmin));
  const both = (more: (id: string) => Input) => ({ asks: of(true, more), asksNot: of(false, more) });
  return {
    [`POST /v2/${kind}`]: {
      asks: async () => ({ ...newMember(), full_company_admin: 'true' }),
      asksNot: async () => ({ ...newMember(), can_edit_template: 'true' }),
    },
    [`PUT /v2/${kind}/{id}`]: {
      asks: of(false, (id) => ({ id, email: `moved${++calls}@team.example` })),
      asksNot: of(true, (id) => ({ id, last_name: 'Osman', phone: '5125550123' })),
    },
    [`POST /v2/${kind}/{id}/status`]: both((id) => ({ id, newStatus: 0 })),
    [`POST /v2/${kind}/bulk-status`]: both((id) => ({ ids: [id], newStatus: 0 })),
    [`DELETE /v2/${kind}/{id}`]: both((id) => ({ id })),
    [`PUT /v2/${kind}/{id}/perms`]: both((id) => ({ id, can_edit_template: true })),
  };
}

const marked = routes.map(({ route }) => route).filter((route) => route.identity);
const keysOf = (identity: Route['identity']) =>
  marked.filter((route) => route.identity === identity).map(routeKey);

test('exactly the listed routes ask for the password', () => {
  expect(keysOf('always').sort()).toEqual(always.toSorted());
  expect(keysOf('sometimes').sort()).toEqual(Object.keys(sometimes).sort());
});

test.each(marked.map((route) => [routeKey(route), route] as const))(
  '%s is refused until the password was entered, and changes nothing',
  async (key, route) => {
    if (route.access === 'admin') session = await newSession(admin);
    const input = (await sometimes[key]?.asks()) ?? goodInput(route, ids);
    const refused = await send(route, input);
    expect([refused.status, refused.error]).toEqual([
      403,
      { type: 'IDENTITY_REQUIRED', message: 'Confirm your password to do this', details: null },
    ]);
    await session.call(confirmIdentity, { password });
    expect(await refusalOf(route, input)).not.toBe('IDENTITY_REQUIRED');
    testApp.clock.advance(600_000);
    const again = (await sometimes[key]?.asks()) ?? input;
    expect(await refusalOf(route, again)).toBe('IDENTITY_REQUIRED');
    testApp.clock.advance(-600_000);
  },
);

test.each(Object.entries(sometimes))('%s does not ask for other changes', async (key, { asksNot }) => {
  const route = marked.find((one) => routeKey(one) === key);
  if (route) expect(await refusalOf(route, await asksNot())).toBeNull();
});

test('saving payment settings unchanged does not ask, changing one of them does', async () => {
  const route = marked.find((one) => routeKey(one).startsWith('PATCH')) as Route;
  const stored = {
    ...{ payment_instructions: '', external_payment_url: null },
    ...{ payment_type: 1, gateway_sandbox: false },
  };
  await session.call(confirmIdentity, { password });
  await session.call(route, { subscriberId: owner.id, ...stored } as never);
  session = await newSession();
  const changes: [Input, string | null][] = [
    [stored, null],
    [{ payment_instructions: 'Pay at the door' }, 'IDENTITY_REQUIRED'],
    [{ payment_type: 2 }, 'IDENTITY_REQUIRED'],
    [{ gateway_sandbox: true }, 'IDENTITY_REQUIRED'],
    [
      { payment_type: 5, credentials: { publishable_key: 'pk_test_1', secret_key: 'sk_test_1' } },
      'IDENTITY_REQUIRED',
    ],
  ];
  for (const [change, expected] of changes)
    expect([change, await refusalOf(route, { subscriberId: owner.id, ...change })]).toEqual([
      change,
      expected,
    ]);
});

test('where mail and its answers go, and the address of any member, ask', async () => {
  const settings = marked.find((one) => routeKey(one).startsWith('PATCH')) as Route;
  const member = await add('technicians', false);
  const update = marked.find((one) => routeKey(one) === 'PUT /v2/technicians/{id}') as Route;
  const answers = [
    await refusalOf(settings, { subscriberId: owner.id, bcc_address: 'thief@elsewhere.example' }),
    await refusalOf(settings, { subscriberId: owner.id, point_of_contact_email: 'thief@elsewhere.example' }),
    await refusalOf(settings, { subscriberId: owner.id, company_email: 'thief@elsewhere.example' }),
    await refusalOf(update, { id: member, email: 'thief@elsewhere.example' }),
  ];
  expect(answers).toEqual(answers.map(() => 'IDENTITY_REQUIRED'));
});

test('a repeated POST with the same key works after the confirmation', async () => {
  const route = marked.find((one) => routeKey(one) === 'POST /v2/technicians') as Route;
  const input = { ...newMember(), full_company_admin: 'true' };
  const headers = { 'idempotency-key': 'once-confirmed' };
  expect((await session.request(route, input, { headers })).error?.type).toBe('IDENTITY_REQUIRED');
  await session.call(confirmIdentity, { password });
  const first = await session.request(route, input, { headers });
  expect(first.status).toBe(200);
  expect((await session.request(route, input, { headers })).data).toEqual(first.data);
});
