import { sql } from 'kysely';
import { asInstant } from '#domain/base/time.ts';
import { sendingKinds } from '#domain/messages/sending-limits.ts';
import { getSendingState } from '#features/messages/get-sending-usage.ts';
import { setSendingFigures } from '#features/messages/set-sending-figures.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
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
  const pageData = [];
  for (const { name: _, ...row } of page.pageData) pageData.push(await shown(ctx, row));
  return { ...page, pageData };
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
      current: await shown(ctx, company),
    });
  return shown(ctx, company);
}

async function shown(
  ctx: ReadCtx,
  company: { id: string; company_name: string; created_at: string },
): Promise<contract.SendingCompany> {
  const tenant = { ...ctx, subscriberId: company.id };
  const figures = await mine(tenant, 'sending_figures')
    .select([...sendingKinds, 'rev'])
    .executeTakeFirst();
  const { rev = 0, ...set } = figures ?? { email: null, text: null, stranger: null, invitation: null };
  const created_at = asInstant(company.created_at);
  return { ...company, created_at, ...(await getSendingState(tenant)), set, rev };
}
