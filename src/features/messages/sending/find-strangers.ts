import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addressesIn } from '../events/record-message-event.ts';
import type { SentByHand } from './recipients-of.ts';

/** A contact without an appointment is known a day after its last change: contacts can be imported by the thousand. */
const hoursUntilKnown = 24;
const arrived = ['queued', 'sending', 'uncertain', 'sent', 'delivered', 'opened', 'clicked'];

/**
 * Returns the addresses of these mails that the company did not know: neither of its team, nor of people of its
 * appointments, nor of its contacts, nor written to before. The address decides, not the person: it can be another one at
 * each mail.
 */
export async function findStrangers(ctx: WriteCtx, mails: readonly SentByHand[]): Promise<string[]> {
  return strangersAmong(
    ctx,
    mails.flatMap(({ to_address, cc_address }) => addressesIn(`${to_address},${cc_address}`)),
    mails,
  );
}

/** As `findStrangers`, of any addresses; what these mails bring does not count as known. */
export async function strangersAmong(
  ctx: WriteCtx,
  addresses: readonly string[],
  mails: readonly SentByHand[] = [],
): Promise<string[]> {
  const all = [...new Set(addresses)];
  if (all.length === 0) return [];
  const known = await knownAddresses(ctx, all, mails);
  return all.filter((address) => !known.has(address));
}

async function knownAddresses(
  ctx: WriteCtx,
  addresses: readonly string[],
  mails: readonly SentByHand[],
): Promise<Set<string>> {
  const members = await mine(ctx, 'users').where('email', 'in', addresses).select('email').execute();
  const people = mails.flatMap(({ person_id }) => person_id ?? []);
  // Of a person, the addresses for copies as well. Two statements in one: each has its index.
  const columns = ['contacts.email', 'contacts.email_cc'] as const;
  const byAddress = contactsKnown(ctx).where(hasAddress(addresses)).select(columns);
  const contacts = await (people.length === 0
    ? byAddress
    : byAddress.unionAll(contactsKnown(ctx).where('contacts.id', 'in', people).select(columns))
  ).execute();
  const own = mails.map(({ id }) => id);
  const written = await mine(ctx, 'outbound_messages')
    .where('to_key', 'in', addresses)
    .$if(own.length > 0, (found) => found.where('id', 'not in', own))
    .where('status', 'in', arrived)
    .select('to_key as email')
    .distinct()
    .execute();
  return new Set([
    ...[...members, ...written].map(({ email }) => email.toLowerCase()),
    ...contacts.flatMap(({ email, email_cc }) => addressesIn(`${email},${email_cc}`)),
  ]);
}

/** As `contacts_by_email` has it: the kind before the address. */
function hasAddress(addresses: readonly string[]) {
  return sql<boolean>`(contacts.kind in ('client', 'agent', 'contractor') and contacts.email <> ''
    and contacts.email collate "C" = any(${addresses}::text[]))`;
}

/** Contacts whose addresses were not changed since yesterday, or since they were on an appointment that was booked. */
function contactsKnown(ctx: WriteCtx) {
  return mine(ctx, 'contacts')
    .where('contacts.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('contacts.updated_at', '<', addHours(ctx.now, -hoursUntilKnown)),
        eb.exists(
          eb
            .selectFrom('appointment_people as p')
            .innerJoin('appointments as a', (on) =>
              on
                .onRef('a.subscriber_id', '=', 'p.subscriber_id')
                .onRef('a.id', '=', 'p.appointment_id')
                .onRef('a.created_at', '>=', 'contacts.updated_at'),
            )
            .whereRef('p.subscriber_id', '=', 'contacts.subscriber_id')
            .whereRef('p.person_id', '=', 'contacts.id')
            .select('p.id'),
        ),
      ]),
    );
}
