import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { EditedService } from '../editor-contract.ts';
import { loadServices } from '../load-services.ts';
import { presentEdited } from '../present.ts';

const usesCounted = 1000;

/** Returns a service for its editor. Throws NOT_FOUND. */
export async function getEditedService(ctx: ReadCtx | WriteCtx, id: string): Promise<EditedService> {
  const [loaded] = await loadServices(ctx, { ids: [id] });
  if (!loaded) throw notFound();
  const uses = await mine(ctx, 'appointment_services')
    .where('service_id', '=', id)
    .select('appointment_id')
    .limit(usesCounted)
    .execute();
  return presentEdited(loaded, uses.length);
}

/**
 * Increments the revision of a service if it equals the one sent (or none was sent). Otherwise throws CONFLICT with the
 * current service.
 */
export async function bumpServiceRev(ctx: WriteCtx, id: string, rev: number | undefined): Promise<number> {
  let query = updateMine(ctx, 'services')
    .set((eb) => ({ rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  if (rev !== undefined) query = query.where('rev', '=', rev);
  const row = await query.returning('rev').executeTakeFirst();
  if (row) return row.rev;
  const current = await getEditedService(ctx, id);
  throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}
