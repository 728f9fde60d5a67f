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

export const autosaveMs = 800;
const longestPauseMs = 30_000;

/**
 * The report editor's memory: every change is kept on the device before anything else, shown at once, and sent in order
 * after a short rest. What another person changed meanwhile is joined; the same field is a conflict to be decided.
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
  /** Others wrote, or a conflict showed it: the report is to be read anew. */
  let isBehind = false;
  /** The photos that reached the server since the report was opened. */
  const arrived: ReportMedia[] = [];

  const set = (changes: Partial<EditorState>) => {
    if (!state) return;
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const active = () => queue.filter((each) => !each.conflict);
  const tell = (saving?: Saving) => {
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
  /** A device that cannot keep anything (private mode, full disk) still saves to the server. */
  const keep = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => console.error('draft not kept', error));

  const uploads = createUploads({
    drafts,
    upload: ports.upload,
    giveUp: (id, isFilm) => (isFilm ? ports.abandonVideo(id) : takeOut(id)),
    before: () => flush(),
    changed: () => tell('saving'),
    stuck: () => tell('device'),
    done: (media, caption) => {
      arrived.push(media as ReportMedia);
      base = { ...base, content: withMedia(base.content, media as ReportMedia) };
      if (state) set({ content: withMedia(state.content, media as ReportMedia) });
      // What was typed while it was on its way.
      if (caption !== media.caption)
        change({ type: 'update_media', media_id: media.id, changes: { caption } });
      tell();
    },
  });

  async function open(): Promise<void> {
    const kept = await drafts.load(reportId).catch(() => ({ rev: null, report: null, ops: [], photos: [] }));
    const report = await ports.load().catch(orStoredCopy(kept.report));
    // Its person has signed out meanwhile.
    if (isClosed) return;
    queue = kept.ops;
    counter = Math.max(0, ...kept.ops.map((each) => each.n), ...kept.photos.map((each) => each.n));
    // What waits was written upon an older state: the server has to see whether others changed the same since.
    base = { content: contentOf(report), rev: queue.length > 0 && kept.rev !== null ? kept.rev : report.rev };
    const content = applyOps(base.content, reportOpsOf(active())).content;
    state = { report, content, saving: 'saved', waiting: 0, conflicts: [], refused: [], photos: [] };
    if (queue.length === 0) void keep(drafts.saveReport(report));
    uploads.resume(kept.photos);
    tell('saving');
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
    tell('saving');
    schedule(autosaveMs);
    return null;
  }

  /** Nothing is refused in silence, here or by the server. */
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
    void keep(drafts.putOps([waiting]));
  }

  /** A photo that was given up on its way goes out of the report, or never in: the change waits its turn like any other. */
  function takeOut(media_id: string): void {
    enqueue({ type: 'remove_media', media_id, op_id: ports.newId() });
    tell('saving');
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
      tell();
    });
    return sending;
  }

  async function sendAll(): Promise<boolean> {
    while ((active().length > 0 || isBehind) && !isClosed) {
      const batch = active().slice(0, 400);
      const sent = new Set(batch.map((each) => each.op.op_id));
      queue = queue.map((each) => (sent.has(each.op.op_id) ? { ...each, sent: true } : each));
      void keep(drafts.putOps(queue.filter((each) => sent.has(each.op.op_id))));
      tell('saving');
      try {
        if (isBehind) await readAnew();
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
    keepBase();
    isBehind ||= answer.behind;
    if (refused.length > 0) rebase();
    tell('saving');
  }

  /** The device keeps the confirmed state, upon which the waiting changes are written. */
  function keepBase(): void {
    if (state)
      void keep(
        drafts.saveReport({ ...state.report, rev: base.rev, sections: sectionsOnWire(base.content) }),
      );
  }

  function drop(batch: readonly PendingOp[]): void {
    const ids = new Set(batch.map((each) => each.op.op_id));
    queue = queue.filter((each) => !ids.has(each.op.op_id));
    void keep(drafts.dropOps([...ids]));
  }

  /** What others wrote, with our own waiting changes on top. */
  async function readAnew(): Promise<void> {
    const { rev } = base;
    const known = arrived.length;
    const report = await ports.load();
    // Something was saved in between: the answer may be older than what stands here.
    if (base.rev !== rev) return readAnew();
    // The answer may also be older than photos that arrived while it was on its way.
    const content = arrived.slice(known).reduce(withMedia, contentOf(report));
    base = { content, rev: report.rev };
    isBehind = false;
    set({ report, content: applyOps(base.content, reportOpsOf(active())).content });
    keepBase();
  }

  /** True when sending may go on at once. */
  async function handled(error: unknown, batch: PendingOp[]): Promise<boolean> {
    if (!(error instanceof ApiFailure) || isRetryable(error)) {
      pause = Math.min(longestPauseMs, Math.max(2000, pause * 2));
      tell('device');
      schedule(pause);
      return false;
    }
    const marked = markConflicts(queue, error);
    if (marked) {
      queue = marked;
      void keep(drafts.putOps(queue.filter((each) => each.conflict)));
      isBehind = true;
      tell('saving');
      return true;
    }
    // The server does not want it: what is wrong by itself goes aside, so that the rest is not held up.
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
    // Taking theirs is written as well: mine, then theirs again, so that the history knows both.
    const theirs = revertOp(base.content, found.op);
    const reason = change(found.op as OpInput);
    if (reason === null && decision === 'theirs' && theirs) {
      const last = queue.at(-1);
      if (last) queue = [...queue.slice(0, -1), { ...last, sent: true }];
      change(theirs);
    }
    tell('saving');
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
      return readAnew().then(
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
