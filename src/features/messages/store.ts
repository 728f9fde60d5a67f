import { sql } from 'kysely';
import { problemStatuses } from '#domain/messages/message-status.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { withinDays } from '#server/db/within-days.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { listMessageLog } from './contract.ts';
import { withWaits } from './sending/estimate-hours.ts';

/** The messages of one appointment, newest first. */
export async function listByAppointment(ctx: ReadCtx, appointmentId: string) {
  const rows = await mine(ctx, 'outbound_messages')
    .where('appointment_id', '=', appointmentId)
    .select([
      'id',
      'channel',
      'template_key',
      'to_address',
      'subject',
      'status',
      'error',
      'created_at',
      'sent_at',
      'held_until',
    ])
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return withWaits(ctx, rows);
}

const statesOf = {
  open: ['queued', 'sending'],
  sent: ['sent', 'delivered', 'opened', 'clicked'],
  failed: problemStatuses,
} as const;

/** A page of all messages of the company, newest first (ids are in time order). Counts up to 1,000. */
export async function pageOfLog(
  ctx: ReadCtx,
  input: HandlerInput<typeof listMessageLog>,
): Promise<HandlerOutput<typeof listMessageLog>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  let all = mine(ctx, 'outbound_messages');
  if (input.state) all = all.where('outbound_messages.status', 'in', statesOf[input.state]);
  if (input.to) all = all.where('outbound_messages.to_key', '^@', input.to.toLowerCase());
  if (input.channel) all = all.where('outbound_messages.channel', '=', input.channel);
  if (input.kind) all = all.where('outbound_messages.template_key', '=', input.kind);
  if (input.person_id) all = all.where('outbound_messages.person_id', '=', input.person_id);
  if (input.appointment_id) all = all.where('outbound_messages.appointment_id', '=', input.appointment_id);
  const days = { from: input.from, to: input.until };
  const { timezone } = await getCompany(ctx);
  for (const within of withinDays('outbound_messages.created_at', days, timezone)) all = all.where(within);
  const rest = after ? all.where('outbound_messages.id', '<', after[0]) : all;
  const rows = await rest
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('a.id', '=', 'outbound_messages.appointment_id'),
    )
    .select([
      'outbound_messages.id',
      'outbound_messages.channel',
      'outbound_messages.template_key',
      'outbound_messages.to_address',
      'outbound_messages.subject',
      'outbound_messages.status',
      'outbound_messages.error',
      'outbound_messages.created_at',
      'outbound_messages.sent_at',
      'outbound_messages.held_until',
      'outbound_messages.appointment_id',
      'a.order_id',
    ])
    .orderBy('outbound_messages.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('outbound_messages.id')
    .limit(mostCounted + 1)
    .execute();
  return toCountedPage(await withWaits(ctx, rows), perPage, (row) => [row.id], counted);
}

/** The template keys of the messages that the company has sent, each found by one step in the index. */
export async function kindsSent(ctx: ReadCtx): Promise<string[]> {
  const { rows } = await sql<{ template_key: string }>`
    with recursive kinds (template_key) as (
      (select template_key from outbound_messages where subscriber_id = ${ctx.subscriberId}::uuid
        order by template_key limit 1)
      union all
      select (select m.template_key from outbound_messages m
        where m.subscriber_id = ${ctx.subscriberId}::uuid and m.template_key > kinds.template_key
        order by m.template_key limit 1)
      from kinds where kinds.template_key is not null
    ) select template_key from kinds where template_key is not null`.execute(ctx.db);
  return rows.map((row) => row.template_key);
}
