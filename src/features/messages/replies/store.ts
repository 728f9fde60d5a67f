import type { Insertable } from 'kysely';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine } from '#server/db/scope.ts';
import type { InboundTexts } from '#server/db/tables.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { listTextCredits, listTextReplyLog, TextCreditEntry, TextReply } from '../replies-contract.ts';

/** Our last text to a phone that left, apart from answers to its keywords. */
export function lastTextTo(ctx: WriteCtx, phone: string) {
  return mine(ctx, 'outbound_messages')
    .where('channel', '=', 'text')
    .where('to_address', '=', phone)
    .where('sent_at', 'is not', null)
    .where((eb) => eb.or([eb('appointment_id', 'is not', null), eb('person_id', 'is not', null)]))
    .select(['person_id', 'appointment_id'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The language of a contact; undefined if there is no such contact. */
export async function languageOf(ctx: WriteCtx, personId: string): Promise<string | undefined> {
  const row = await mine(ctx, 'contacts').where('id', '=', personId).select('language').executeTakeFirst();
  return row?.language;
}

/** Returns false if this reply is stored already, in whichever company. */
export async function insertReply(
  ctx: WriteCtx,
  row: Omit<Insertable<InboundTexts>, 'subscriber_id'>,
): Promise<boolean> {
  const added = await insertMine(ctx, 'inbound_texts', row)
    .onConflict((oc) => oc.column('provider_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

const shown = [
  'inbound_texts.id',
  'inbound_texts.from_phone',
  'inbound_texts.body',
  'inbound_texts.media',
  'inbound_texts.kind',
  'inbound_texts.may_want_stop',
  'inbound_texts.person_id',
  'inbound_texts.appointment_id',
  'inbound_texts.received_at',
] as const;

function replies(ctx: ReadCtx) {
  return mine(ctx, 'inbound_texts')
    .leftJoin('contacts as c', (on) =>
      on
        .onRef('c.subscriber_id', '=', 'inbound_texts.subscriber_id')
        .onRef('c.id', '=', 'inbound_texts.person_id'),
    )
    .leftJoin('text_opt_outs as o', (on) =>
      on
        .onRef('o.subscriber_id', '=', 'inbound_texts.subscriber_id')
        .onRef('o.phone', '=', 'inbound_texts.from_phone'),
    )
    .leftJoin('appointments as a', (on) =>
      on
        .onRef('a.subscriber_id', '=', 'inbound_texts.subscriber_id')
        .onRef('a.id', '=', 'inbound_texts.appointment_id'),
    )
    .select([...shown, 'c.first_name', 'c.last_name', 'c.company_name', 'a.order_id'])
    .select((eb) => eb('o.phone', 'is not', null).as('has_opted_out'))
    .orderBy('inbound_texts.id', 'desc');
}

type ReplyRow = Awaited<ReturnType<ReturnType<typeof replies>['execute']>>[number];

function present({ first_name, last_name, company_name, has_opted_out, ...row }: ReplyRow): TextReply {
  const name = `${first_name ?? ''} ${last_name ?? ''}`.trim() || (company_name ?? '');
  return { ...row, kind: row.kind as TextReply['kind'], name, has_opted_out: Boolean(has_opted_out) };
}

/** The replies about an appointment, newest first. */
export async function listReplies(ctx: ReadCtx, of: { appointmentId: string }): Promise<TextReply[]> {
  const all = replies(ctx).where('inbound_texts.appointment_id', '=', of.appointmentId);
  return (await all.limit(200).execute()).map(present);
}

/** A page of all replies, or those of a person, newest first. */
export async function pageOfReplies(
  ctx: ReadCtx,
  input: HandlerInput<typeof listTextReplyLog>,
): Promise<HandlerOutput<typeof listTextReplyLog>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  let rest = replies(ctx);
  let all = mine(ctx, 'inbound_texts').select('id');
  if (input.person_id) {
    rest = rest.where('inbound_texts.person_id', '=', input.person_id);
    all = all.where('person_id', '=', input.person_id);
  }
  if (after) rest = rest.where('inbound_texts.id', '<', after[0]);
  const rows = await rest.limit(perPage + 1).execute();
  const counted = await all.limit(mostCounted + 1).execute();
  return toCountedPage(rows.map(present), perPage, (row) => [row.id], counted);
}

/** The number that a reply came from; undefined if there is no such reply. */
export async function phoneOfReply(ctx: WriteCtx, id: string): Promise<string | undefined> {
  const row = await mine(ctx, 'inbound_texts').where('id', '=', id).select('from_phone').executeTakeFirst();
  return row?.from_phone;
}

/** The balance and a page of its changes, newest first. */
export async function pageOfCredits(
  ctx: ReadCtx,
  input: HandlerInput<typeof listTextCredits>,
): Promise<HandlerOutput<typeof listTextCredits>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  const balance = await mine(ctx, 'text_balances').select('credits').executeTakeFirst();
  const all = mine(ctx, 'text_credit_entries').leftJoin('outbound_messages as m', (on) =>
    on
      .onRef('m.subscriber_id', '=', 'text_credit_entries.subscriber_id')
      .onRef('m.id', '=', 'text_credit_entries.message_id'),
  );
  const rest = after ? all.where('text_credit_entries.id', '<', after[0]) : all;
  const rows = await rest
    .select([
      'text_credit_entries.id',
      'text_credit_entries.kind',
      'text_credit_entries.credits',
      'text_credit_entries.credits_after',
      'text_credit_entries.note',
      'text_credit_entries.created_at',
      'm.to_address',
    ])
    .orderBy('text_credit_entries.id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await mine(ctx, 'text_credit_entries')
    .select('id')
    .limit(mostCounted + 1)
    .execute();
  const entries = rows.map((row) => ({ ...row, kind: row.kind as TextCreditEntry['kind'] }));
  return {
    ...toCountedPage(entries, perPage, (row) => [row.id], counted),
    balance: balance?.credits ?? 0,
  };
}
