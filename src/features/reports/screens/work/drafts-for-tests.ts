import type { FullReport } from '../../contract.ts';
import type { DraftStore, PendingMedia, PendingOp } from './draft-store.ts';

/** A report with one item and one comment, as its editors get it. */
export const smallReport = {
  projection: 'full',
  id: 'r1',
  public_id: 'p1',
  name: 'Home inspection',
  status: 'in_progress',
  rev: 1,
  published_rev: null,
  first_published_at: null,
  published_at: null,
  ratings: [],
  people: [],
  settings: {},
  permissions: { can_edit: true },
  appointment: { id: 'a1', address: '12 Main St' },
  sections: [
    {
      id: 's1',
      name: 'Roof',
      position: 0,
      items: [
        {
          id: 'i1',
          section_id: 's1',
          name: 'Covering',
          position: 0,
          rating: null,
          show_ratings: true,
          media: [],
          comments: [{ id: 'c1', item_id: 'i1', kind: 3, name: 'Worn', position: 0 }],
        },
      ],
    },
  ],
} as unknown as FullReport;

/** One user's drafts in a browser, held in memory; they outlive the windows. */
export function memoryDrafts() {
  const ops = new Map<string, PendingOp>();
  const photos = new Map<string, PendingMedia>();
  let head: FullReport | null = null;
  const drafts: DraftStore & { close(): void } = {
    load: async () => ({
      rev: head?.rev ?? null,
      report: head,
      own: [],
      ops: [...ops.values()],
      photos: [...photos.values()],
    }),
    saveReport: async (report) => {
      head = report;
    },
    putOps: async (all) => {
      for (const each of all) ops.set(each.op.op_id, each);
    },
    dropOps: async (ids) => {
      for (const id of ids) ops.delete(id);
    },
    putPhoto: async (photo) => void photos.set(photo.media_id, photo),
    dropPhoto: async (id) => void photos.delete(id),
    close: () => {},
  };
  return { ops, photos, drafts };
}
