import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { insertTemplate } from '../editing/insert-template.ts';
import type * as contract from '../exchange-contract.ts';
import { readUploadedFile, unpack } from './read-uploaded.ts';
import { refuseBadFile } from './report-problems.ts';

/**
 * Imports a template from a file, complete or not at all: parts that can't be read are left out only if the caller says
 * so. A dry run returns the same findings and stores nothing.
 */
export async function importTemplate(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.importTemplate>,
): Promise<HandlerOutput<typeof contract.importTemplate>> {
  const read = await readUploadedFile(ctx.subscriberId, input.file, input);
  const { packed, report: found, trade: _, ...facts } = read;
  const { settings } = await ctx.read(getCompany);
  const report = { ...found, name: packed ? input.name || packed.head.name : '' };
  const answer = {
    ...facts,
    ...report,
    template: null,
    categories: settings.defect_categories.map(({ category, name }) => ({ category, name })),
  };
  if (input.dry_run) return answer;
  if (facts.mapping_problem) throw badInput({ mapping: facts.mapping_problem });
  refuseBadFile(report, input.leave_out ?? false);
  const unpacked = await unpack(packed);
  if (!unpacked) throw badInput({ file: 'Choose a file' });
  const content = { ...unpacked, name: report.name };
  return ctx.finalTx(async (w) => {
    const id = await insertTemplate(w, content);
    await w.audit({ action: 'import', entity: 'template', entity_id: id, after: report.counts });
    return { ...answer, template: { id, name: content.name } };
  });
}
