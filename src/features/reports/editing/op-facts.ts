import type { ReportOp } from '#domain/reports/report-ops.ts';
import type {
  ReportComment,
  ReportContent,
  ReportItem,
  ReportMedia,
  ReportSection,
} from '#domain/reports/reports.ts';

/** A field written by an operation: `comment:<id>:text`; `*` means all fields (removal). */
type FieldKey = `${'section' | 'item' | 'comment' | 'media'}:${string}:${string}`;

/** The fields an operation writes. Adding and moving write none that could conflict. */
function fieldsOf(op: ReportOp): FieldKey[] {
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

/** The newer operation that writes one of the same fields, or undefined. */
export function conflictingOp<T extends { op: ReportOp }>(op: ReportOp, newer: readonly T[]): T | undefined {
  const own = fieldsOf(op);
  return newer.findLast((other) =>
    fieldsOf(other.op).some(
      (theirs) => own.some((mine) => overlap(mine, theirs)) && !isSameChange(op, other.op),
    ),
  );
}

/** What an operation will overwrite or remove, for the history; null if it only adds. */
export function beforeOf(content: ReportContent, op: ReportOp): unknown {
  const found = subjectOf(content, op);
  if (!found) return null;
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
  if ('comment_id' in op) return items.flatMap((item) => item.comments).find((c) => c.id === op.comment_id);
  if ('media_id' in op) return items.flatMap((item) => item.media).find((m) => m.id === op.media_id);
  if ('item_id' in op) return items.find((item) => item.id === op.item_id);
  if ('section_id' in op) return content.sections.find((section) => section.id === op.section_id);
  return undefined;
}

function placeOf(found: Subject): object {
  if ('section_id' in found) return { section_id: found.section_id };
  return 'item_id' in found ? { item_id: found.item_id } : {};
}

function keysOf(what: 'section' | 'item' | 'comment' | 'media', id: string, changes: object): FieldKey[] {
  return Object.keys(changes).map((name): FieldKey => `${what}:${id}:${name}`);
}

function overlap(a: FieldKey, b: FieldKey): boolean {
  if (a === b) return true;
  const [whatA, idA, fieldA] = a.split(':');
  const [whatB, idB, fieldB] = b.split(':');
  return whatA === whatB && idA === idB && (fieldA === '*' || fieldB === '*');
}

/** Two people writing the same value do not conflict. */
function isSameChange(a: ReportOp, b: ReportOp): boolean {
  const { op_id: _a, ...mine } = a;
  const { op_id: _b, ...theirs } = b;
  if (mine.type === 'update_comment' && theirs.type === 'update_comment') {
    const shared = Object.keys(mine.changes).filter((name) => name in theirs.changes);
    const value = (changes: object, name: string) => inOneOrder((changes as Record<string, unknown>)[name]);
    return shared.every((name) => value(mine.changes, name) === value(theirs.changes, name));
  }
  return inOneOrder(mine) === inOneOrder(theirs);
}

/** Normalizes key order: the database returns the keys of a text or range in its own order. */
function inOneOrder(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
