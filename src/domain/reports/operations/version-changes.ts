/** What changed for readers between two published versions of a report. */
import { canonicalJson } from '../../base/canonical-json.ts';
import type { RichText } from '../../text/rich-text.ts';
import {
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  visibleContent,
} from '../reports.ts';

/** A version as it was published. */
export interface PublishedContent {
  name: string;
  header_text: RichText | null;
  disclaimer: RichText | null;
  content: ReportContent;
}

/** One thing that a reader sees differently: where it is, and which of its fields. */
export interface VersionChange {
  what: 'report' | 'section' | 'item' | 'comment' | 'photo';
  /** Null for the report itself. */
  id: string | null;
  how: 'added' | 'changed' | 'removed';
  /** The names from the section down to the part. */
  path: string[];
  fields: string[];
}

/**
 * Lists the differences in the order of the report; each part that was added, removed or changed is one entry. What is
 * inside an added or removed section or item is not listed by itself. Moving a part is no change of what it says.
 */
export function versionChanges(before: PublishedContent, after: PublishedContent): VersionChange[] {
  const fields = changedFields(before, after, ['name', 'header_text', 'disclaimer']);
  const head: VersionChange[] =
    fields.length > 0 ? [{ what: 'report', id: null, how: 'changed', path: [], fields }] : [];
  const [old, now] = [before, after].map(({ content }) => visibleContent(content).sections);
  return [
    ...head,
    ...compared(old ?? [], now ?? [], 'section', [], ['name', 'standards_text'], (a, b) =>
      compared(a.items, b.items, 'item', [b.name], ['name', 'rating'], (x, y) =>
        itemChanges(x, y, [b.name, y.name]),
      ),
    ),
  ];
}

const commentFields = [
  'kind',
  'name',
  'answer',
  'text',
  'locations',
  'category',
  'recommendation',
  'min_cost_cents',
  'max_cost_cents',
] as const satisfies readonly (keyof ReportComment)[];

const photoFields = [
  'caption',
  'annotations',
  'edit',
  'comment_id',
  'location',
] as const satisfies readonly (keyof ReportMedia)[];

function itemChanges(old: ReportItem, now: ReportItem, path: string[]): VersionChange[] {
  const named = (item: ReportItem) => item.media.map((photo) => ({ ...photo, name: photo.caption }));
  return [
    ...compared(old.comments, now.comments, 'comment', path, commentFields),
    ...compared(named(old), named(now), 'photo', path, photoFields),
  ];
}

function compared<T extends { id: string; name: string }>(
  old: readonly T[],
  now: readonly T[],
  what: VersionChange['what'],
  path: string[],
  names: readonly (keyof T & string)[],
  inside: (before: T, after: T) => VersionChange[] = () => [],
): VersionChange[] {
  const known = new Map(old.map((part) => [part.id, part]));
  const present = new Set(now.map((part) => part.id));
  const line = (how: VersionChange['how'], part: T, fields: string[] = []): VersionChange => ({
    what,
    id: part.id,
    how,
    path: [...path, part.name],
    fields,
  });
  return [
    ...now.flatMap((part) => {
      const before = known.get(part.id);
      if (!before) return [line('added', part)];
      const fields = changedFields(before, part, names);
      return [...(fields.length > 0 ? [line('changed', part, fields)] : []), ...inside(before, part)];
    }),
    ...old.filter((part) => !present.has(part.id)).map((part) => line('removed', part)),
  ];
}

function changedFields<T>(before: T, after: T, names: readonly (keyof T & string)[]): string[] {
  return names.filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null));
}
