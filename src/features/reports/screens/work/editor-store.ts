import type { ReportMedia } from '#domain/reports/reports.ts';
import { contentOf } from '../../present.ts';
import {
  addUploaded,
  annotatePhoto,
  change,
  placePhotos,
  removeUploaded,
  resolveConflict,
} from './editor-changes.ts';
import {
  contentWithPending,
  createEditorModel,
  type EditorModel,
  publishState,
  setState,
} from './editor-model.ts';
import { logDraftFailure } from './editor-queue.ts';
import { orStoredCopy } from './editor-responses.ts';
import { flush, reload, schedule } from './editor-sending.ts';
import type { Editor, EditorPorts } from './editor-types.ts';
import { createUploads, type Uploads } from './photo-uploads.ts';

/**
 * Creates the state of the report editor. Every change is first stored on the device, shown immediately, and sent in
 * order after a short pause. Changes by others are merged; changes of the same field are a conflict to be resolved.
 */
export function createEditor(reportId: string, ports: EditorPorts): Editor {
  const model = createEditorModel(reportId, ports, (own) => uploadsOf(own, ports));
  const { uploads, listeners } = model;
  const place = () => ({ report_id: reportId, media_id: ports.newId(), n: ++model.counter });
  const nowOnline = () => {
    model.pause = 0;
    void flush(model).then(() => uploads.wake());
  };
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => model.state,
    async open() {
      if (await load(model)) globalThis.addEventListener?.('online', nowOnline);
    },
    change: (made) => change(model, made),
    async addPhotos(files, to, facts = []) {
      for (const [n, file] of files.entries()) {
        const known = facts[n];
        await uploads.add({ file, ...to, ...place(), ...(known ? { facts: known } : {}) });
      }
    },
    addVideo: (file, poster, to) => uploads.add({ file, film: { poster }, ...to, ...place() }),
    retryPhoto: (mediaId) => uploads.retry(mediaId),
    dropPhoto: (mediaId) => uploads.drop(mediaId),
    captionPhoto: (mediaId, caption) => uploads.change(mediaId, { caption }),
    annotatePhoto: (mediaId, look) => annotatePhoto(model, mediaId, look),
    placePhotos: (mediaIds, to) => placePhotos(model, mediaIds, to),
    storePhotosAgain: () => uploads.storeAgain(),
    flush: () => flush(model),
    sync: () => sync(model),
    keepMine: (opId) => resolveConflict(model, opId, 'mine'),
    takeTheirs: (opId) => resolveConflict(model, opId, 'theirs'),
    dismiss: (opId) =>
      setState(model, { refused: model.state?.refused.filter((each) => each.op.op_id !== opId) ?? [] }),
    close() {
      model.isClosed = true;
      clearTimeout(model.timer);
      uploads.close();
      globalThis.removeEventListener?.('online', nowOnline);
    },
  };
}

/** The uploads of an editor, which report to it what happens. They start only once the model exists. */
function uploadsOf(model: () => EditorModel, ports: EditorPorts): Uploads {
  return createUploads({
    drafts: ports.drafts,
    upload: ports.upload,
    abandon: (id, isFilm) => (isFilm ? ports.abandonVideo(id) : removeUploaded(model(), id)),
    before: () => flush(model()),
    changed: () => publishState(model(), 'saving'),
    stuck: () => publishState(model(), 'device'),
    done: (media, latest) => addUploaded(model(), media as ReportMedia, latest),
  });
}

/**
 * Loads the report and resumes pending work of this device. Returns false if the editor was closed in the meantime,
 * because the user has signed out.
 */
async function load(model: EditorModel): Promise<boolean> {
  const { reportId, ports, uploads } = model;
  const stored = await ports.drafts
    .load(reportId)
    .catch(() => ({ rev: null, report: null, ops: [], photos: [] }));
  const report = await ports.load().catch(orStoredCopy(stored.report));
  if (model.isClosed) return false;
  model.queue = stored.ops;
  model.counter = Math.max(0, ...stored.ops.map((each) => each.n), ...stored.photos.map((each) => each.n));
  const hasPending = model.queue.length > 0;
  // Pending changes are based on an older state: the server must check whether others changed the same fields since.
  const rev = hasPending && stored.rev !== null ? stored.rev : report.rev;
  model.base = { content: contentOf(report), rev };
  const content = contentWithPending(model);
  model.state = { report, content, saving: 'saved', waiting: 0, conflicts: [], refused: [], photos: [] };
  if (!hasPending) logDraftFailure(ports.drafts.saveReport(report));
  uploads.resume(stored.photos);
  publishState(model, 'saving');
  if (hasPending) schedule(model, 0);
  return true;
}

/** Sends everything and reloads the report. Resolves to false if that is not possible now. */
async function sync(model: EditorModel): Promise<boolean> {
  if (!(await flush(model)) || model.uploads.waiting().length > 0) return false;
  return reload(model).then(
    () => true,
    () => false,
  );
}
