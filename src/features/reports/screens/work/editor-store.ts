import type { ReportMedia } from '#domain/reports/reports.ts';
import { contentOf } from '../../present.ts';
import type { StoredReport } from './draft-store.ts';
import {
  addUploaded,
  annotatePhoto,
  change,
  discardRemoved,
  dismiss,
  placePhotos,
  redo,
  removeUploaded,
  resolveConflict,
  restoreRemoved,
  undo,
} from './editor-changes.ts';
import { contentWithPending, createEditorModel, type EditorModel, publishState } from './editor-model.ts';
import { storeAll } from './editor-queue.ts';
import { orStoredCopy } from './editor-responses.ts';
import { flush, reload, schedule, stop } from './editor-sending.ts';
import type { Editor, EditorPorts } from './editor-types.ts';
import type { PhotoFacts } from './photo-facts.ts';
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
    change: (...changes) => change(model, ...changes),
    undo: () => undo(model),
    redo: () => redo(model),
    prepare: () => prepare(model),
    async addPhotos(files, to, facts = []) {
      const add = (file: File, known?: PhotoFacts) =>
        uploads.add({ file, ...to, ...place(), ...(known ? { facts: known } : {}) });
      await Promise.all(files.map((file, n) => add(file, facts[n])));
    },
    addVideo: (file, poster, to) => uploads.add({ file, film: { poster }, ...to, ...place() }),
    retryPhoto: (mediaId) => uploads.retry(mediaId),
    dropPhoto: (mediaId) => uploads.drop(mediaId),
    captionPhoto: (mediaId, caption) => uploads.change(mediaId, { caption }),
    annotatePhoto: (mediaId, look) => annotatePhoto(model, mediaId, look),
    placePhotos: (mediaIds, to) => placePhotos(model, mediaIds, to),
    flush: () => flush(model),
    sync: () => sync(model),
    keepMine: (opId) => resolveConflict(model, opId, 'mine'),
    takeTheirs: (opId) => resolveConflict(model, opId, 'theirs'),
    dismiss: (opId) => dismiss(model, [opId]),
    restoreRemoved: (part) => restoreRemoved(model, part),
    discardRemoved: (part) => discardRemoved(model, part),
    storeAgain: () => model.saves.retry(),
    storePhotosAgain: () => uploads.storeAgain(),
    close() {
      model.isClosed = true;
      clearTimeout(model.timer);
      model.saves.close();
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
    stuck() {
      publishState(model(), 'device');
      ports.keepsOnDevice?.();
    },
    done: (media, latest) => addUploaded(model(), media as ReportMedia, latest),
  });
}

/**
 * Loads the report and resumes pending work of this device. Returns false if the editor was closed in the meantime,
 * because the user has signed out.
 */
async function load(model: EditorModel): Promise<boolean> {
  const { reportId, ports, uploads, saves } = model;
  const stored = await ports.drafts.load(reportId).catch(() => nothingStored);
  const { report, isStopped } = await ports
    .load()
    .then((fresh) => ({ report: fresh, isStopped: false }), orStoredCopy(stored));
  if (model.isClosed) return false;
  resume(model, stored, report);
  model.base = { content: contentOf(report), rev: report.rev };
  model.seen = report.rev;
  model.state = { ...blankState, report, content: contentWithPending(model) };
  if (model.queue.length === 0) saves.saveReport(report, []);
  uploads.resume(stored.photos);
  ports.drafts.onLost?.(() => storeAll(model));
  publishState(model, 'saving');
  if (isStopped) stop(model);
  else if (model.queue.length > 0) schedule(model, 0);
  return true;
}

const nothingStored: StoredReport = { rev: null, report: null, own: [], ops: [], photos: [] };

const blankState = {
  saving: 'saved',
  waiting: 0,
  conflicts: [],
  refused: [],
  photos: [],
  device: 'stored',
  unstored: [],
  stopped: null,
  canUndo: false,
  canRedo: false,
} as const;

/** Takes over pending changes. They keep the revision they were made on: others may have changed the same fields since. */
function resume(model: EditorModel, stored: StoredReport, { rev }: { rev: number }): void {
  const known = stored.rev ?? rev;
  const all = stored.ops.map((each) => ({ ...each, rev: Math.min(each.rev ?? known, rev) }));
  model.queue = all.filter((each) => !each.refused);
  model.tray = all.filter((each) => each.refused);
  // Versions before 2026-11-26 stored none.
  model.own = stored.own ?? [];
  model.counter = Math.max(0, ...all.map((each) => each.n), ...stored.photos.map((each) => each.n));
}

function prepare(model: EditorModel): () => void {
  const add = (by: number) => {
    model.preparing += by;
    publishState(model);
  };
  add(1);
  return () => add(-1);
}

/** Sends everything and reloads the report. Resolves to false if that is not possible now. */
async function sync(model: EditorModel): Promise<boolean> {
  if (!(await flush(model)) || model.preparing > 0 || model.uploads.waiting().length > 0) return false;
  return reload(model).then(
    () => true,
    () => false,
  );
}
