import { sql } from 'kysely';
import { asCents, type Cents } from '#domain/money.ts';
import type { Modifier, Tax } from '#domain/pricing-types.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

export interface LoadedAddOn {
  id: string;
  name: string;
  description: string;
  add_fee_cents: Cents;
  add_minutes: number;
  status: number;
  template_ids: string[];
  agreement_ids: string[];
}

/** A service with everything that makes its price. */
export interface LoadedService {
  id: string;
  name: string;
  description: string;
  base_cost_cents: Cents;
  base_duration_minutes: number;
  status: number;
  position: number;
  is_public: boolean;
  template_ids: string[];
  agreement_ids: string[];
  rev: number;
  modifiers: (Modifier & { id: string })[];
  taxes: (Tax & { id: string })[];
  add_ons: LoadedAddOn[];
}

/** Services in their order, with price tables, taxes and add-ons: all, of one status, or those named. */
export async function loadServices(
  ctx: ReadCtx | WriteCtx,
  wanted: { ids?: readonly string[]; status?: number } = {},
): Promise<LoadedService[]> {
  if (wanted.ids?.length === 0) return [];
  let query = mine(ctx, 'services').where('deleted_at', 'is', null);
  if (wanted.ids) query = query.where('id', 'in', [...wanted.ids]);
  if (wanted.status !== undefined) query = query.where('status', '=', wanted.status);
  const rows = await query
    .select([
      'id',
      'name',
      'description',
      'base_cost_cents',
      'base_duration_minutes',
      'status',
      'position',
      'is_public',
      'template_ids',
      'agreement_ids',
      'rev',
      part<LoadedService['modifiers']>('service_modifiers').as('modifiers'),
      part<LoadedService['taxes']>('service_taxes').as('taxes'),
      part<LoadedAddOn[]>('add_ons').as('add_ons'),
    ])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, base_cost_cents: asCents(row.base_cost_cents) }));
}

/** The rows of a child table in their order, as JSON: one round trip for the whole price list. */
function part<T>(table: 'service_modifiers' | 'service_taxes' | 'add_ons') {
  return sql<T>`(
    select coalesce(jsonb_agg(to_jsonb(child) order by child.position, child.id), '[]')
    from ${sql.table(table)} child
    where child.subscriber_id = services.subscriber_id and child.service_id = services.id)`;
}
