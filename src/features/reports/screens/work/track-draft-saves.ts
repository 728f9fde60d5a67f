import type { DraftStore } from './draft-store.ts';

/** Wraps a draft store to track whether everything was really stored: on a full disk or in private mode it is not. */
export function trackDraftSaves(drafts: DraftStore): { drafts: DraftStore; areStored: () => boolean } {
  /** Ids not confirmed as stored, with the number of the attempt that would store them. */
  const unconfirmed = new Map<string, number>();
  let attempts = 0;

  async function track(ids: readonly string[], work: () => Promise<void>): Promise<void> {
    const own = ++attempts;
    for (const id of ids) unconfirmed.set(id, own);
    await work();
    for (const id of ids) if (unconfirmed.get(id) === own) unconfirmed.delete(id);
  }

  function untrack(ids: readonly string[]): void {
    for (const id of ids) unconfirmed.delete(id);
  }

  return {
    areStored: () => unconfirmed.size === 0,
    drafts: {
      load: (reportId) => drafts.load(reportId),
      saveReport: (report) => drafts.saveReport(report),
      putOps: (ops) =>
        track(
          ops.map(({ op }) => op.op_id),
          () => drafts.putOps(ops),
        ),
      putPhoto: (photo) => track([photo.media_id], () => drafts.putPhoto(photo)),
      async dropOps(ids) {
        untrack(ids);
        await drafts.dropOps(ids);
      },
      async dropPhoto(id) {
        untrack([id]);
        await drafts.dropPhoto(id);
      },
    },
  };
}
