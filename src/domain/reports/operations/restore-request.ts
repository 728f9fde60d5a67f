/** How a request brings back something removed: it names the part, and the server takes its content from the history. */
import type { ReportChange, ReportOp } from './report-ops.ts';
import type { RestoreOp } from './restore-part.ts';

type Restore = { op_id: string } & RestoreOp;

/** A kind of part and its id. */
export interface PartId {
  what: 'section' | 'item' | 'comment' | 'media';
  id: string;
}

/** The operation of a request: it has the id of the part instead of the part. */
export type RestoreRequest = { op_id: string; after_id?: string | null | undefined } & (
  | { type: 'restore_section'; section_id: string }
  | { type: 'restore_item'; item_id: string }
  | { type: 'restore_comment'; comment_id: string }
  | { type: 'restore_media'; media_id: string }
);

/** Whether an operation brings back something removed. */
export function isRestore(op: ReportOp): op is Restore {
  return op.type.startsWith('restore_');
}

/** The request for an operation that brings something back. */
export function restoreRequest(op: Restore): RestoreRequest {
  const { op_id, after_id } = op;
  const place = after_id === undefined ? {} : { after_id };
  if (op.type === 'restore_section') return { op_id, type: op.type, section_id: op.section.id, ...place };
  if (op.type === 'restore_item') return { op_id, type: op.type, item_id: op.item.id, ...place };
  if (op.type === 'restore_comment') return { op_id, type: op.type, comment_id: op.comment.id, ...place };
  return { op_id, type: op.type, media_id: op.media.id, ...place };
}

/** The operation of a request, still without the content of the part; null for another one. */
export function requestedRestore(op: { op_id: string; type: string }): ReportOp | null {
  if (!op.type.startsWith('restore_')) return null;
  const { op_id, type, after_id, ...ids } = op as RestoreRequest;
  const [id] = Object.values(ids);
  const what = type.slice('restore_'.length);
  return {
    op_id,
    type,
    [what]: { id },
    ...(after_id === undefined ? {} : { after_id }),
  } as unknown as ReportOp;
}

/** The change that brings back a part of which only the id is known here. */
export function restoreById({ what, id }: PartId): ReportChange {
  return { type: `restore_${what}`, [what]: { id } } as unknown as ReportChange;
}
