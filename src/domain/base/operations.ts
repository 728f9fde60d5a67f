/** Autosave operations on a document: applied in order, each by itself, and compared with those of other people. */
import { canonicalJson } from './canonical-json.ts';

/** One change, with an id made by the browser so that a repeated batch changes nothing. */
export interface Operation {
  op_id: string;
  type: string;
}

/** The result of one operation; a rejected one changes nothing and has a reason. */
export interface OpResult {
  op_id: string;
  refused: string | null;
}

/** A reducer for one operation: the changed document, or the reason why it is refused. */
export type Reducer<Doc, Op> = (document: Doc, op: Op) => Doc | string;

/** Applies operations in order. A refused one is set aside with its reason and the others continue. */
export function applyInOrder<Doc extends object, Op extends Operation>(
  document: Doc,
  ops: readonly Op[],
  reduce: Reducer<Doc, Op>,
): { content: Doc; results: OpResult[] } {
  let content = document;
  const results = ops.map((op): OpResult => {
    const next = reduce(content, op);
    if (typeof next === 'string') return { op_id: op.op_id, refused: next };
    content = next;
    return { op_id: op.op_id, refused: null };
  });
  return { content, results };
}

/** A field written by an operation: `comment:<id>:text`; the field `*` means all of them (removal). */
export type FieldKey = `${string}:${string}:${string}`;

/** The keys of all fields in a set of changes. */
export function keysOf(what: string, id: string, changes: object): FieldKey[] {
  return Object.keys(changes).map((name): FieldKey => `${what}:${id}:${name}`);
}

/** The newest operation of others that writes one of the same fields with another value, or undefined. */
function conflictingOp<Op extends Operation, T extends { op: Op }>(
  op: Op,
  newer: readonly T[],
  fieldsOf: (op: Op) => readonly FieldKey[],
): T | undefined {
  const own = fieldsOf(op);
  return newer.findLast((other) =>
    fieldsOf(other.op).some((theirs) => shareField(own, [theirs]) && !isSameChange(op, other.op)),
  );
}

/**
 * The operations that would overwrite what others wrote since their author's state, each with the newest of those. What
 * someone else removed is no conflict: the reducer refuses changes of it, and the editor keeps their words.
 */
export function rivalsIn<Op extends Operation, T extends { op: Op }>(
  ops: readonly Op[],
  newer: readonly T[],
  fieldsOf: (op: Op) => readonly FieldKey[],
): { op: Op; rival: T }[] {
  const present = newer.filter(({ op }) => !op.type.startsWith('remove_'));
  return ops.flatMap((op) => {
    const rival = conflictingOp(op, present, fieldsOf);
    return rival ? [{ op, rival }] : [];
  });
}

/** Whether two sets of keys have a field in common. */
export function shareField(some: readonly FieldKey[], others: readonly FieldKey[]): boolean {
  return others.some((theirs) => some.some((own) => overlap(own, theirs)));
}

/** Whether two keys mean the same field. */
function overlap(a: FieldKey, b: FieldKey): boolean {
  if (a === b) return true;
  const [whatA, idA, fieldA] = a.split(':');
  const [whatB, idB, fieldB] = b.split(':');
  return whatA === whatB && idA === idB && (fieldA === '*' || fieldB === '*');
}

/** Two people writing the same value do not conflict. */
function isSameChange(a: Operation, b: Operation): boolean {
  const { op_id: _a, ...mine } = a;
  const { op_id: _b, ...theirs } = b;
  const [ownChanges, otherChanges] = [changesOf(mine), changesOf(theirs)];
  if (mine.type === theirs.type && ownChanges && otherChanges) {
    const shared = Object.keys(ownChanges).filter((name) => name in otherChanges);
    return shared.every((name) => canonicalJson(ownChanges[name]) === canonicalJson(otherChanges[name]));
  }
  return canonicalJson(mine) === canonicalJson(theirs);
}

function changesOf(op: object): Record<string, unknown> | null {
  return 'changes' in op && typeof op.changes === 'object' ? (op.changes as Record<string, unknown>) : null;
}
