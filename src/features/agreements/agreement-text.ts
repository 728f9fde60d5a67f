import { LRUCache } from 'lru-cache';
import { type BlockNode, type RichText, toHtml } from '#domain/text/rich-text.ts';
import type { ReadCtx } from '#server/context.ts';
import { type AgreementTextFacts, type MergedAgreement, mergeAgreement } from './merge-agreement.ts';
import { type AgreementRow, textsOf } from './store.ts';

/** The text of an agreement as clients read it, and as HTML with its placeholders. */
export interface AgreementText extends MergedAgreement {
  source_html: string;
}

/** Estimated memory of the texts of one company: half a dozen of the longest agreements, or hundreds of common ones. */
const largestMemory = 8_000_000;
const mostCompanies = 8;

/**
 * Texts as they were read last, by company. A long one takes longer to read, fill and hash than all else that a visitor's
 * call does, and every page, download and signature needs it.
 */
const known = new LRUCache<string, LRUCache<string, AgreementText>>({ max: mostCompanies });

/**
 * Returns the text of an agreement: frozen at the first signature, before that filled from the current facts. It must not be
 * changed: later calls get the same one.
 */
export async function getAgreementText(
  ctx: ReadCtx,
  row: Pick<AgreementRow, 'id' | 'content_hash' | 'placeholder_values'>,
  facts: AgreementTextFacts,
): Promise<AgreementText> {
  const texts = textsOfCompany(ctx.subscriberId);
  // The text of a copy never changes, and a frozen one is named by its hash: a signature that was rolled back leaves no trace.
  const key = `${row.id} ${row.content_hash ?? JSON.stringify(facts)}`;
  const text = texts.get(key) ?? (await readText(ctx, row, facts));
  texts.set(key, text);
  return text;
}

async function readText(
  ctx: ReadCtx,
  row: Pick<AgreementRow, 'id' | 'content_hash' | 'placeholder_values'>,
  facts: AgreementTextFacts,
): Promise<AgreementText> {
  const { content, real_content } = await textsOf(ctx, row.id);
  const source_html = toHtml(content as unknown as RichText);
  if (row.content_hash === null) return { ...mergeAgreement(content, facts), source_html };
  const frozen = real_content as unknown as RichText;
  return {
    content: frozen,
    html: toHtml(frozen),
    source_html,
    unresolved: [],
    content_hash: row.content_hash,
    values: (row.placeholder_values ?? {}) as Record<string, string>,
  };
}

function textsOfCompany(subscriberId: string): LRUCache<string, AgreementText> {
  const texts =
    known.get(subscriberId) ??
    new LRUCache<string, AgreementText>({ maxSize: largestMemory, sizeCalculation: memoryOf });
  known.set(subscriberId, texts);
  return texts;
}

/** A node takes some 100 bytes, and as much again as data of the PDF. */
const bytesPerNode = 200;

function memoryOf({ content, html, source_html }: AgreementText): number {
  return 2 * (html.length + source_html.length) + bytesPerNode * (1 + nodesIn(content.content));
}

function nodesIn(blocks: readonly BlockNode[]): number {
  return blocks.reduce((sum, block) => {
    if (block.type === 'paragraph' || block.type === 'heading') return sum + 1 + block.content.length;
    return block.content.reduce((all, item) => all + 1 + nodesIn(item.content), sum + 1);
  }, 0);
}
