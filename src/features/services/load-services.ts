import { type RawBuilder, sql } from 'kysely';
import { asCents, type Cents } from '#domain/base/money.ts';
import type { Modifier, Tax } from '#domain/pricing/pricing-types.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { runPrepared } from '#server/db/prepared-statements.ts';
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
  /** Set when it was deleted from the price list; appointments that use it keep it. */
  deleted_at: string | null;
}

/** A service with everything that determines its price. */
export interface LoadedService {
  id: string;
  name: string;
  description: string;
  base_cost_cents: Cents;
  base_duration_minutes: number;
  status: number;
  position: number;
  is_public: boolean;
  report_needs_signature: boolean;
  report_needs_payment: boolean;
  template_ids: string[];
  agreement_ids: string[];
  contractor_ids: string[];
  rev: number;
  deleted_at: string | null;
  modifiers: (Modifier & { id: string })[];
  taxes: (Tax & { id: string })[];
  add_ons: LoadedAddOn[];
}

/**
 * Loads services in order, with price tables, taxes and add-ons: all, those of one status, or the given ids. Leaves out
 * deleted ones, unless `withDeleted` includes them for appointments that use them.
 */
export async function loadServices(
  ctx: ReadCtx | WriteCtx,
  wanted: { ids?: readonly string[]; status?: number; withDeleted?: boolean } = {},
): Promise<LoadedService[]> {
  if (wanted.ids?.length === 0) return [];
  let query = mine(ctx, 'services');
  if (!wanted.withDeleted) query = query.where('deleted_at', 'is', null);
  if (wanted.ids) query = query.where(sql<boolean>`services.id = any(${[...wanted.ids]}::uuid[])`);
  if (wanted.status !== undefined) query = query.where('status', '=', wanted.status);
  const question = query
    .select([
      'id',
      'name',
      'description',
      'base_cost_cents',
      'base_duration_minutes',
      'status',
      'position',
      'is_public',
      'report_needs_signature',
      'report_needs_payment',
      'template_ids',
      'agreement_ids',
      'contractor_ids',
      'rev',
      'deleted_at',
      part<LoadedService['modifiers']>('service_modifiers').as('modifiers'),
      part<LoadedService['taxes']>('service_taxes').as('taxes'),
      part<LoadedAddOn[]>('add_ons', wanted.withDeleted ? sql`` : sql`and child.deleted_at is null`).as(
        'add_ons',
      ),
    ])
    .orderBy('position')
    .orderBy('id');
  const rows = await runPrepared(ctx, question);
  return rows.map((row) => ({ ...row, base_cost_cents: asCents(row.base_cost_cents) }));
}

/** Selects the rows of a child table in order, as JSON, so that the whole price list takes one round trip. */
function part<T>(
  table: 'service_modifiers' | 'service_taxes' | 'add_ons',
  more: RawBuilder<unknown> = sql``,
) {
  return sql<T>`(
    select coalesce(jsonb_agg(to_jsonb(child) order by child.position, child.id), '[]')
    from ${sql.table(table)} child
    where child.subscriber_id = services.subscriber_id and child.service_id = services.id ${more})`;
}
