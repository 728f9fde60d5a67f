/** What the user does to a report: changes, canceled uploads and decisions about conflicts. */
import { itemById } from '#domain/reports/content-parts.ts';
import { isPhotoChanged, type PhotoEdit, type PhotoMark } from '#domain/reports/photo-marks.ts';
import { applyOps, type ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { type EditorModel, publishState, setState, showRefused } from './editor-model.ts';
import { type OpInput, revertOp, withMedia } from './editor-ops.ts';
import { drop, enqueue } from './editor-queue.ts';
import { schedule } from './editor-sending.ts';
import type { PhotoPlace } from './photo-facts.ts';
import type { UploadedFacts } from './photo-uploads.ts';

const autosaveMs = 800;

/** Changes the report locally now and on the server soon. Returns the reason if refused, or null. */
export function change(model: EditorModel, made: OpInput): string | null {
  if (!model.state) return null;
  const op = { ...made, op_id: model.ports.newId() } as ReportOp;
  const applied = applyOps(model.state.content, [op]);
  const reason = applied.results[0]?.refused ?? null;
  if (reason) {
    showRefused(model, [{ op, reason }]);
    return reason;
  }
  enqueue(model, op);
  setState(model, { content: applied.content });
  publishState(model, 'saving');
  schedule(model, autosaveMs);
  return null;
}

/** Adds an uploaded photo to the report, with the caption, the marks and the place it was given during the upload. */
export function addUploaded(model: EditorModel, media: ReportMedia, latest: UploadedFacts): void {
  const { caption, item_id, comment_id } = latest;
  model.arrived.push(media);
  model.base = { ...model.base, content: withMedia(model.base.content, media) };
  if (model.state) setState(model, { content: withMedia(model.state.content, media) });
  const { annotations = [], edit = null } = latest;
  const drawn = isPhotoChanged({ annotations, edit }) ? { annotations, edit } : {};
  const changes = { ...(caption === media.caption ? {} : { caption }), ...drawn };
  if (Object.keys(changes).length > 0) change(model, { type: 'update_media', media_id: media.id, changes });
  // The server may have put it with the item because its comment is gone; then it stays there.
  const isKnown = comment_id === null || hasComment(model, item_id, comment_id);
  if (item_id !== media.item_id || (comment_id !== media.comment_id && isKnown))
    change(model, { type: 'place_media', media_ids: [media.id], item_id, comment_id });
  publishState(model);
}

function hasComment({ base }: EditorModel, itemId: string | null, id: string): boolean {
  return itemById(base.content, itemId ?? '')?.comments.some((comment) => comment.id === id) ?? false;
}

/** Changes the marks and the crop of a photo; one still to be uploaded brings them along. */
export function annotatePhoto(
  model: EditorModel,
  media_id: string,
  look: { annotations: PhotoMark[]; edit: PhotoEdit | null },
): void {
  if (model.uploads.shown().some((photo) => photo.media_id === media_id))
    model.uploads.change(media_id, look);
  else change(model, { type: 'update_media', media_id, changes: look });
}

/** Moves photos to an item or comment, or to the unsorted ones. Those still to be uploaded go there when they arrive. */
export function placePhotos(model: EditorModel, ids: readonly string[], to: PhotoPlace): string | null {
  const waiting = new Set(model.uploads.shown().map((photo) => photo.media_id));
  model.uploads.place(
    ids.filter((id) => waiting.has(id)),
    to,
  );
  const media_ids = ids.filter((id) => !waiting.has(id));
  return media_ids.length > 0 ? change(model, { type: 'place_media', media_ids, ...to }) : null;
}

/**
 * Removes a photo canceled during its upload from the report, whether it arrives or not. Queued like any other change.
 */
export function removeUploaded(model: EditorModel, media_id: string): void {
  enqueue(model, { type: 'remove_media', media_id, op_id: model.ports.newId() });
  publishState(model, 'saving');
  schedule(model, 0);
}

/** Resolves a conflict: sends our change again, or records that the other one was chosen. */
export function resolveConflict(model: EditorModel, opId: string, decision: 'mine' | 'theirs'): void {
  const found = model.queue.find((each) => each.op.op_id === opId);
  if (!found?.conflict) return;
  drop(model, [found]);
  // Choosing theirs is also recorded: first mine, then theirs again, so that the history has both.
  const theirs = revertOp(model.base.content, found.op);
  const reason = change(model, found.op as OpInput);
  if (reason === null && decision === 'theirs' && theirs) {
    const last = model.queue.at(-1);
    if (last) model.queue = [...model.queue.slice(0, -1), { ...last, sent: true }];
    change(model, theirs);
  }
  publishState(model, 'saving');
}
