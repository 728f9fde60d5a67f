import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ActionCtx } from '#server/context.ts';
import { badInput } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { insertTemplate } from '../editing/insert-template.ts';
import type * as contract from '../exchange-contract.ts';
import { readUploadedFile } from './read-file.ts';
import { refuseBadFile, reportOf } from './report-problems.ts';

/**
 * Imports a template from a file, complete or not at all: parts that can't be read are left out only if the caller says
 * so. A dry run returns the same findings and stores nothing.
 */
export async function importTemplate(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.importTemplate>,
): Promise<HandlerOutput<typeof contract.importTemplate>> {
  const {
    table,
    mapping,
    content: read,
    problems,
    trade: _,
    ...found
  } = await readUploadedFile(input.file, input);
  const content = read && input.name ? { ...read, name: input.name } : read;
  const { settings } = await ctx.read(getCompany);
  const report = reportOf(content, problems);
  const answer = {
    ...found,
    ...report,
    template: null,
    categories: settings.defect_categories.map(({ category, name }) => ({ category, name })),
    columns:
      table?.headers.map((header, column) => ({
        header,
        example: (table.rows.find(({ cells }) => cells[column])?.cells[column] ?? '').slice(0, 120),
        field: mapping[header] ?? '',
      })) ?? null,
    first_rows: content ? firstRows(content) : [],
  };
  if (input.dry_run) return answer;
  if (found.mapping_problem) throw badInput({ mapping: found.mapping_problem });
  refuseBadFile(report, input.leave_out ?? false);
  if (!content) throw badInput({ file: 'Choose a file' });
  return ctx.finalTx(async (w) => {
    const id = await insertTemplate(w, content);
    await w.audit({ action: 'import', entity: 'template', entity_id: id, after: report.counts });
    return { ...answer, template: { id, name: content.name } };
  });
}

const mostRows = 25;

function firstRows(content: TemplateContent) {
  const sectionNames = new Map(content.sections.map((section) => [section.id, section.name]));
  const items = new Map(itemsOf(content).map((item) => [item.id, item]));
  return commentsOf(content)
    .slice(0, mostRows)
    .map((comment) => {
      const item = items.get(comment.item_id);
      return {
        section: sectionNames.get(item?.section_id ?? '') ?? '',
        item: item?.name ?? '',
        kind: comment.kind,
        comment: comment.name,
        text: comment.default_text ? toPlainText(comment.default_text).slice(0, 300) : '',
      };
    });
}
