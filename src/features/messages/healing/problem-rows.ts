import { sql } from 'kysely';
import { addHours } from '#domain/base/time.ts';
import { problemStatuses } from '#domain/messages/message-status.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { addressesIn, type MessageEventDetail } from '../events/record-message-event.ts';
import { hoursReported } from './missed-mails.ts';

const mostRead = 500;

/** A mail or a copy that did not arrive, with its person. */
export interface ProblemRow {
  /** Of the message. */
  id: string;
  is_copy: boolean;
  person_id: string | null;
  to_address: string;
  status: string;
  error: string | null;
  created_at: string;
  appointment_id: string | null;
  kind: string | null;
  name: string | null;
  email: string | null;
}

/** Whose problems: of the company, an appointment or a person. */
interface Scope {
  appointment_id?: string | undefined;
  person_id?: string | undefined;
}

/** Mails that did not reach the person they are for, newest first. */
export async function problemRows(ctx: ReadCtx, scope: Scope): Promise<ProblemRow[]> {
  const rows = await narrowed(withPerson(ctx), scope)
    .where('outbound_messages.status', 'in', problemStatuses)
    .where('outbound_messages.problem_closed_at', 'is', null)
    .where('outbound_messages.channel', '=', 'email')
    .where('outbound_messages.created_at', '>=', addHours(ctx.now, -hoursReported))
    .orderBy('outbound_messages.id', 'desc')
    .limit(mostRead)
    .execute();
  return rows.map(({ cc_address: _, ...row }) => ({ ...row, is_copy: false }));
}

/**
 * Copies that did not arrive, newest first. Open ones belong to the person of the message; blind ones to the company
 * alone.
 */
export async function copyProblems(ctx: ReadCtx, scope: Scope): Promise<ProblemRow[]> {
  const rows = await narrowed(withPerson(ctx), scope)
    .innerJoin('message_events as e', (on) =>
      on
        .onRef('e.subscriber_id', '=', 'outbound_messages.subscriber_id')
        .onRef('e.message_id', '=', 'outbound_messages.id'),
    )
    .where('e.kind', 'in', ['failed', 'blocked', 'bounced'])
    .where('e.recipient', '<>', '')
    .where('e.closed_at', 'is', null)
    .where('e.at', '>=', addHours(ctx.now, -hoursReported))
    .select(['e.kind as event_kind', 'e.recipient', 'e.detail', 'e.at'])
    .orderBy('e.at', 'desc')
    .limit(mostRead)
    .execute();
  return rows.flatMap(({ event_kind, recipient, detail, at, cc_address, ...row }) => {
    const { reason = '' } = detail as MessageEventDetail;
    // Someone who wants no more mail misses nothing.
    if (addressesIn(row.to_address).includes(recipient) || reason === 'suppressed.unsubscribed') return [];
    const isOpen = addressesIn(cc_address).includes(recipient);
    if (!isOpen && scope.person_id) return [];
    const person = isOpen ? {} : { person_id: null, kind: null, name: null, email: null };
    return [
      {
        ...row,
        ...{ is_copy: true, to_address: recipient, status: event_kind, error: reason, created_at: at },
        ...person,
      },
    ];
  });
}

/** Sets the copies aside that did not reach an address; returns how many. */
export async function closeCopyProblems(ctx: WriteCtx, address: string): Promise<number> {
  const recipient = address.trim().toLowerCase();
  const changed = await updateMine(ctx, 'message_events')
    .set({ closed_at: ctx.now })
    .where('recipient', '=', recipient)
    .where('kind', 'in', ['failed', 'blocked', 'bounced'])
    .where('closed_at', 'is', null)
    .where('message_id', 'in', (eb) =>
      eb
        .selectFrom('outbound_messages as m')
        .whereRef('m.subscriber_id', '=', 'message_events.subscriber_id')
        .where('m.to_key', '<>', recipient)
        .select('m.id'),
    )
    .executeTakeFirst();
  return Number(changed.numUpdatedRows);
}

function withPerson(ctx: ReadCtx) {
  return mine(ctx, 'outbound_messages')
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
    .select([
      'outbound_messages.id',
      'outbound_messages.person_id',
      'outbound_messages.to_address',
      'outbound_messages.cc_address',
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
    ]);
}

type Problems = ReturnType<typeof withPerson>;

function narrowed(query: Problems, { appointment_id, person_id }: Scope): Problems {
  let narrower = query;
  if (appointment_id) narrower = narrower.where('outbound_messages.appointment_id', '=', appointment_id);
  if (person_id) narrower = narrower.where('outbound_messages.person_id', '=', person_id);
  return narrower;
}
