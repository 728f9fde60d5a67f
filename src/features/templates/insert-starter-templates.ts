import { asCents } from '#domain/base/money.ts';
import type { TemplateContent } from '#domain/templates/template.ts';
import { newSection } from '#domain/templates/template-ops.ts';
import { fromPlainText, type RichText } from '#domain/text/rich-text.ts';
import type { WriteCtx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { insertTemplate } from './editing/insert-template.ts';
import { starterTemplates } from './starter/residential.ts';
import type { StarterComment, StarterTemplate } from './starter/starter-types.ts';

/** Inserts the starter templates of a new company and returns their ids by name. Runs one statement per table. */
export async function insertStarterTemplates(ctx: WriteCtx): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const starter of starterTemplates)
    ids.set(starter.name, await insertTemplate(ctx, contentOf(starter)));
  return ids;
}

function contentOf({ header_text, disclaimer, sections, ...head }: StarterTemplate): TemplateContent {
  return {
    ...head,
    header_text: treeOf(header_text),
    disclaimer: treeOf(disclaimer),
    sections: sections.map(({ name, standards_text, items }, position) => ({
      ...newSection({
        id: newId(),
        name,
        standards_text: treeOf(standards_text),
        items: items.map(({ comments, ...item }) => {
          const id = newId();
          return { ...item, id, section_id: '', comments: comments.map((comment) => commentOf(comment, id)) };
        }),
      }),
      position,
    })),
  };
}

function commentOf({ default_text, options, tags, ...comment }: StarterComment, item_id: string) {
  return {
    ...comment,
    id: newId(),
    item_id,
    options: [...options],
    tags: [...tags],
    default_text: treeOf(default_text),
    min_cost_cents: comment.min_cost_cents === null ? null : asCents(comment.min_cost_cents),
    max_cost_cents: comment.max_cost_cents === null ? null : asCents(comment.max_cost_cents),
  };
}

const treeOf = (text: string): RichText | null => (text.trim() === '' ? null : fromPlainText(text));
