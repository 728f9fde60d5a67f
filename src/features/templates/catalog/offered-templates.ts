import { copyOf } from '#domain/templates/template.ts';
import { readTemplateFile } from '#domain/templates/template-file.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { decimalCost } from '#wire/costs.ts';
import { notFound } from '#wire/errors.ts';
import type { Template } from '../contract.ts';
import { insertTemplate } from '../editing/insert-template.ts';
import type { StorePreview } from '../store-contract.ts';
import { readTemplate } from '../template-content.ts';
import * as store from './catalog-store.ts';

/** Returns a template of the store with all its texts. Throws NOT_FOUND if it is not offered. */
export async function getStoreTemplate(ctx: ReadCtx, { id }: { id: string }): Promise<StorePreview> {
  const { row, content } = await offered(ctx, id);
  return {
    ...row,
    report_title: content.report_title,
    ratings: [...content.ratings],
    header_text: content.header_text,
    disclaimer: content.disclaimer,
    outline: content.sections.map(({ name, standards_text, is_repeatable, items }) => ({
      ...{ name, standards_text, is_repeatable },
      items: items.map((item) => ({
        name: item.name,
        comments: item.comments.map((comment) => ({
          kind: comment.kind,
          name: comment.name,
          answer_type: comment.answer_type,
          options: comment.options,
          default_text: comment.default_text,
          category: comment.category,
          recommendation: comment.recommendation,
          min_cost: decimalCost(comment.min_cost_cents),
          max_cost: decimalCost(comment.max_cost_cents),
        })),
      })),
    })),
  };
}

/** Adds a copy of a store template to the company's templates. Throws NOT_FOUND if it is not offered. */
export async function copyStoreTemplate(ctx: WriteCtx, { id }: { id: string }): Promise<Template> {
  const { content } = await offered(ctx, id);
  const made = await insertTemplate(ctx, copyOf(content, newId));
  await ctx.audit({ action: 'copy', entity: 'template', entity_id: made, after: { store_template: id } });
  return readTemplate(ctx, { id: made });
}

/** The row and the content of a store template. */
async function offered(ctx: ReadCtx | WriteCtx, id: string) {
  const found = await store.offeredById(ctx, id);
  if (!found) throw notFound();
  const { content: file, ...row } = found;
  const { content } = readTemplateFile(file, newId);
  if (!content) throw new Error(`The content of the store template ${id} can't be read`);
  return { row, content };
}
