import { sql } from 'kysely';
import { asInstant } from '#domain/base/time.ts';
import { getSendingStates } from '#features/messages/get-sending-usage.ts';
import { setSendingFigures } from '#features/messages/set-sending-figures.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { decodeCursor, mostCounted, pageSize, toCountedPage } from '#wire/paging.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as contract from './sending-contract.ts';

/** A page of all companies by name, with what each has sent in this hour. */
export async function anyTenantSendingCompanies(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listSendingCompanies>,
): Promise<HandlerOutput<typeof contract.listSendingCompanies>> {
  const perPage = pageSize(input);
  const after = decodeCursor(input.cursor, 'text', 'id');
  const all = companiesNamed(ctx, input.q);
  const rest = after
    ? all.where(sql<boolean>`(lower(company_name), subscriber_id) > (${after[0]}, ${after[1]}::uuid)`)
    : all;
  const rows = await rest
    .select(['subscriber_id as id', 'company_name', 'created_at'])
    .select(sql<string>`lower(company_name)`.as('name'))
    .orderBy('name')
    .orderBy('subscriber_id')
    .limit(perPage + 1)
    .execute();
  const counted = await all
    .select('subscriber_id')
    .limit(mostCounted + 1)
    .execute();
  const page = toCountedPage(rows, perPage, (row) => [row.name, row.id], counted);
  return { ...page, pageData: await shown(ctx, page.pageData) };
}

function companiesNamed(ctx: ReadCtx, part: string | undefined) {
  const all = ctx.db.selectFrom('companies');
  return part ? all.where(sql<number>`position(${part.toLowerCase()} in lower(company_name))`, '>', 0) : all;
}

/** Sets what a company may send in an hour. Throws CONFLICT with the current figures if they are newer than `rev`. */
export async function setSendingLimits(
  ctx: WriteCtx,
  { id, rev, ...figures }: HandlerInput<typeof contract.setSendingLimits>,
): Promise<HandlerOutput<typeof contract.setSendingLimits>> {
  const company = await ctx.db
    .selectFrom('companies')
    .where('subscriber_id', '=', id)
    .select(['subscriber_id as id', 'company_name', 'created_at'])
    .executeTakeFirst();
  if (!company) throw notFound();
  if (!(await setSendingFigures(anyTenantCtx(ctx, id), figures, rev)))
    throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
      current: (await shown(ctx, [company]))[0],
    });
  const [changed] = await shown(ctx, [company]);
  if (!changed) throw notFound();
  return changed;
}

async function shown(
  ctx: ReadCtx,
  companies: readonly { id: string; company_name: string; created_at: string }[],
): Promise<contract.SendingCompany[]> {
  const states = await getSendingStates(
    ctx,
    companies.map(({ id }) => id),
  );
  return companies.flatMap(({ id, company_name, created_at }) => {
    const state = states.get(id);
    return state ? [{ id, company_name, created_at: asInstant(created_at), ...state }] : [];
  });
}
