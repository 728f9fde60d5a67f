import type { Selectable } from 'kysely';
import { groupBy } from '#domain/base/group-by.ts';
import { addHours } from '#domain/base/time.ts';
import { worthResending } from '#domain/messages/missed.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { OutboundMessages } from '#server/db/tables.ts';

/** Older mails are not reported and not sent again. */
export const hoursReported = 30 * 24;

/** A mail as it is stored. */
export type MissedMail = Selectable<OutboundMessages>;

/** The ids of the mails that did not reach a person and were not dealt with, and those of them worth sending again. */
interface Missed {
  all: readonly string[];
  worthSending: readonly string[];
}

const mostRead = 5000;

/** Returns what these people missed in the last 30 days. */
export async function missedMails(
  ctx: ReadCtx,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Missed>> {
  if (personIds.length === 0) return new Map();
  const newest = await mine(ctx, 'outbound_messages')
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('a.id', '=', 'outbound_messages.appointment_id'),
    )
    .where('outbound_messages.person_id', 'in', personIds)
    .where('outbound_messages.channel', '=', 'email')
    .where('outbound_messages.stream', '<>', 'account')
    .where('outbound_messages.created_at', '>=', addHours(ctx.now, -hoursReported))
    .where('a.deleted_at', 'is', null)
    .select(['outbound_messages.id', 'person_id', 'template_key', 'appointment_id'])
    .select(['outbound_messages.status', 'problem_closed_at'])
    .orderBy('outbound_messages.id', 'desc')
    .limit(mostRead)
    .execute();
  const mails = newest.reverse().map((row) => ({
    ...row,
    isMissed: ['failed', 'blocked', 'bounced'].includes(row.status) && row.problem_closed_at === null,
  }));
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id);
  return new Map(
    [...groupBy(mails, (one) => one.person_id ?? '')].map(([person, own]) => [
      person,
      { all: ids(own.filter(({ isMissed }) => isMissed)), worthSending: ids(worthResending(own)) },
    ]),
  );
}

/** Returns whether a later message to the same person replaced this one, or its appointment was deleted. */
export async function isReplaced(ctx: ReadCtx, mail: MissedMail): Promise<boolean> {
  const { id, appointment_id, person_id, to_address } = mail;
  if (!appointment_id) return false;
  const appointment = await mine(ctx, 'appointments')
    .where('id', '=', appointment_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst();
  if (!appointment) return true;
  const later = await mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointment_id)
    .where('channel', '=', 'email')
    .where((eb) => (person_id ? eb('person_id', '=', person_id) : eb('to_address', '=', to_address)))
    .where('id', '>=', id)
    .select(['id', 'template_key', 'appointment_id'])
    .orderBy('id')
    .execute();
  return worthResending(later.map((row) => ({ ...row, isMissed: row.id === id }))).length === 0;
}

/** The current address of a contact or a member of the team; null if the person was deleted. */
export async function currentAddress(ctx: ReadCtx, personId: string): Promise<string | null> {
  const of = (table: 'contacts' | 'users') =>
    mine(ctx, table)
      .where('id', '=', personId)
      .where('deleted_at', 'is', null)
      .select('email')
      .executeTakeFirst();
  const person = (await of('contacts')) ?? (await of('users'));
  return person?.email ?? null;
}
