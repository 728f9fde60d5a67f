import { listInOrder } from '#domain/base/ordered.ts';
import { getCompany } from '#features/company/get-company.ts';
import { revokePublicLinks } from '#features/links/public-links.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { deleteMine, mine, updateMine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { createTeamToken } from '../access/team-token.ts';
import type * as contract from '../samples-contract.ts';
import { deleteSamplePhotos } from './delete-sample-photos.job.ts';
import { allSamples, findSample, photoFiles, saveSampleOrder } from './sample-store.ts';

/** The company's samples in order. */
export async function listSamples(ctx: ReadCtx): Promise<HandlerOutput<typeof contract.listSamples>> {
  const { request_id } = await getCompany(ctx);
  const rows = await allSamples(ctx);
  const reports = await presentReports(
    ctx,
    rows.map((row) => row.report_id),
  );
  return {
    request_id,
    samples: rows.map(({ id, public_id, name, description, visible, photos, created_at, report_id }) => ({
      ...{ id, public_id, name, description, visible, photos, created_at },
      report_id: reports.has(report_id) ? report_id : null,
      team_pass: createTeamToken(ctx.installation, ctx.subscriberId, id, ctx.now),
    })),
  };
}

async function presentReports(ctx: ReadCtx, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await mine(ctx, 'reports')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Renames or describes a sample, or shows or hides it. */
export async function changeSample(
  ctx: WriteCtx,
  { id, name, description, visible }: HandlerInput<typeof contract.changeSample>,
): Promise<null> {
  const before = await mustFind(ctx, id);
  const after = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(visible === undefined ? {} : { visible }),
  };
  await updateMine(ctx, 'sample_reports')
    .set({ ...after, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
  await ctx.audit({
    action: 'update',
    entity: 'sample_report',
    entity_id: id,
    before: { name: before.name, description: before.description, visible: before.visible },
    after,
  });
  return null;
}

/** Puts the samples in the order of the ids. */
export async function orderSamples(
  ctx: WriteCtx,
  { ids }: HandlerInput<typeof contract.orderSamples>,
): Promise<null> {
  const changed = listInOrder(await allSamples(ctx), ids);
  if (!changed) throw notFound();
  await saveSampleOrder(ctx, changed);
  return null;
}

/** Deletes a sample with its photos. */
export async function deleteSample(ctx: WriteCtx, { id }: { id: string }): Promise<null> {
  const { name } = await mustFind(ctx, id);
  const files = await photoFiles(ctx, id);
  await revokePublicLinks(ctx, 'sample-report', id);
  await deleteMine(ctx, 'sample_reports').where('id', '=', id).execute();
  if (files.length > 0) await ctx.enqueue(deleteSamplePhotos, { sample_id: id, files }, { key: id });
  await ctx.audit({ action: 'delete', entity: 'sample_report', entity_id: id, before: { name } });
  return null;
}

async function mustFind(ctx: WriteCtx, id: string) {
  const row = await findSample(ctx, id);
  if (!row) throw notFound();
  return row;
}
