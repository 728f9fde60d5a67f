import type { AgreementModel, InvoiceModel, OrderModel, ReportModel, RichText } from './models.ts';

export type AnyModel = ReportModel | InvoiceModel | AgreementModel | OrderModel;

/** Values of these keys are references, not display text: they stay unchanged. */
const references = new Set([
  'person_id',
  'id',
  'photo',
  'logo',
  'src',
  'href',
  'watch_url',
  'url',
  'pay_url',
  'color',
  'hash',
  'document_id',
  'content_hash',
  'shown_pdf_hash',
  'consent_hash',
]);
const deepest = 24;
/** JSON can contain them, but the compiler's parser rejects the whole file because of one. */
const halfSurrogates = /\p{Surrogate}/gu;
/**
 * The printer takes the square of the time for the marks on one letter. No language has more than 30 (UAX #15, stream-safe
 * text).
 */
const tooManyMarks = /([\p{M}\p{Emoji_Modifier}]{30})[\p{M}\p{Emoji_Modifier}]+/gu;
const longWord = /\S{33,}/g;
/** Marks where a long word may break; the templates turn it into a break opportunity, so that no character is added. */
export const breakMark = '\u200b';

/**
 * Returns a copy of the model that always compiles: no control characters, no lone surrogates, no letter with more than 30
 * marks, breakable long words, trees at most 24 levels deep, and no skipped heading levels in a text (PDF/UA rejects them).
 */
export function toPrintable<M extends Omit<AnyModel, 'body'>>(model: M): M {
  return cleanValue(model, '', 0) as M;
}

/** Like `toPrintable`, for the text of a document. */
export function toPrintableBody(body: RichText): RichText {
  return levelled(cleanValue(body, 'body', 1) as RichText);
}

function cleanValue(value: unknown, key: string, depth: number): unknown {
  if (typeof value === 'string')
    return references.has(key) ? value.replace(halfSurrogates, '') : printableText(value);
  if (Array.isArray(value)) return value.map((entry) => cleanValue(entry, key, depth));
  if (value === null || typeof value !== 'object') return value;
  if (depth > deepest && 'content' in value)
    return { type: 'text', text: printableText(textOf(value as RichText)) };
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value))
    if (entry !== undefined) copy[name] = cleanValue(entry, name, depth + 1);
  return copy;
}

/** Removes what cannot be printed and adds break opportunities to long words. */
export function printableText(text: string): string {
  // Most texts of a long agreement, and every name of a node.
  if (/^[ -~]{0,32}$/.test(text)) return text;
  return (
    text
      .replace(halfSurrogates, '')
      .replace(/\r\n?/g, '\n')
      .replace(/\t/g, '    ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/g, '')
      .replace(tooManyMarks, '$1')
      .replace(longWord, (word) =>
        [...word].map((sign, n) => (n > 0 && n % 24 === 0 ? breakMark + sign : sign)).join(''),
      )
  );
}

function textOf(node: RichText, depth = 0): string {
  if (depth > 2_000) return '';
  return (node.text ?? '') + (node.content ?? []).map((child) => textOf(child, depth + 1)).join(' ');
}

function levelled(body: RichText): RichText {
  let last = 0;
  const walk = (node: RichText): RichText => {
    let attrs = node.attrs;
    if (node.type === 'heading' && textOf(node).trim() !== '') {
      const asked = typeof node.attrs?.level === 'number' ? Math.trunc(node.attrs.level) : 1;
      last = Math.max(1, Math.min(asked, last + 1, 3));
      attrs = { ...node.attrs, level: last };
    }
    return {
      ...node,
      ...(attrs ? { attrs } : {}),
      ...(node.content ? { content: node.content.map(walk) } : {}),
    };
  };
  return walk(body);
}

/** Lists the ids of all images in a model, each once, in order of appearance. */
export function listPictureIds(model: AnyModel): string[] {
  const ids: (string | undefined)[] = [model.company.logo];
  if ('sections' in model) {
    ids.push(model.cover.photo, ...model.cover.inspectors.map((person) => person.photo));
    if (model.mode === 'full') ids.push(...reportPhotos(model));
  }
  if ('images' in model) ids.push(...Object.values(model.images ?? {}));
  return [...new Set(ids.filter((id): id is string => typeof id === 'string' && id !== ''))];
}

/** Lists the photos that are drawn at a size given to the template: those of sections, unless also used elsewhere. */
export function listSectionPhotoIds(model: ReportModel): Set<string> {
  const ids = new Set(reportPhotos(model));
  for (const id of [
    model.company.logo,
    model.cover.photo,
    ...model.cover.inspectors.map((person) => person.photo),
  ]) {
    if (id !== undefined) ids.delete(id);
  }
  return ids;
}

function reportPhotos(model: ReportModel): string[] {
  return model.sections.flatMap((section) =>
    section.items.flatMap((item) =>
      [...(item.photos ?? []), ...item.comments.flatMap((comment) => comment.photos ?? [])].map(
        (photo) => photo.id,
      ),
    ),
  );
}
