/** A report without private data, to show to the public as a sample. */

import {
  findPrivate,
  foldSpelling,
  type PrivateKind,
  type PrivateMatch,
  type PrivatePattern,
  redactRichText,
  redactText,
} from '../text/redact.ts';
import type { RichText } from '../text/rich-text.ts';
import type { PublishedContent } from './operations/version-changes.ts';
import type { ReportContent, ReportItem, ReportMedia } from './reports.ts';

/** A text that is left out of a sample, once for all its places. */
interface RedactedText {
  kind: PrivateKind;
  text: string;
  /** False for what may be an ordinary word: the user may keep it. */
  is_certain: boolean;
  count: number;
  /** Where it occurs first: the names from the section down, and the words around it. */
  path: string[];
  before: string;
  after: string;
}

/** A photo of a sample: the report's, at a new address. */
interface SamplePhoto {
  media_id: string;
  public_id: string;
}

export interface Sample {
  content: PublishedContent;
  photos: SamplePhoto[];
  redacted: RedactedText[];
}

interface SampleOptions {
  patterns: readonly PrivatePattern[];
  /** Texts that the user keeps, among those that may be ordinary words. */
  keep: readonly string[];
  withPhotos: boolean;
  newPublicId: () => string;
}

/** Values that name or select something and are never shown as text. */
const structural = new Set([
  'id',
  'public_id',
  'section_id',
  'item_id',
  'comment_id',
  'kind',
  'answer_type',
  'key',
  'rating',
  'type',
  'color',
]);

/**
 * Returns what readers see of a published state (`content` is theirs), without private data: every text in it is searched,
 * whatever it belongs to. Comments and photos get new public ids, so that nothing leads back to the report. Videos are left
 * out, because what is said in them cannot be searched.
 */
export function sampleOf(published: PublishedContent, options: SampleOptions): Sample {
  const search = searchWith(options);
  const photos: SamplePhoto[] = [];
  const withAddress = (photo: ReportMedia): ReportMedia => {
    const public_id = options.newPublicId();
    photos.push({ media_id: photo.id, public_id });
    const { taken_at: _t, time_source: _s, ...shown } = photo;
    return { ...shown, public_id };
  };
  const itemOf = (item: ReportItem): ReportItem => {
    const shown = options.withPhotos ? item.media.filter(({ kind }) => kind === 'photo') : [];
    return {
      ...item,
      template_item_id: null,
      comments: item.comments.map((comment) => ({
        ...comment,
        public_id: options.newPublicId(),
        template_comment_id: null,
        options: [],
        tags: [],
      })),
      media: shown.map(withAddress),
    };
  };
  const sections = published.content.sections.map((section) => ({
    ...section,
    template_section_id: null,
    items: section.items.map(itemOf),
  }));
  const { name, header_text, disclaimer, content } = published;
  const bare = { name, header_text, disclaimer, content: { ratings: content.ratings, sections } };
  return { content: search.redact(bare), photos, redacted: search.found() };
}

/** The texts of one kind of place, and what was found in them. */
function searchWith({ patterns, keep }: Pick<SampleOptions, 'patterns' | 'keep'>) {
  const found = new Map<string, RedactedText>();
  const kept = new Set(keep.map(keyOf));
  const isKept = (match: PrivateMatch) => !match.isCertain && kept.has(keyOf(match.text));
  const find = (text: string, path: readonly string[]) => {
    const matches = findPrivate(text, patterns);
    for (const match of matches) note(found, match, text, path);
    return matches.filter((match) => !isKept(match));
  };
  const walk = (value: unknown, path: readonly string[]): unknown => {
    if (typeof value === 'string') return redactText(value, find(value, path));
    if (Array.isArray(value)) return value.map((each) => walk(each, path));
    if (typeof value !== 'object' || value === null) return value;
    if (isRichText(value)) return redactRichText(value, (text) => find(text, path));
    const inside = 'name' in value && typeof value.name === 'string' ? [...path, value.name] : path;
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, structural.has(key) ? each : walk(each, inside)]),
    );
  };
  return {
    redact: (published: PublishedContent): PublishedContent => {
      const { content, ...head } = published;
      const { name, header_text, disclaimer } = walk(head, []) as Omit<PublishedContent, 'content'>;
      return { name, header_text, disclaimer, content: walk(content, []) as ReportContent };
    },
    found: () => [...found.values()],
  };
}

const keyOf = (text: string) => foldSpelling(text).toLowerCase().replace(/\s+/g, ' ');
const around = 40;

function note(found: Map<string, RedactedText>, match: PrivateMatch, text: string, path: readonly string[]) {
  const key = keyOf(match.text);
  const known = found.get(key);
  if (known) {
    known.count += 1;
    known.is_certain ||= match.isCertain;
    return;
  }
  found.set(key, {
    kind: match.kind,
    text: match.text,
    is_certain: match.isCertain,
    count: 1,
    path: [...path],
    before: text.slice(Math.max(0, match.start - around), match.start),
    after: text.slice(match.end, match.end + around),
  });
}

function isRichText(value: object): value is RichText {
  return 'type' in value && value.type === 'doc' && 'content' in value && Array.isArray(value.content);
}
