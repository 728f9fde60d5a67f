import { applyOps, type ReportOp } from '#domain/reports/report-ops.ts';
import type { ReportContent, ReportMedia } from '#domain/reports/reports.ts';
import { ApiFailure } from '#web/client.ts';
import { contentOf, sectionsOnWire } from '../../present.ts';
import type { PendingOp } from './draft-store.ts';
import { mergedOp, type OpInput, revertOp, withMedia } from './editor-ops.ts';
import {
  invalidOps,
  markConflicts,
  needsNotice,
  orStoredCopy,
  rejectedOps,
  reportOpsOf,
} from './editor-responses.ts';
import type { Editor, EditorPorts, EditorState, Refused, Saving } from './editor-types.ts';
import { isRetryable } from './is-retryable.ts';
import { createUploads } from './photo-uploads.ts';

const autosaveMs = 800;
const longestPauseMs = 30_000;

/**
 * Creates the state of the report editor. Every change is first stored on the device, shown immediately, and sent in
 * order after a short pause. Changes by others are merged; changes of the same field are a conflict to be resolved.
 */
export function createEditor(reportId: string, ports: EditorPorts): Editor {
  const { drafts } = ports;
  const listeners = new Set<() => void>();
  let state: EditorState | null = null;
  let base: { content: ReportContent; rev: number } = { content: { ratings: [], sections: [] }, rev: 0 };
  let queue: PendingOp[] = [];
  let counter = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<boolean> | null = null;
  let pause = 0;
  let isClosed = false;
  /** Someone else has changed the report, or a conflict showed it: reload it. */
  let isBehind = false;
  /** The photos uploaded since the report was opened. */
  const arrived: ReportMedia[] = [];

  const set = (changes: Partial<EditorState>) => {
    if (!state) return;
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const active = () => queue.filter((each) => !each.conflict);
  const publishState = (saving?: Saving) => {
    const waiting = queue.length + uploads.waiting().length;
    const isSaved = active().length === 0 && uploads.waiting().length === 0;
    const done = uploads.shown().length > 0 ? 'refused' : 'saved';
    const conflicts = queue.flatMap(({ op, conflict }) => (conflict ? [{ op, ...conflict }] : []));
    set({
      waiting,
      conflicts,
      photos: uploads.shown(),
      saving: isSaved ? done : (saving ?? state?.saving ?? 'saving'),
    });
  };
  const rebase = () => set({ content: applyOps(base.content, reportOpsOf(active())).content });
  /** Without storage on the device (private mode, full disk), changes are still saved to the server. */
  const logFailure = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => console.error('draft not stored', error));

  const uploads = createUploads({
    drafts,
    upload: ports.upload,
    abandon: (id, isFilm) => (isFilm ? ports.abandonVideo(id) : removeUploaded(id)),
    before: () => flush(),
    changed: () => publishState('saving'),
    stuck: () => publishState('device'),
    done: (media, caption) => {
      arrived.push(media as ReportMedia);
      base = { ...base, content: withMedia(base.content, media as ReportMedia) };
      if (state) set({ content: withMedia(state.content, media as ReportMedia) });
      // The caption was changed during the upload.
      if (caption !== media.caption)
        change({ type: 'update_media', media_id: media.id, changes: { caption } });
      publishState();
    },
  });

  async function open(): Promise<void> {
    const stored = await drafts
      .load(reportId)
      .catch(() => ({ rev: null, report: null, ops: [], photos: [] }));
    const report = await ports.load().catch(orStoredCopy(stored.report));
    // The user has signed out since.
    if (isClosed) return;
    queue = stored.ops;
    counter = Math.max(0, ...stored.ops.map((each) => each.n), ...stored.photos.map((each) => each.n));
    // Pending changes are based on an older state: the server must check whether others changed the same fields since.
    base = {
      content: contentOf(report),
      rev: queue.length > 0 && stored.rev !== null ? stored.rev : report.rev,
    };
    const content = applyOps(base.content, reportOpsOf(active())).content;
    state = { report, content, saving: 'saved', waiting: 0, conflicts: [], refused: [], photos: [] };
    if (queue.length === 0) void logFailure(drafts.saveReport(report));
    uploads.resume(stored.photos);
    publishState('saving');
    if (queue.length > 0) schedule(0);
    globalThis.addEventListener?.('online', nowOnline);
  }

  function change(made: OpInput): string | null {
    if (!state) return null;
    const op = { ...made, op_id: ports.newId() } as ReportOp;
    const applied = applyOps(state.content, [op]);
    const reason = applied.results[0]?.refused ?? null;
    if (reason) {
      tellRefused([{ op, reason }]);
      return reason;
    }
    enqueue(op);
    set({ content: applied.content });
    publishState('saving');
    schedule(autosaveMs);
    return null;
  }

  /** Every refusal is shown, whether it is local or from the server. */
  function tellRefused(refused: readonly Refused[]): void {
    const news = refused.filter(needsNotice);
    if (state && news.length > 0) set({ refused: [...state.refused, ...news] });
  }

  function enqueue(op: ReportOp): void {
    const last = queue.at(-1);
    const merged = last && !last.sent && !last.conflict ? mergedOp(last.op, op) : null;
    const waiting: PendingOp =
      last && merged
        ? { ...last, op: merged }
        : { op, report_id: reportId, n: ++counter, sent: false, conflict: null };
    queue = merged ? [...queue.slice(0, -1), waiting] : [...queue, waiting];
    void logFailure(drafts.putOps([waiting]));
  }

  /**
   * Removes a photo canceled during its upload from the report, whether it arrives or not. Queued like any other
   * change.
   */
  function removeUploaded(media_id: string): void {
    enqueue({ type: 'remove_media', media_id, op_id: ports.newId() });
    publishState('saving');
    schedule(0);
  }

  function schedule(delay: number): void {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(() => void flush(), delay);
  }

  function flush(): Promise<boolean> {
    clearTimeout(timer);
    sending ??= sendAll().finally(() => {
      sending = null;
      publishState();
    });
    return sending;
  }

  async function sendAll(): Promise<boolean> {
    while ((active().length > 0 || isBehind) && !isClosed) {
      const batch = active().slice(0, 400);
      const sent = new Set(batch.map((each) => each.op.op_id));
      queue = queue.map((each) => (sent.has(each.op.op_id) ? { ...each, sent: true } : each));
      void logFailure(drafts.putOps(queue.filter((each) => sent.has(each.op.op_id))));
      publishState('saving');
      try {
        if (isBehind) await reload();
        if (batch.length > 0) await confirmed(batch, await ports.save(base.rev, reportOpsOf(batch)));
        pause = 0;
      } catch (error) {
        if (!(await handled(error, batch))) return false;
      }
    }
    return active().length === 0;
  }

  async function confirmed(
    batch: PendingOp[],
    answer: Awaited<ReturnType<EditorPorts['save']>>,
  ): Promise<void> {
    drop(batch);
    base = { content: applyOps(base.content, reportOpsOf(batch)).content, rev: answer.rev };
    const refused = rejectedOps(batch, answer.results);
    if (state) set({ report: { ...state.report, status: answer.status, rev: answer.rev } });
    tellRefused(refused);
    storeBase();
    isBehind ||= answer.behind;
    if (refused.length > 0) rebase();
    publishState('saving');
  }

  /** Stores the confirmed state, which the pending changes are based on. */
  function storeBase(): void {
    if (state)
      void logFailure(
        drafts.saveReport({ ...state.report, rev: base.rev, sections: sectionsOnWire(base.content) }),
      );
  }

  function drop(batch: readonly PendingOp[]): void {
    const ids = new Set(batch.map((each) => each.op.op_id));
    queue = queue.filter((each) => !ids.has(each.op.op_id));
    void logFailure(drafts.dropOps([...ids]));
  }

  /** Reloads the report with the changes of others and applies our pending changes on top. */
  async function reload(): Promise<void> {
    const { rev } = base;
    const known = arrived.length;
    const report = await ports.load();
    // Something was saved in the meantime: the response may be older than our state.
    if (base.rev !== rev) return reload();
    // The response may also be older than photos uploaded in the meantime.
    const content = arrived.slice(known).reduce(withMedia, contentOf(report));
    base = { content, rev: report.rev };
    isBehind = false;
    set({ report, content: applyOps(base.content, reportOpsOf(active())).content });
    storeBase();
  }

  /** Returns true if sending can continue immediately. */
  async function handled(error: unknown, batch: PendingOp[]): Promise<boolean> {
    if (!(error instanceof ApiFailure) || isRetryable(error)) {
      pause = Math.min(longestPauseMs, Math.max(2000, pause * 2));
      publishState('device');
      schedule(pause);
      return false;
    }
    const marked = markConflicts(queue, error);
    if (marked) {
      queue = marked;
      void logFailure(drafts.putOps(queue.filter((each) => each.conflict)));
      isBehind = true;
      publishState('saving');
      return true;
    }
    // Refused by the server: set aside the invalid changes, so that they do not block the rest.
    const wrong = invalidOps(batch, error);
    drop(wrong);
    tellRefused(reportOpsOf(wrong).map((op) => ({ op, reason: error.message })));
    rebase();
    return wrong.length > 0;
  }

  function decide(opId: string, decision: 'mine' | 'theirs'): void {
    const found = queue.find((each) => each.op.op_id === opId);
    if (!found?.conflict) return;
    drop([found]);
    // Choosing theirs is also recorded: first mine, then theirs again, so that the history has both.
    const theirs = revertOp(base.content, found.op);
    const reason = change(found.op as OpInput);
    if (reason === null && decision === 'theirs' && theirs) {
      const last = queue.at(-1);
      if (last) queue = [...queue.slice(0, -1), { ...last, sent: true }];
      change(theirs);
    }
    publishState('saving');
  }

  function nowOnline(): void {
    pause = 0;
    void flush().then(() => uploads.wake());
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    open,
    change,
    async addPhotos(files, to) {
      for (const file of files)
        await uploads.add({ file, ...to, report_id: reportId, media_id: ports.newId(), n: ++counter });
    },
    addVideo: (file, poster, to) =>
      uploads.add({
        file,
        film: { poster },
        ...to,
        report_id: reportId,
        media_id: ports.newId(),
        n: ++counter,
      }),
    retryPhoto: (mediaId) => uploads.retry(mediaId),
    dropPhoto: (mediaId) => uploads.drop(mediaId),
    captionPhoto: (mediaId, caption) => uploads.caption(mediaId, caption),
    flush,
    async sync() {
      if (!(await flush()) || uploads.waiting().length > 0) return false;
      return reload().then(
        () => true,
        () => false,
      );
    },
    keepMine: (opId) => decide(opId, 'mine'),
    takeTheirs: (opId) => decide(opId, 'theirs'),
    dismiss(opId) {
      set({ refused: state?.refused.filter((each) => each.op.op_id !== opId) ?? [] });
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      uploads.close();
      globalThis.removeEventListener?.('online', nowOnline);
    },
  };
}
