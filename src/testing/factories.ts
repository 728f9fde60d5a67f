import type { FastifyInstance } from 'fastify';
import { systemCallFacts } from '#app/create-runtime.ts';
import type { PermissionFlags } from '#domain/people/permissions.ts';
import { createOwner } from '#features/auth/sign-up.ts';
import { noTenant } from '#server/actors.ts';
import type { WriteCtx } from '#server/context.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { Runtime } from '#server/runtime.ts';
import { createTestUser, type TestUser } from './test-user.ts';

interface MemberOptions {
  type: 'technician' | 'staff';
  /** Permissions that are on; all others are off. */
  flags?: Partial<PermissionFlags>;
}

/** Creates test users and companies. Every owner has a separate company, so tests do not affect each other. */
export interface Factories {
  owner(options?: { company_name?: string; timezone?: string }): Promise<TestUser>;
  member(owner: TestUser, options: MemberOptions): Promise<TestUser>;
  admin(): Promise<TestUser>;
  /** The same user with another session. */
  signInAgain(person: TestUser): Promise<TestUser>;
  /** Ends the sessions of an owner, deactivates the owner, or suspends the company. */
  deactivate(what: 'session' | 'person' | 'company', ownerId: string): Promise<void>;
}

/** Creates the factories for a runtime. */
export function createFactories(runtime: Runtime, app: FastifyInstance): Factories {
  const asPlatform = <T>(work: (w: WriteCtx) => Promise<T>) =>
    withWriteCtx(runtime, systemCallFacts(runtime, { subscriberId: noTenant }, 'platform', 'test'), work);
  const signedIn = async (id: string, subscriberId: string): Promise<TestUser> => {
    const sessionId = await asPlatform((w) => openTestSession(w, id, subscriberId));
    const claims = { userId: id, subscriberId, sessionId, purpose: 'full' } as const;
    return createTestUser(app, {
      id,
      subscriberId,
      token: await runtime.installation.signAccessToken(claims, runtime.clock.now()),
    });
  };
  return {
    owner: async (options = {}) => {
      const id = await asPlatform((w) =>
        createOwner(
          w,
          {
            first_name: 'Olive',
            last_name: 'Owner',
            company_name: options.company_name ?? 'Test Inspections',
            email: `owner-${newPublicId().toLowerCase()}@test.example`,
            password: 'unused',
            phone: '5125550100',
            terms_of_policy: true,
            receive_communication: false,
            timezone: options.timezone ?? 'America/New_York',
          },
          'no password',
        ),
      );
      await asPlatform((w) =>
        w.db
          .updateTable('users')
          .set({ email_verified_at: w.now })
          .where('subscriber_id', '=', id)
          .where('id', '=', id)
          .execute(),
      );
      return signedIn(id, id);
    },
    member: async (owner, options) => {
      const id = await asPlatform((w) => insertMember(w, owner.subscriberId, options));
      return signedIn(id, owner.subscriberId);
    },
    admin: async () => {
      const id = await asPlatform(insertAdmin);
      return signedIn(id, id);
    },
    signInAgain: (person) => signedIn(person.id, person.subscriberId),
    deactivate: (what, ownerId) => asPlatform((w) => end(w, what, ownerId)),
  };
}

async function end(w: WriteCtx, what: 'session' | 'person' | 'company', ownerId: string): Promise<void> {
  const { db } = w;
  if (what === 'session') {
    await db.updateTable('sessions').set({ revoked_at: w.now }).where('user_id', '=', ownerId).execute();
  } else if (what === 'person') {
    await db.updateTable('users').set({ status: 0 }).where('id', '=', ownerId).execute();
  } else {
    await db.updateTable('companies').set({ status: 0 }).where('subscriber_id', '=', ownerId).execute();
  }
}

async function openTestSession(w: WriteCtx, userId: string, subscriberId: string): Promise<string> {
  const id = newId();
  await w.db
    .insertInto('sessions')
    .values({
      id,
      family_id: id,
      user_id: userId,
      subscriber_id: subscriberId,
      token_hash: id,
      user_agent: 'test',
      ip: '127.0.0.1',
      created_at: w.now,
      family_started_at: w.now,
      expires_at: '2099-01-01T00:00:00Z',
      // Tests of routes are not about the password that some of them ask for.
      identity_confirmed_at: '2099-01-01T00:00:00Z',
    })
    .execute();
  return id;
}

async function insertMember(w: WriteCtx, subscriberId: string, options: MemberOptions): Promise<string> {
  const id = newId();
  const isTechnician = options.type === 'technician';
  await w.db
    .insertInto('users')
    .values({
      ...common(w, id, subscriberId),
      user_type: isTechnician ? 2 : 3,
      role: isTechnician ? 'Technician' : 'Staff',
      first_name: isTechnician ? 'Tess' : 'Stan',
      last_name: isTechnician ? 'Technician' : 'Staff',
      is_technician: isTechnician,
      ...options.flags,
    })
    .execute();
  return id;
}

async function insertAdmin(w: WriteCtx): Promise<string> {
  const id = newId();
  await w.db
    .insertInto('users')
    .values({
      ...common(w, id, id),
      user_type: 5,
      role: 'Platform Administrator',
      first_name: 'Ada',
      last_name: 'Admin',
    })
    .execute();
  return id;
}

function common(w: WriteCtx, id: string, subscriberId: string) {
  return {
    id,
    subscriber_id: subscriberId,
    public_id: newPublicId(),
    email: `${id}@test.example`,
    email_verified_at: w.now,
    created_at: w.now,
    updated_at: w.now,
  };
}
