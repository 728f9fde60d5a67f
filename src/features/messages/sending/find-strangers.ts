import { addHours } from '#domain/base/time.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { addressesIn } from '../events/record-message-event.ts';
import type { SentByHand } from './recipients-of.ts';

/** A contact without an appointment is known a day after it was added: contacts can be imported by the thousand. */
const hoursUntilKnown = 24;
const arrived = ['queued', 'sending', 'uncertain', 'sent', 'delivered', 'opened', 'clicked'];

/**
 * Returns the addresses of these mails that the company did not know: neither of its team, nor of people of its
 * appointments, nor of its contacts, nor written to before.
 */
export async function findStrangers(ctx: WriteCtx, mails: readonly SentByHand[]): Promise<string[]> {
  const people = await knownPeople(
    ctx,
    mails.flatMap(({ person_id }) => person_id ?? []),
  );
  const open = new Set(
    mails
      .filter(({ person_id }) => person_id === null || !people.has(person_id))
      .flatMap(({ to_address, cc_address }) => addressesIn(`${to_address},${cc_address}`)),
  );
  if (open.size === 0) return [];
  const known = await knownAddresses(ctx, [...open], mails);
  return [...open].filter((address) => !known.has(address));
}

/** Those of the people who work for the company or whom it knows. */
async function knownPeople(ctx: WriteCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const members = await mine(ctx, 'users').where('id', 'in', ids).select('id').execute();
  const contacts = await contactsKnown(ctx).where('contacts.id', 'in', ids).select('contacts.id').execute();
  return new Set([...members, ...contacts].map(({ id }) => id));
}

function contactsKnown(ctx: WriteCtx) {
  return mine(ctx, 'contacts')
    .where('contacts.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('contacts.created_at', '<', addHours(ctx.now, -hoursUntilKnown)),
        eb.exists(
          eb
            .selectFrom('appointment_people as p')
            .whereRef('p.subscriber_id', '=', 'contacts.subscriber_id')
            .whereRef('p.person_id', '=', 'contacts.id')
            .select('p.id'),
        ),
      ]),
    );
}

async function knownAddresses(
  ctx: WriteCtx,
  addresses: readonly string[],
  mails: readonly SentByHand[],
): Promise<Set<string>> {
  const members = await mine(ctx, 'users').where('email', 'in', addresses).select('email').execute();
  const contacts = await contactsKnown(ctx)
    .where('contacts.email', 'in', addresses)
    .select('contacts.email')
    .execute();
  const written = await mine(ctx, 'outbound_messages')
    .where('to_key', 'in', addresses)
    .where(
      'id',
      'not in',
      mails.map(({ id }) => id),
    )
    .where('status', 'in', arrived)
    .select('to_key as email')
    .distinct()
    .execute();
  return new Set([...members, ...contacts, ...written].map(({ email }) => email.toLowerCase()));
}
