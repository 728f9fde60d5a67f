import { newRepairItem, repairItemProblems } from '#domain/reports/repair/repair-list.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import { notify } from '#features/messages/notify.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { openThroughGate } from '../access/view-gate.ts';
import type * as contract from '../repair-contract.ts';
import { categoryNames, choicesOf, readDefects } from './repair-defects.ts';
import { createEditKey, requireMaker } from './repair-rights.ts';

/** The defects that this reader can put on a list. Throws FORBIDDEN for readers who may not make one. */
export async function listRepairChoices(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listRepairChoices>,
): Promise<HandlerOutput<typeof contract.listRepairChoices>> {
  const opened = await openThroughGate(ctx, input, 'view_summary');
  requireMaker(opened);
  const version = await readDefects(ctx, opened.report, opened.report.published_rev ?? -1, opened);
  return {
    choices: choicesOf(version),
    categories: categoryNames(version.company),
    currency: version.company.currency,
    costs: version.company.settings.cost_estimator,
  };
}

/**
 * Creates a list of defects of the newest published version, notifies the company, and returns its address and edit key.
 * Throws FORBIDDEN for readers who may not make one; a comment that is not a defect of that version is named by its
 * index.
 */
export async function createRepairList(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createRepairList>,
): Promise<HandlerOutput<typeof contract.createRepairList>> {
  const opened = await openThroughGate(ctx, input, 'view_summary');
  const maker = requireMaker(opened);
  const { report, appointment } = opened;
  const version = await readDefects(ctx, report, report.published_rev ?? -1, opened);
  const items = input.comments.map(newRepairItem);
  refuseUnknown(repairItemProblems(items, new Set(version.defects.keys())));
  const id = newId();
  const public_id = newPublicId();
  await insertMine(ctx, 'repair_lists', {
    id,
    public_id,
    report_id: report.id,
    appointment_id: appointment.id,
    report_rev: version.rev,
    items: JSON.stringify(items),
    maker_id: maker.id,
    maker_name: maker.name,
    role: maker.role,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await createPublicLink(ctx, { token: public_id, kind: 'repair-list', targetId: id });
  const of = { report_id: report.id, appointment_id: appointment.id };
  await ctx.emit({
    type: 'repair_list.created',
    ...of,
    repair_list_id: id,
    person_id: maker.person_id,
    name: report.name,
  });
  await notify(ctx, 'repair_list_created', {
    appointment_id: appointment.id,
    occasion: id,
    facts: { maker: maker.name || appointment.address, report: report.name, count: String(items.length) },
  });
  const edit_key = createEditKey(ctx.installation, {
    subscriberId: ctx.subscriberId,
    listId: id,
    linkVersion: maker.link_version,
  });
  return { public_id, edit_key };
}

/** The form has the ticked defects only. */
function refuseUnknown(problems: Record<string, string>): void {
  const fields = Object.entries(problems).map(([field, message]) => [
    field.replace(/^items\.(\d+)\.id$/, 'comments.$1'),
    message,
  ]);
  if (fields.length > 0) throw badInput(Object.fromEntries(fields));
}
