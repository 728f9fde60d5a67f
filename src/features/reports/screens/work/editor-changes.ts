/** What the user does to a report: changes, undo, canceled uploads and decisions about conflicts and refusals. */
import { goneMessage, itemById } from '#domain/reports/operations/content-parts.ts';
import { inverseOf, stillUndoable } from '#domain/reports/operations/report-op-facts.ts';
import { applyOps, type ReportChange, type ReportOp } from '#domain/reports/operations/report-ops.ts';
import { type PartId, restoreById } from '#domain/reports/operations/restore-request.ts';
import { isPhotoChanged, type PhotoEdit, type PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import type { ReportContent, ReportMedia } from '#domain/reports/reports.ts';
import { leftToUndo, type Step } from '#web/editing/undo-steps.ts';
import { contentWithPending, type EditorModel, publishState, setState, showRefused } from './editor-model.ts';
import { withMedia } from './editor-ops.ts';
import { drop, enqueue } from './editor-queue.ts';
import { needsNotice } from './editor-responses.ts';
import { schedule } from './editor-sending.ts';
import type { Refused } from './editor-types.ts';
import type { PhotoPlace } from './photo-facts.ts';
import type { UploadedFacts } from './photo-uploads.ts';

const autosaveMs = 800;

/** Makes changes as one step of undo. Returns why the first refused one is refused, or null. */
export function change(model: EditorModel, ...changes: ReportChange[]): string | null {
  const { step, reason } = apply(model, changes);
  if (step.length > 0) model.steps.record(step);
  publishState(model, 'saving');
  return reason;
}

/** Undoes the user's last step, without what someone else has changed since. */
export function undo(model: EditorModel): void {
  takeBack(model, model.steps.done, model.steps.undone);
}

/** Redoes what was undone last. */
export function redo(model: EditorModel): void {
  takeBack(model, model.steps.undone, model.steps.done);
}

function takeBack(model: EditorModel, from: Step<ReportChange>[], to: Step<ReportChange>[]): void {
  const step = from.pop();
  if (!step || !model.state) return;
  const back = apply(model, leftToUndo(model.state.content, step, undoRules)).step;
  if (back.length > 0) to.push(back);
  publishState(model, 'saving');
}

const undoRules = {
  left: stillUndoable,
  apply: (content: ReportContent, made: ReportChange) =>
    applyOps(content, [{ ...made, op_id: '' } as ReportOp]).content,
};

/** Applies changes to what is shown and queues them; the step has those that can be undone. */
function apply(
  model: EditorModel,
  changes: readonly ReportChange[],
): { step: Step<ReportChange>; reason: string | null } {
  const step: Step<ReportChange> = [];
  if (!model.state) return { step, reason: null };
  let { content } = model.state;
  const refused: Refused[] = [];
  for (const made of changes) {
    const op = { ...made, op_id: model.ports.newId() } as ReportOp;
    const applied = applyOps(content, [op]);
    const reason = applied.results[0]?.refused;
    // Of what is gone, the server says who removed it.
    if (reason === goneMessage && needsNotice({ op, reason })) enqueue(model, op, content);
    else if (reason) refused.push({ op, reason, removed: null });
    if (reason) continue;
    const back = inverseOf(content, made);
    if (back.length > 0) step.push({ done: made, undo: back });
    enqueue(model, op, content);
    content = applied.content;
  }
  // Shown together with how far saving is: "saved" must not appear next to a new change.
  model.state = { ...model.state, content };
  showRefused(model, refused.filter(needsNotice));
  publishState(model, 'saving');
  schedule(model, autosaveMs);
  return { step, reason: refused[0]?.reason ?? null };
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
  if (Object.keys(changes).length > 0) apply(model, [{ type: 'update_media', media_id: media.id, changes }]);
  // The server may have put it with the item because its comment is gone; then it stays there.
  const isKnown = comment_id === null || hasComment(model, item_id, comment_id);
  if (item_id !== media.item_id || (comment_id !== media.comment_id && isKnown))
    apply(model, [{ type: 'place_media', media_ids: [media.id], item_id, comment_id }]);
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
  enqueue(model, { type: 'remove_media', media_id, op_id: model.ports.newId() }, model.base.content);
  publishState(model, 'saving');
  schedule(model, 0);
}

/** Resolves a conflict: sends our change again, or records that the other one was chosen. */
export function resolveConflict(model: EditorModel, opId: string, decision: 'mine' | 'theirs'): void {
  const found = model.queue.find((each) => each.op.op_id === opId);
  if (!found?.conflict) return;
  drop(model, [found]);
  // Choosing theirs is also recorded: first mine, then theirs again, so that the history has both.
  const [theirs] = inverseOf(model.base.content, found.op);
  const isValue = 'changes' in found.op || found.op.type === 'set_rating';
  if (decision === 'theirs' && !(isValue && theirs)) setState(model, { content: contentWithPending(model) });
  else {
    const { reason } = apply(model, [found.op]);
    if (reason === null && decision === 'theirs' && theirs) {
      const last = model.queue.at(-1);
      if (last) model.queue = [...model.queue.slice(0, -1), { ...last, sent: true }];
      apply(model, [theirs]);
    }
  }
  publishState(model, 'saving');
}

/** Stops showing changes that could not be saved. */
export function dismiss(model: EditorModel, opIds: readonly string[]): void {
  model.tray = model.tray.filter(({ op }) => !opIds.includes(op.op_id));
  model.saves.dropOps(opIds);
  publishState(model);
}

/** Brings back something removed, and makes the changes and adds the photos that were for it. */
export function restoreRemoved(model: EditorModel, part: PartId): void {
  const kept = keptFor(model, part);
  const changes = [restoreById(part), ...kept.ops.map(({ op }) => op)];
  for (const made of changes)
    enqueue(model, { ...made, op_id: model.ports.newId() } as ReportOp, model.base.content);
  dismiss(model, kept.ids);
  for (const id of kept.photos) model.uploads.retry(id);
  schedule(model, 0);
}

/** Discards the changes and photos for something removed. */
export function discardRemoved(model: EditorModel, part: PartId): void {
  const kept = keptFor(model, part);
  dismiss(model, kept.ids);
  for (const id of kept.photos) model.uploads.drop(id);
}

function keptFor({ tray, uploads }: EditorModel, { id }: PartId) {
  const ops = tray.filter(({ refused }) => refused?.removed?.id === id);
  const photos = uploads.shown().flatMap((photo) => (photo.removed?.id === id ? [photo.media_id] : []));
  return { ops, ids: ops.map(({ op }) => op.op_id), photos };
}
