import { type RawBuilder, sql } from 'kysely';
import { addressLines } from '#domain/base/addresses.ts';
import { foldText, fullName, queryWords } from '#domain/base/names.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from '../compose-contract.ts';
import { textBalance } from '../texting/text-credits.ts';
import { findAddressees } from './find-addressees.ts';

/** A page of the appointments that a message can be about, latest first. */
export async function listWritableAppointments(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listWritableAppointments>,
): Promise<HandlerOutput<typeof contract.listWritableAppointments>> {
  let all = mine(ctx, 'appointments').where('deleted_at', 'is', null);
  if (input.appointment_id) all = all.where('id', '=', input.appointment_id);
  const words = foldText(input.text ?? '').split(' ');
  for (const word of words.filter((each) => each !== ''))
    all = all.where(sql<boolean>`appointments.id = any(array(${appointmentsOf(ctx, word)}))`);
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  const rows = await (after ? all.where('id', '<', after[0]) : all)
    .select(['id', 'order_id', 'address', 'city', 'state', 'zip_code', 'date_time'])
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('id')
    .limit(mostCounted + 1)
    .execute();
  const present = rows.map(({ id, order_id, date_time, ...place }) => ({
    ...{ id, order_id, date_time, address: addressLines(place).join(', ') },
  }));
  return toCountedPage(present, perPage, ({ id }) => [id], counted);
}

/** By its order id and address, or the name of a person of it. */
function appointmentsOf(ctx: ReadCtx, word: string): RawBuilder<unknown> {
  // Only words of names are indexed: `o'brien` is one.
  const [name = word] = queryWords(word);
  return sql`select w.appointment_id from appointment_words w
      where w.subscriber_id = ${ctx.subscriberId}::uuid and w.word ^@ ${word}
    union select p.appointment_id from contact_words w
      join appointment_people p on p.subscriber_id = w.subscriber_id and p.person_id = w.contact_id
      where w.subscriber_id = ${ctx.subscriberId}::uuid and w.kind in ('client', 'agent', 'contractor')
        and w.word ^@ ${name} and p.role <> 'inspector'`;
}

/** A page of the contacts that can be written to, latest first. */
export async function listWritablePeople(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listWritablePeople>,
): Promise<HandlerOutput<typeof contract.listWritablePeople>> {
  let all = mine(ctx, 'contacts').where('deleted_at', 'is', null);
  if (input.person_id) all = all.where('id', '=', input.person_id);
  for (const word of queryWords(input.text ?? ''))
    all = all.where(
      sql<boolean>`contacts.id = any(array(select w.contact_id from contact_words w
        where w.subscriber_id = ${ctx.subscriberId}::uuid and w.kind in ('client', 'agent', 'contractor')
          and w.word ^@ ${word}))`,
    );
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'id');
  const rows = await (after ? all.where('id', '<', after[0]) : all)
    .select(['id', 'first_name', 'last_name', 'company_name', 'email', 'phone'])
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('id')
    .limit(mostCounted + 1)
    .execute();
  const present = rows.map(({ id, email, phone, ...named }) => ({
    ...{ id, email, phone, name: fullName(named) || named.company_name },
  }));
  return toCountedPage(present, perPage, ({ id }) => [id], counted);
}

/** The people of an appointment, or the given contacts, and the company's text credits. */
export async function listCorrespondents(
  ctx: ReadCtx,
  about: HandlerInput<typeof contract.listCorrespondents>,
): Promise<HandlerOutput<typeof contract.listCorrespondents>> {
  const people = await findAddressees(ctx, about);
  return {
    people: people.map(({ row_id, first_name, cc, ...shown }) => shown),
    credits: ctx.installation.canText ? await textBalance(ctx) : null,
  };
}
