import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { HandlerOutput } from '#wire/route.ts';
import type * as contract from '../editor-contract.ts';

/** Lists active templates, agreements and contractors as options, by name. */
export async function serviceChoices(
  ctx: ReadCtx,
): Promise<HandlerOutput<typeof contract.getServiceChoices>> {
  return {
    templates: await named(ctx, 'templates'),
    agreements: await named(ctx, 'agreement_templates'),
    contractors: await contractors(ctx),
  };
}

async function named(ctx: ReadCtx, table: 'templates' | 'agreement_templates') {
  const rows = await mine(ctx, table as 'templates')
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .select(['id', 'name'])
    .orderBy('name')
    .limit(500)
    .execute();
  return rows.map((row) => ({ value: row.id, label: row.name }));
}

async function contractors(ctx: ReadCtx) {
  const rows = await mine(ctx, 'contacts')
    .where('kind', '=', 'contractor')
    .where('deleted_at', 'is', null)
    .where('status', '=', 1)
    .select(['id', 'company_name', 'first_name', 'last_name'])
    .orderBy('company_name')
    .limit(500)
    .execute();
  return rows.map((row) => ({
    value: row.id,
    label: row.company_name || [row.first_name, row.last_name].filter(Boolean).join(' '),
  }));
}
