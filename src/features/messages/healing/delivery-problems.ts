import { sql } from 'kysely';
import { suggestEmail } from '#domain/base/suggest-email.ts';
import { addHours, asInstant } from '#domain/base/time.ts';
import { type MessageStatus, problemStatuses } from '#domain/messages/message-status.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { closeDeliveryProblem, DeliveryProblem, listDeliveryProblems } from '../delivery-contract.ts';
import { findSuppressed } from '../suppressions/suppress.ts';
import { currentAddress, hoursReported, missedMails } from './missed-mails.ts';

const mostRead = 500;
const mostShown = 50;

/** Returns whose mail did not arrive, newest first: one entry for each person and address. */
export async function deliveryProblems(
  ctx: ReadCtx,
  input: HandlerInput<typeof listDeliveryProblems>,
): Promise<HandlerOutput<typeof listDeliveryProblems>> {
  const { appointment_id, person_id } = input;
  if (person_id && (await currentAddress(ctx, person_id)) === null) throw notFound();
  if (appointment_id && !(await hasAppointment(ctx, appointment_id))) throw notFound();
  const rows = await problemRows(ctx, input);
  const newest = new Map<string, (typeof rows)[number]>();
  for (const row of rows) {
    const key = `${row.person_id} ${row.to_address.toLowerCase()}`;
    if (!newest.has(key)) newest.set(key, row);
  }
  const shown = [...newest.values()].slice(0, mostShown);
  const current = shown.map(({ email }) => (email ?? '').toLowerCase()).filter(Boolean);
  const suppressed = await findSuppressed(ctx, 'transactional', current);
  const found: DeliveryProblem[] = [];
  for (const row of shown)
    found.push(await present(ctx, row, suppressed.has((row.email ?? '').toLowerCase())));
  return found;
}

async function hasAppointment(ctx: ReadCtx, id: string): Promise<boolean> {
  const row = await mine(ctx, 'appointments').where('id', '=', id).select('id').executeTakeFirst();
  return row !== undefined;
}

async function present(
  ctx: ReadCtx,
  row: Awaited<ReturnType<typeof problemRows>>[number],
  isSuppressed: boolean,
): Promise<DeliveryProblem> {
  const missed = row.person_id ? (await missedMails(ctx, row.person_id)).worthSending.length : 0;
  const current = row.email ?? '';
  return {
    person_id: row.person_id,
    kind: row.kind === null ? null : (`${row.kind}s` as DeliveryProblem['kind']),
    ...(row.kind === 'user' ? { kind: 'team' as const } : {}),
    name: row.name ?? '',
    address: row.to_address,
    status: row.status as MessageStatus,
    reason: row.error ?? '',
    at: asInstant(row.created_at),
    appointment_id: row.appointment_id,
    missed,
    can_resend: missed > 0 && current !== '' && !isSuppressed,
    current_address: current,
    suggestion: suggestEmail(row.to_address),
  };
}

function problemRows(ctx: ReadCtx, { appointment_id, person_id }: HandlerInput<typeof listDeliveryProblems>) {
  let query = mine(ctx, 'outbound_messages')
    .leftJoin('contacts as c', (on) =>
      on
        .onRef('c.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('c.id', '=', 'outbound_messages.person_id'),
    )
    .leftJoin('users as u', (on) =>
      on
        .onRef('u.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('u.id', '=', 'outbound_messages.person_id'),
    )
    .where('outbound_messages.status', 'in', problemStatuses)
    .where('outbound_messages.problem_closed_at', 'is', null)
    .where('outbound_messages.channel', '=', 'email')
    .where('outbound_messages.created_at', '>=', addHours(ctx.now, -hoursReported));
  if (appointment_id) query = query.where('outbound_messages.appointment_id', '=', appointment_id);
  if (person_id) query = query.where('outbound_messages.person_id', '=', person_id);
  return query
    .select([
      'outbound_messages.person_id',
      'outbound_messages.to_address',
      'outbound_messages.status',
      'outbound_messages.error',
      'outbound_messages.created_at',
      'outbound_messages.appointment_id',
      sql<string | null>`case when c.id is not null then c.kind when u.id is not null then 'user' end`.as(
        'kind',
      ),
      sql<
        string | null
      >`coalesce(nullif(trim(concat_ws(' ', c.first_name, c.last_name)), ''), nullif(c.company_name, ''),
        nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''))`.as('name'),
      sql<string | null>`coalesce(c.email, u.email)`.as('email'),
    ])
    .orderBy('outbound_messages.id', 'desc')
    .limit(mostRead)
    .execute();
}

/** Sets the mails aside that did not reach an address. */
export async function closeProblem(
  ctx: WriteCtx,
  { address }: HandlerInput<typeof closeDeliveryProblem>,
): Promise<HandlerOutput<typeof closeDeliveryProblem>> {
  const changed = await updateMine(ctx, 'outbound_messages')
    .set({ problem_closed_at: ctx.now })
    .where(sql<boolean>`lower(to_address) = ${address.trim().toLowerCase()}`)
    .where('status', 'in', problemStatuses)
    .where('problem_closed_at', 'is', null)
    .executeTakeFirst();
  return { closed: Number(changed.numUpdatedRows) };
}
