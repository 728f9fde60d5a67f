import { writeTemplateFile } from '#domain/templates/template-file.ts';
import { writeTemplateTable } from '#domain/templates/template-table.ts';
import type { ActionCtx } from '#server/context.ts';
import { csvFile } from '#server/csv.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import type * as contract from '../exchange-contract.ts';
import { loadTemplate } from '../template-content.ts';

/** Returns a template as a file: complete as JSON, or its sections, items and comments as a table. */
export async function exportTemplate(
  ctx: ActionCtx,
  { id, type = 'json' }: HandlerInput<typeof contract.exportTemplate>,
): Promise<Download> {
  const { content } = await ctx.read((r) => loadTemplate(r, id));
  const filename = `${content.name.replace(/[\\/:*?"<>|]+/g, '-').slice(0, 100)}.${type}`;
  if (type === 'csv') {
    const { header, rows } = writeTemplateTable(content);
    return csvFile(filename, header, inOneBatch(rows));
  }
  const body = `${JSON.stringify(writeTemplateFile(content), null, 2)}\n`;
  return { filename, type: 'application/json; charset=utf-8', body };
}

async function* inOneBatch(rows: string[][]) {
  yield rows;
}
