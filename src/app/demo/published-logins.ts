import { hashPassword, verifyPassword } from '#features/auth/passwords.ts';
import { changeStoredPassword } from '#features/auth/set-password.ts';
import { noTenant } from '#server/actors.ts';
import { publishedPassword } from '#server/config/config.ts';
import type { WriteCtx } from '#server/context.ts';
import { withWriteCtx } from '#server/http/call-contexts.ts';
import type { Runtime } from '#server/runtime.ts';
import { systemCallFacts } from '../create-runtime.ts';
import { adminEmail, ownerEmail } from './demo-logins.ts';

const platformAdminType = 5;

/**
 * Keeps the published password of the demo from opening an installation that other computers reach: logins that still
 * have it get DEMO_PASSWORD, and the start is refused if that was not changed either.
 */
export async function closePublishedLogins(runtime: Runtime): Promise<void> {
  const { config } = runtime;
  if (config.isLocal) return;
  const asPlatform = <T>(work: (w: WriteCtx) => Promise<T>) =>
    withWriteCtx(runtime, systemCallFacts(runtime, { subscriberId: noTenant }, 'platform', 'demo'), work);
  const open = await asPlatform(publishedLogins);
  if (open.length === 0) return;
  if (config.demoPassword === publishedPassword) {
    const emails = open.map(({ email }) => email).join(', ');
    throw new Error(
      `other computers reach this address, and the demo logins have a published password (${emails}). Set DEMO_PASSWORD to give them another.`,
    );
  }
  const passwordHash = await hashPassword(config.demoPassword);
  await asPlatform(async (w) => {
    for (const login of open) await changeStoredPassword(w, login, passwordHash);
  });
}

interface Login {
  email: string;
  userId: string;
  subscriberId: string;
}

/**
 * The logins of the demo that have the published password. Only the seeding creates a platform administrator with the
 * demo's address: without one, anyone may have signed up with the other addresses, and must not stop the next start.
 */
async function publishedLogins(w: WriteCtx): Promise<Login[]> {
  const admin = await w.db
    .selectFrom('users')
    .where('email', '=', adminEmail)
    .where('user_type', '=', platformAdminType)
    .select('id')
    .executeTakeFirst();
  if (!admin) return [];
  const rows = await w.db
    .selectFrom('logins')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', admin.id),
        eb(
          'subscriber_id',
          'in',
          eb.selectFrom('logins').where('email', '=', ownerEmail).select('subscriber_id'),
        ),
      ]),
    )
    .select(['email', 'user_id', 'subscriber_id', 'password_hash'])
    .execute();
  const known = new Map<string, boolean>();
  const open: Login[] = [];
  for (const row of rows) {
    const hash = row.password_hash ?? '';
    // The demo gives one hash to all of its logins.
    if (!known.has(hash)) known.set(hash, await verifyPassword(row.password_hash, publishedPassword));
    if (known.get(hash))
      open.push({ email: row.email, userId: row.user_id, subscriberId: row.subscriber_id });
  }
  return open;
}
