import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { decodeCursor, pageSize, toPage } from '#wire/paging.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../library-contract.ts';
import { toCompanyTime } from '../present-agreements.ts';

type Input = HandlerInput<typeof contract.listAgreements>;

/** The agreement templates of the company, newest first, with the default one for new appointments marked. */
export async function listAgreements(ctx: ReadCtx, input: Input) {
  const { settings, timezone } = await getCompany(ctx);
  const perPage = pageSize(input);
  const wanted = wantedOf(ctx, input);
  const after = decodeCursor(input.cursor, 'time', 'id');
  let query = wanted
    .select(['id', 'name', 'description', 'version', 'status', 'rev', 'created_at', 'updated_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(perPage + 1);
  if (after) {
    query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(...after)));
  }
  const rows = await query.execute();
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = toPage(rows, perPage, (row) => [row.created_at, row.id], total);
  return {
    ...page,
    pageData: page.pageData.map(({ created_at: _, ...row }) => ({
      ...row,
      is_default: row.id === settings.default_agreement_id,
      updated_at: toCompanyTime(row.updated_at, timezone),
    })),
  };
}

function wantedOf(ctx: ReadCtx, { text, status = 'active' }: Input) {
  let query = mine(ctx, 'agreement_templates').where('deleted_at', 'is', null);
  if (status !== 'all') query = query.where('status', '=', status === 'active' ? 1 : 0);
  if (text) query = query.where('name', 'ilike', `%${text.replace(/[\\%_]/g, '\\$&')}%`);
  return query;
}
