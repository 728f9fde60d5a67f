import type { ReportOp } from '#domain/reports/operations/report-ops.ts';
import { type TakeOver, takeOver } from '#domain/templates/take-over.ts';
import { takenHead } from '#domain/templates/take-over-fields.ts';
import type { LoadedTemplate, TemplateContent } from '#domain/templates/template.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import { freezeTemplate } from '#features/templates/freeze-template.ts';
import { loadTemplate } from '#features/templates/template-content.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';
import type * as contract from '../take-over-contract.ts';
import { applyReportOps } from './apply-report-ops.ts';
import { statusAfterEdit } from './status-after-edit.ts';

/** Lists what changed in the template since an unpublished report was made from it. */
export async function listTemplateChanges(
  ctx: ReadCtx,
  { id }: { id: string },
): Promise<HandlerOutput<typeof contract.getTemplateChanges>> {
  const report = await store.findReport(ctx, { id });
  if (!report) throw notFound();
  const plan = await planOf(ctx, report);
  if (!plan) return { version: null, current: report.template_version, lines: [] };
  return { version: report.template_version, current: plan.template.version, lines: plan.lines };
}

/**
 * Takes over what changed in the template, as the operations of an editor would. Throws CONFLICT if the template has
 * changed since `version`, or if there is nothing that can be taken over because the report is published.
 */
export async function takeOverTemplate(
  ctx: WriteCtx,
  { id, version }: HandlerInput<typeof contract.takeOverTemplate>,
): Promise<HandlerOutput<typeof contract.takeOverTemplate>> {
  const report = await store.lockReport(ctx, id);
  if (!report) throw notFound();
  await assertCanEditReport(ctx, report.appointment_id);
  const frozen = report.template_id ? await freezeTemplate(ctx, report.template_id) : null;
  const plan = await planOf(ctx, report);
  if (!plan || !frozen) throw new AppError('CONFLICT', 'This report can’t take over changes of its template');
  if (frozen.version !== version)
    throw new AppError('CONFLICT', 'The template was changed in the meantime. Look at the changes again.');
  const ops = plan.changes.ops.map((op) => ({ ...op, op_id: newId() }) as ReportOp);
  const applied = await applyReportOps(ctx, { id, rev: null, ops });
  const refused = applied.results.find((result) => result.refused)?.refused;
  // Half of a version would look like the whole of it.
  if (refused) throw new AppError('CONFLICT', refused);
  const rev = await saveHead(ctx, report, plan.head, applied);
  await updateMine(ctx, 'reports')
    .set({ template_version: version, updated_at: ctx.now })
    .where('id', '=', id)
    .execute();
  return { rev, version, lines: plan.lines };
}

/** A change of these fields is one of the content: a state that was published must not change. Returns the new rev. */
async function saveHead(
  ctx: WriteCtx,
  report: store.ReportRecord,
  head: Plan['head'],
  applied: { rev: number; status: string },
): Promise<number> {
  const names = Object.keys(head) as (keyof Plan['head'])[];
  if (names.length === 0) return applied.rev;
  const rev = applied.rev + 1;
  const columns = names.map((name) => [name, head[name] && JSON.stringify(head[name])]);
  await updateMine(ctx, 'reports')
    .set({ ...Object.fromEntries(columns), content_rev: rev, status: statusAfterEdit(applied.status) })
    .where('id', '=', report.id)
    .execute();
  // Editors that are open learn that they are behind and read the report again.
  await insertMine(ctx, 'report_ops', {
    report_id: report.id,
    op_id: newId(),
    rev,
    op: JSON.stringify({ type: 'take_over_head', changes: head }),
    before: JSON.stringify(Object.fromEntries(names.map((name) => [name, report[name]]))),
    actor_id: ctx.actor?.userId ?? null,
    at: ctx.now,
  }).execute();
  return rev;
}

interface Plan {
  template: LoadedTemplate;
  changes: TakeOver;
  /** The new values of the report's own fields. */
  head: ReturnType<typeof takenHead>;
  lines: TakeOver['lines'];
}

/** Null for a report without a known edition of a template, and for one that is published. */
async function planOf(ctx: ReadCtx | WriteCtx, report: store.ReportRecord): Promise<Plan | null> {
  if (!report.template_id || !report.is_stamped || report.status === 'published') return null;
  // Detached, it stays as it is until it is restored.
  if (report.detached_at !== null) return null;
  const edition = await mine(ctx, 'template_versions')
    .where('template_id', '=', report.template_id)
    .where('version', '=', report.template_version)
    .select('content')
    .executeTakeFirst();
  if (!edition) return null;
  const template = await loadTemplate(ctx, report.template_id, { mayBeDeleted: true });
  const content = await store.content(ctx, report);
  const base = edition.content as unknown as TemplateContent;
  const changes = takeOver(base, template.content, content, newId);
  const own = {
    ratings: content.ratings,
    header_text: report.header_text as RichText | null,
    disclaimer: report.disclaimer as RichText | null,
  };
  const head = takenHead(base, template.content, own, content);
  const headLines: TakeOver['lines'] =
    Object.keys(head).length > 0 ? [{ what: 'report', how: 'changed', path: [] }] : [];
  return { template, changes, head, lines: [...headLines, ...changes.lines] };
}
