import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { hashPassword } from '#features/auth/passwords.ts';
import { createOwner } from '#features/auth/sign-up.ts';
import { setSendingFigures } from '#features/messages/set-sending-figures.ts';
import { noTenant } from '#server/actors.ts';
import { testClock } from '#server/clock.ts';
import type { WriteCtx } from '#server/context.ts';
import { anyTenantCtx, withWriteCtx } from '#server/http/call-contexts.ts';
import { createHttp } from '#server/http/http.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { Runtime } from '#server/runtime.ts';
import { systemCallFacts } from '../create-runtime.ts';
import { seedAppointments } from './appointments.ts';
import { seedAutomations } from './automations.ts';
import { seedAvailability } from './availability.ts';
import { seedBranding } from './branding.ts';
import { seedCalendar } from './calendar.ts';
import { seedContacts } from './contacts.ts';
import { adminEmail, ownerEmail } from './demo-logins.ts';
import { endDemoSessions, openDemoSession } from './demo-sessions.ts';
import { seedOwnTexts } from './messages.ts';
import { seedRequests } from './requests.ts';
import { seedTeam } from './team.ts';

const seededKey = 'demo.filled';
const lockKey = 7_320_145_002;

/**
 * Fills an empty installation with the demo company: logins, team, people and a month of appointments in every state.
 * All data is created through the routes that a browser calls, with a clock that starts in the past, so it cannot
 * contain anything the product would refuse. Does nothing if the demo exists; an incomplete one is closed and seeded
 * again.
 */
