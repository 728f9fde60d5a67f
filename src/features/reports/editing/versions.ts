import { fullName } from '#domain/base/names.ts';
import { type RestoredPart, restored } from '#domain/reports/operations/restore-version.ts';
import {
  type PublishedContent,
  type VersionChange,
  versionChanges,
} from '#domain/reports/operations/version-changes.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { openThroughGate } from '../access/view-gate.ts';
import { readerContent } from '../present.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as snapshots from '../snapshots-store.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';
import type * as contract from '../versions-contract.ts';
import { saveContent } from './save-content.ts';
import { statusAfterEdit } from './status-after-edit.ts';

/** More versions than a report has in practice; older ones stay readable by their number. */
const mostListed = 50;

/** Lists the published versions with what changed from one to the next. */
export async function listVersions(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listVersions>,
): Promise<HandlerOutput<typeof contract.listVersions>> {
  const { report, isTeam } = await openThroughGate(ctx, input, 'view_report');
  const { settings } = await getCompany(ctx);
  const rows = await snapshots.versions(ctx, report.id, mostListed + 1);
  const total = await snapshots.versionCount(ctx, report.id);
  const shown = rows
    .map((row, i) => ({ ...row, version: total - i }))
    .filter((row) => isTeam || row.withdrawn_at === null);
  return {
    versions: shown.slice(0, mostListed).map((row, i) => {
      const before = shown[i + 1];
      const read = (of: { content: unknown }) => asRead(contentOf(of), settings.cost_estimator);
      return {
        version: row.version,
        published_at: row.published_at,
        // The page of readers does not name the team either.
        published_by: isTeam ? fullName(row) || null : null,
        changes: before
          ? versionChanges(read(before), read(row)).map(changeFor(isTeam && before.version))
          : [],
      };
    }),
  };
}

/** A change as its reader gets it; a member can restore a comment or photo from the version before it. */
const changeFor =
  (version: number | false) =>
  ({ id, ...change }: VersionChange) => {
    const { what, how } = change;
    const part =
      what === 'comment' ? { comment_id: id ?? '' } : what === 'photo' ? { media_id: id ?? '' } : null;
    return { ...change, restore: version && part && how !== 'added' ? { version, ...part } : null };
  };

const contentOf = (row: { content: unknown }) => row.content as PublishedContent;

/** A version as its readers get it: without costs that the company does not show. */
function asRead(version: PublishedContent, hasCosts: boolean): PublishedContent {
  const content = readerContent(version.content);
  if (hasCosts) return { ...version, content };
  const sections = content.sections.map((section) => ({
    ...section,
    items: section.items.map((item) => ({
      ...item,
      comments: item.comments.map((comment) => ({ ...comment, min_cost_cents: null, max_cost_cents: null })),
    })),
  }));
  return { ...version, content: { ...content, sections } };
}

/**
 * Brings back a version, or one comment or photo of it, into the current draft. Photos of a version were never removed,
 * so they come back with their files.
 */
export async function restoreVersion(
  ctx: WriteCtx,
  { id, version, comment_id, media_id }: HandlerInput<typeof contract.restoreVersion>,
): Promise<{ rev: number }> {
  const report = await stampReport(ctx, id);
  await assertCanEditReport(ctx, report.appointment_id);
  const row = await snapshots.snapshot(ctx, report, version);
  if (!row) throw badInput({ version: 'This version does not exist' });
  const current = await store.content(ctx, report);
  const part = { ...(comment_id ? { comment_id } : {}), ...(media_id ? { media_id } : {}) };
  const next = restoredParts(current, contentOf(row).content, part);
  const rev = report.content_rev + 1;
  await bringBackMedia(ctx, id, next);
  await saveContent(ctx, id, current, next, rev);
  const whole = comment_id || media_id ? {} : headOf(contentOf(row), current);
  await updateMine(ctx, 'reports')
    .set({ content_rev: rev, status: statusAfterEdit(report.status), updated_at: ctx.now, ...whole })
    .where('id', '=', id)
    .execute();
  // Editors that are open learn that they are behind and read the report again.
  await insertMine(ctx, 'report_ops', {
    report_id: id,
    op_id: newId(),
    rev,
    op: JSON.stringify({ type: 'restore_version', version, ...part }),
    // Words of the draft that the version did not have.
    before: JSON.stringify(current),
    actor_id: ctx.actor?.userId ?? null,
    at: ctx.now,
  }).execute();
  await ctx.audit({ action: 'restore', entity: 'report', entity_id: id, after: { version, ...part } });
  return { rev };
}

function restoredParts(
  current: ReportContent,
  version: ReportContent,
  part: { comment_id?: string; media_id?: string },
): ReportContent {
  const wanted: [string, RestoredPart][] = [
    ...(part.comment_id ? [['comment_id', { comment_id: part.comment_id }] as [string, RestoredPart]] : []),
    ...(part.media_id ? [['media_id', { media_id: part.media_id }] as [string, RestoredPart]] : []),
  ];
  if (wanted.length === 0) return restored(current, version, null) ?? current;
  return wanted.reduce((content, [field, each]) => {
    const next = restored(content, version, each);
    if (!next) throw badInput({ [field]: 'This version does not have it, or its item is gone' });
    return next;
  }, current);
}

function headOf({ name, header_text, disclaimer, content }: PublishedContent, current: ReportContent) {
  const known = new Set(current.ratings.map((rating) => rating.key));
  const ratings = [...current.ratings, ...content.ratings.filter((rating) => !known.has(rating.key))];
  return {
    name,
    ratings: JSON.stringify(ratings),
    header_text: header_text && JSON.stringify(header_text),
    disclaimer: disclaimer && JSON.stringify(disclaimer),
  };
}

async function bringBackMedia(ctx: WriteCtx, reportId: string, { sections }: PublishedContent['content']) {
  const ids = sections.flatMap((section) =>
    section.items.flatMap((item) => item.media.map((photo) => photo.id)),
  );
  if (ids.length === 0) return;
  const { count } = await mine(ctx, 'report_media')
    .where('report_id', '=', reportId)
    .where('id', 'in', ids)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count < ids.length) throw notFound('A photo of this version no longer exists');
  await updateMine(ctx, 'report_media')
    .set({ deleted_at: null })
    .where('report_id', '=', reportId)
    .where('id', 'in', ids)
    .execute();
}
