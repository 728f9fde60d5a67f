import { type FieldKey, keysOf } from '#domain/base/operations.ts';
import type { ReportOp } from '#domain/reports/report-ops.ts';
import {
  allMedia,
  type ReportComment,
  type ReportContent,
  type ReportItem,
  type ReportMedia,
  type ReportSection,
} from '#domain/reports/reports.ts';

/** The fields an operation writes. Adding and moving write none that could conflict. */
export function fieldsOf(op: ReportOp): FieldKey[] {
  switch (op.type) {
    case 'set_rating':
      return [`item:${op.item_id}:rating`];
    case 'update_comment':
      return keysOf('comment', op.comment_id, op.changes);
    case 'update_item':
      return keysOf('item', op.item_id, op.changes);
    case 'update_section':
      return keysOf('section', op.section_id, op.changes);
    case 'update_media':
      return keysOf('media', op.media_id, op.changes);
    case 'remove_comment':
      return [`comment:${op.comment_id}:*`];
    case 'remove_item':
      return [`item:${op.item_id}:*`];
    case 'remove_section':
      return [`section:${op.section_id}:*`];
    case 'remove_media':
      return [`media:${op.media_id}:*`];
    default:
      return [];
  }
}

/** What an operation will overwrite or remove, for the history; null if it only adds. */
export function beforeOf(content: ReportContent, op: ReportOp): unknown {
  if (op.type === 'place_media') return placesOf(content, op.media_ids);
  const found = subjectOf(content, op);
  if (!found || op.type.startsWith('copy_')) return null;
  if (op.type === 'set_rating') return { rating: (found as ReportItem).rating };
  if (op.type.startsWith('remove_')) return found;
  if (op.type.startsWith('move_')) return { position: found.position, ...placeOf(found) };
  const changes = 'changes' in op ? op.changes : {};
  return Object.fromEntries(
    Object.keys(changes).map((name) => [name, (found as unknown as Record<string, unknown>)[name] ?? null]),
  );
}

type Subject = ReportSection | ReportItem | ReportComment | ReportMedia;

function subjectOf(content: ReportContent, op: ReportOp): Subject | undefined {
  const items = content.sections.flatMap((section) => section.items);
  if ('comment_id' in op && op.comment_id)
    return items.flatMap((item) => item.comments).find((c) => c.id === op.comment_id);
  if ('media_id' in op) return allMedia(content).find((m) => m.id === op.media_id);
  if ('item_id' in op) return items.find((item) => item.id === op.item_id);
  if ('section_id' in op) return content.sections.find((section) => section.id === op.section_id);
  return undefined;
}

function placesOf(content: ReportContent, ids: readonly string[]): object[] {
  return allMedia(content)
    .filter((m) => ids.includes(m.id))
    .map(({ id, item_id, comment_id, position }) => ({ media_id: id, item_id, comment_id, position }));
}

function placeOf(found: Subject): object {
  if ('section_id' in found) return { section_id: found.section_id };
  return 'item_id' in found ? { item_id: found.item_id } : {};
}
