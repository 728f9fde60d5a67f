import type { ServiceValues } from '#domain/pricing/service-record.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** References of a service, by column, table and message. */
const brings = [
  ['template_ids', 'templates', 'templates', 'This template is not available'],
  ['agreement_ids', 'agreements', 'agreement_templates', 'This agreement is not available'],
  ['contractor_ids', 'contractors', 'contacts', 'This contractor is not available'],
] as const;

type Ids = Partial<Record<(typeof brings)[number][0], string[]>>;

/** Finds ids in a service and its add-ons that do not exist in this company, by path (`add_ons.0.templates.1`). */
export async function findUnknownIds(
  ctx: WriteCtx,
  { columns, add_ons }: Pick<ServiceValues, 'columns' | 'add_ons'>,
): Promise<Record<string, string>> {
  const named: { ids: Ids; path: string }[] = [
    { ids: columns, path: '' },
    ...(add_ons ?? []).map((ids, i) => ({ ids, path: `add_ons.${i}.` })),
  ];
  const problems: Record<string, string> = {};
  for (const [column, field, table, message] of brings) {
    const all = [...new Set(named.flatMap(({ ids }) => ids[column] ?? []))];
    if (all.length === 0) continue;
    const found = new Set(await existing(ctx, table, all));
    for (const { ids, path } of named) {
      ids[column]?.forEach((id, i) => {
        if (!found.has(id)) problems[`${path}${field}.${i}`] = message;
      });
    }
  }
  return problems;
}

async function existing(
  ctx: WriteCtx,
  table: (typeof brings)[number][2],
  ids: readonly string[],
): Promise<string[]> {
  let query = mine(ctx, table as 'contacts')
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null);
  if (table === 'contacts') query = query.where('kind', '=', 'contractor');
  return (await query.select('id').execute()).map((row) => row.id);
}
