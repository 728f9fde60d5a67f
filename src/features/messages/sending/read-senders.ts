import { sql } from 'kysely';
import { addHours, asInstant, isBefore, minutesBetween } from '#domain/base/time.ts';
import {
  type SenderRecord,
  type SendingKind,
  sendingHour,
  sendingKinds,
} from '#domain/messages/sending-limits.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

const hoursRead = 30 * 24;

/** A company as a sender, and the state of its current hour. */
interface Sender {
  record: SenderRecord;
  /** Of the current hour; kinds of which nothing was sent are missing. */
  used: Partial<Record<SendingKind, number>>;
  /** Messages that wait for an hour with room. */
  waiting: number;
  /** Of the figures that an administrator has set; 0: none. */
  rev: number;
}

/** Reads what a company's limits depend on. */
export async function readSender(ctx: ReadCtx | WriteCtx): Promise<SenderRecord> {
  const row = await senders(ctx, [ctx.subscriberId]).executeTakeFirstOrThrow();
  return recordOf(ctx, row);
}

/** Reads companies as senders, by id, in one statement. A tenant sees only itself. */
export async function readSenders(
  ctx: ReadCtx | WriteCtx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sender>> {
  if (ids.length === 0) return new Map();
  const rows = await senders(ctx, ids)
    .select([
      sql<Sender['used']>`coalesce((select jsonb_object_agg(h.kind, h.used) from sending_hours h
        where h.subscriber_id = c.subscriber_id and h.starts_at = ${sendingHour(ctx.now)}), '{}')`.as('used'),
      sql<string>`(select count(*) from outbound_messages m
        where m.subscriber_id = c.subscriber_id and m.held_until is not null)`.as('waiting'),
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.subscriber_id,
      { record: recordOf(ctx, row), used: row.used, waiting: Number(row.waiting), rev: row.rev ?? 0 },
    ]),
  );
}

function senders(ctx: ReadCtx | WriteCtx, ids: readonly string[]) {
  const since = addHours(ctx.now, -hoursRead);
  const sent = (kind: SendingKind) => sql<string>`coalesce((select sum(h.used) from sending_hours h
    where h.subscriber_id = c.subscriber_id and h.kind = ${kind} and h.starts_at > ${since}), 0)`;
  const refused = (reason: string) => sql<string>`(select count(*) from suppressions s
    where s.subscriber_id = c.subscriber_id and s.reason = ${reason} and s.created_at > ${since})`;
  return ctx.db
    .selectFrom('companies as c')
    .leftJoin('subscriptions as s', 's.subscriber_id', 'c.subscriber_id')
    .leftJoin('sending_figures as f', 'f.subscriber_id', 'c.subscriber_id')
    .where('c.subscriber_id', 'in', ids)
    .select(['c.subscriber_id', 'c.created_at', 's.status as plan', 's.period_end'])
    .select(['f.email', 'f.text', 'f.stranger', 'f.invitation', 'f.rev'])
    .select([
      sql<string | null>`(select u.email_verified_at from users u
        where u.subscriber_id = c.subscriber_id and u.user_type = 1 limit 1)`.as('verified_at'),
      sent('email').as('sent_email'),
      sent('text').as('sent_text'),
      refused('bounced').as('bounced'),
      refused('complained').as('complained'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof senders>['executeTakeFirstOrThrow']>>;

function recordOf(ctx: ReadCtx | WriteCtx, row: Row): SenderRecord {
  const set = Object.fromEntries(sendingKinds.map((kind) => [kind, row[kind]]));
  return {
    ageDays: minutesBetween(asInstant(row.created_at), ctx.now) / (24 * 60),
    isConfirmed: row.verified_at !== null || !ctx.installation.emailVerification,
    isPaying: row.plan === 'active' && isBefore(ctx.now, asInstant(row.period_end ?? ctx.now)),
    sent: { email: Number(row.sent_email), text: Number(row.sent_text) },
    bounced: Number(row.bounced),
    complained: Number(row.complained),
    set: set as SenderRecord['set'],
  };
}
