import type { DraftStore } from './draft-store.ts';

/** Wraps a draft store to track whether everything was really stored: on a full disk or in private mode it is not. */
export function trackDraftSaves(drafts: DraftStore): { drafts: DraftStore; areKept: () => boolean } {
  /** Ids not confirmed as stored, with the number of the attempt that would store them. */
  const unkept = new Map<string, number>();
  let attempts = 0;

  async function keeping(ids: readonly string[], work: () => Promise<void>): Promise<void> {
    const own = ++attempts;
    for (const id of ids) unkept.set(id, own);
    await work();
    for (const id of ids) if (unkept.get(id) === own) unkept.delete(id);
  }

  function dropped(ids: readonly string[]): void {
    for (const id of ids) unkept.delete(id);
  }

  return {
    areKept: () => unkept.size === 0,
    drafts: {
      load: (reportId) => drafts.load(reportId),
      saveReport: (report) => drafts.saveReport(report),
      putOps: (ops) =>
        keeping(
          ops.map(({ op }) => op.op_id),
          () => drafts.putOps(ops),
        ),
      putPhoto: (photo) => keeping([photo.media_id], () => drafts.putPhoto(photo)),
      async dropOps(ids) {
        dropped(ids);
        await drafts.dropOps(ids);
      },
      async dropPhoto(id) {
        dropped([id]);
        await drafts.dropPhoto(id);
      },
    },
  };
}