export async function seedDemo(runtime: Runtime): Promise<void> {
  // Processes that start at the same time wait here for the one that seeds.
  await runtime.db.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${lockKey})`.execute(own);
    try {
      await seedOnce(runtime);
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(own);
    }
  });
}

async function seedOnce(runtime: Runtime): Promise<void> {
  const passwordHash = await hashPassword(runtime.config.demoPassword);
  const today = runtime.clock.now();
  const clock = testClock(addHours(today, -35 * 24));
  // Its visitors need not show that they are people.
  const installation = { ...runtime.installation, captcha: null };
  const past: Runtime = { ...runtime, clock, installation, checksResponses: false };
  const asPlatform = <T>(work: (w: WriteCtx) => Promise<T>) =>
    withWriteCtx(past, systemCallFacts(past, { subscriberId: noTenant }, 'platform', 'demo'), work);
  const ownerId = await asPlatform((w) => createLogins(w, passwordHash));
  if (!ownerId) return;
  const app = await createHttp(past);
  const technicianIds = await teamOf(past, ownerId);
  // The session of each member has the member's id (openDemoSession).
  const tokenOf = (userId: string) =>
    runtime.installation.signAccessToken(
      { userId, subscriberId: ownerId, sessionId: userId, purpose: 'full' },
      clock.now(),
    );
  const demo = { app, clock, today, ownerToken: () => tokenOf(ownerId), tokenOf, ownerId, technicianIds };
  await seedBranding(demo);
  await seedAvailability(demo);
  await seedOwnTexts(demo);
  await seedAppointments(demo);
  await seedCalendar(demo, past);
  await seedTeam(demo);
  await seedContacts(demo);
  await seedAutomations(demo, past);
  await seedRequests(demo);
  await app.close();
  await asPlatform((w) => finish(w, ownerId));
}

/** Whether a complete demo exists. An incomplete one (the process was killed) loses its logins and is closed. */
async function isSeeded(w: WriteCtx): Promise<boolean> {
  const owner = await w.db
    .selectFrom('logins')
    .where('email', '=', ownerEmail)
    .select('subscriber_id')
    .executeTakeFirst();
  if (!owner) return false;
  const done = await w.db
    .selectFrom('platform_settings')
    .where('key', '=', seededKey)
    .select('key')
    .executeTakeFirst();
  if (done) return true;
  await w.db
    .deleteFrom('logins')
    .where((eb) => eb.or([eb('subscriber_id', '=', owner.subscriber_id), eb('email', '=', adminEmail)]))
    .execute();
  await w.db
    .updateTable('companies')
    .set({ status: 0, company_name: 'Demo (cut short)' })
    .where('subscriber_id', '=', owner.subscriber_id)
    .execute();
  return false;
}

async function createLogins(w: WriteCtx, passwordHash: string): Promise<string | null> {
  if (await isSeeded(w)) return null;
  const ownerId = await createOwner(
    w,
    {
      first_name: 'Dana',
      last_name: 'Whitfield',
      company_name: 'Whitfield Home Inspections',
      email: ownerEmail,
      password: '',
      phone: '2125550100',
      terms_of_policy: true,
      receive_communication: false,
      timezone: 'America/New_York',
      language: 'en',
    },
    passwordHash,
  );
  await completeOwner(w, ownerId);
  // It sends the mails of a month when it starts.
  await setSendingFigures(
    anyTenantCtx(w, ownerId),
    { email: 2000, text: 300, stranger: 200, invitation: 100 },
    0,
  );
  for (const member of members) await addMember(w, ownerId, member, passwordHash);
  await addAdmin(w, passwordHash);
  await openDemoSession(w, ownerId, ownerId);
  return ownerId;
}

interface Member {
  email: string;
  phone: string;
  first_name: string;
  last_name: string;
  color: string;
  type: 2 | 3;
}

const members: readonly Member[] = [
  {
    email: 'technician@demo.test',
    phone: '2125550111',
    first_name: 'Tariq',
    last_name: 'Osman',
    color: '#2563eb',
    type: 2,
  },
  {
    email: 'technician2@demo.test',
    phone: '2125550112',
    first_name: 'Mei',
    last_name: 'Sandoval',
    color: '#16a34a',
    type: 2,
  },
  {
    email: 'staff@demo.test',
    phone: '2125550113',
    first_name: 'Sofia',
    last_name: 'Brandt',
    color: '#add8e6',
    type: 3,
  },
];

/** Adds to the owner and the company what the sign-up does not ask for. */
async function completeOwner(w: WriteCtx, ownerId: string): Promise<void> {
  await w.db
    .updateTable('users')
    // The demo is a company that has been set up.
    .set({
      email_verified_at: w.now,
      color: '#f97316',
      saved_columns: JSON.stringify({ 'dashboard.setup': ['dismissed'] }),
    })
    .where('id', '=', ownerId)
    .execute();
  await w.db
    .updateTable('companies')
    .set({
      address: '350 Hudson St',
      city: 'New York',
      state: 'NY',
      zip_code: '10014',
      lat: 40.734,
      lng: -74.006,
      website: 'https://whitfield.example',
    })
    .where('subscriber_id', '=', ownerId)
    .execute();
}

async function addMember(
  w: WriteCtx,
  subscriberId: string,
  member: Member,
  passwordHash: string,
): Promise<void> {
  const isTechnician = member.type === 2;
  const id = newId();
  await addLogin(w, member.email, id, subscriberId, passwordHash);
  await w.db
    .insertInto('users')
    .values({
      ...commonColumns(w, id, subscriberId, member),
      user_type: member.type,
      role: isTechnician ? 'Technician' : 'Staff',
      color: member.color,
      phone: member.phone,
      is_technician: isTechnician,
      can_schedule_new: true,
      can_edit_schedule: !isTechnician,
      can_publish_report: true,
      can_edit_template: isTechnician,
      can_add_new_comment: true,
      full_company_admin: false,
      show_appointment_price: isTechnician,
    })
    .execute();
  await openDemoSession(w, id, subscriberId);
}

async function addAdmin(w: WriteCtx, passwordHash: string): Promise<void> {
  const id = newId();
  await addLogin(w, adminEmail, id, id, passwordHash);
  const name = { email: adminEmail, first_name: 'Platform', last_name: 'Administrator' };
  await w.db
    .insertInto('users')
    .values({ ...commonColumns(w, id, id, name), user_type: 5, role: 'Platform Administrator' })
    .execute();
}

function commonColumns(
  w: WriteCtx,
  id: string,
  subscriberId: string,
  of: Pick<Member, 'email' | 'first_name' | 'last_name'>,
) {
  return {
    subscriber_id: subscriberId,
    id,
    public_id: newPublicId(),
    email: of.email,
    first_name: of.first_name,
    last_name: of.last_name,
    email_verified_at: w.now,
    created_at: w.now,
    updated_at: w.now,
  };
}

async function addLogin(
  w: WriteCtx,
  email: string,
  userId: string,
  subscriberId: string,
  passwordHash: string,
): Promise<void> {
  await w.db
    .insertInto('logins')
    .values({
      email,
      user_id: userId,
      subscriber_id: subscriberId,
      password_hash: passwordHash,
      created_at: w.now,
      password_changed_at: w.now,
    })
    .execute();
}

async function finish(w: WriteCtx, ownerId: string): Promise<void> {
  await endDemoSessions(w, ownerId);
  await w.db
    .insertInto('platform_settings')
    .values({ key: seededKey, value: JSON.stringify(true), updated_at: w.now })
    .execute();
}

async function teamOf(runtime: Runtime, ownerId: string): Promise<string[]> {
  const facts = systemCallFacts(runtime, { subscriberId: ownerId }, 'tenant', 'demo');
  const rows = await withWriteCtx(runtime, facts, (w) =>
    w.db
      .selectFrom('users')
      .where('subscriber_id', '=', ownerId)
      .where('is_technician', '=', true)
      .select('id')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => row.id);
}
