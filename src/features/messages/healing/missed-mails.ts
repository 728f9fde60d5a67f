import type { Selectable } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { worthResending } from '#domain/messages/missed.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { OutboundMessages } from '#server/db/tables.ts';

/** Older mails are not reported and not sent again. */
export const hoursReported = 30 * 24;

/** A mail as it is stored. */
export type MissedMail = Selectable<OutboundMessages>;

/** A person's mails of the last 30 days, each with whether it is missed: it did not arrive and was not dealt with. */
export async function missedMails(ctx: ReadCtx, personId: string) {
  const rows = await mine(ctx, 'outbound_messages')
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('a.id', '=', 'outbound_messages.appointment_id'),
    )
    .where('outbound_messages.person_id', '=', personId)
    .where('outbound_messages.channel', '=', 'email')
    .where('outbound_messages.stream', '<>', 'account')
    .where('outbound_messages.created_at', '>=', addHours(ctx.now, -hoursReported))
    .where('a.deleted_at', 'is', null)
    .selectAll('outbound_messages')
    .orderBy('outbound_messages.id')
    .limit(500)
    .execute();
  const missed = ['failed', 'blocked', 'bounced'];
  const mails = rows.map((row) => ({
    ...row,
    isMissed: missed.includes(row.status) && row.problem_closed_at === null,
  }));
  return { all: mails.filter(({ isMissed }) => isMissed), worthSending: worthResending(mails) };
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
