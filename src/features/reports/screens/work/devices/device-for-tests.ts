import sharp from 'sharp';
import { newId } from '#server/ids.ts';
import type { TestUser } from '#testing/test-user.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import * as contract from '../../../contract.ts';
import * as editing from '../../../editing-contract.ts';
import type { MediaOnWire } from '../../../media-contract.ts';
import { opOnWire } from '../../../present.ts';
import type { ConfirmedOp, DraftStore, PendingMedia, PendingOp } from '../draft-store.ts';
import { createEditor } from '../editor-store.ts';
import type { Editor, EditorPorts } from '../editor-types.ts';

/** A device whose storage outlives the tab and whose connection can be interrupted. */
export function device() {
  let head: { rev: number; report: contract.FullReport | null; own: ConfirmedOp[] } | null = null;
  const ops = new Map<string, PendingOp>();
  const photos = new Map<string, PendingMedia>();
  const drafts: DraftStore = {
    load: async () => ({
      rev: head?.rev ?? null,
      report: head?.report ?? null,
      own: head?.own ?? [],
      ops: [...ops.values()],
      photos: [...photos.values()],
    }),
    saveReport: async (report, own) => {
      head = { rev: report.rev, report, own: [...own] };
    },
    putOps: async (all) => {
      for (const each of all) ops.set(each.op.op_id, each);
    },
    dropOps: async (ids) => {
      for (const id of ids) ops.delete(id);
    },
    putPhoto: async (photo) => {
      photos.set(photo.media_id, photo);
    },
    dropPhoto: async (id) => {
      photos.delete(id);
    },
  };
  return {
    drafts,
    ops,
    photos,
    isOnline: true,
    losesAnswers: 0,
    mayUpload: Promise.resolve(),
    /** Runs after a report was read and before the response arrives. */
    onItsWay: () => Promise.resolve(),
  };
}
export type Device = ReturnType<typeof device>;

/** Opens a user's editor on a device, using the real routes. */
export async function openOn(person: TestUser, reportId: string, on: Device): Promise<Editor> {
  const reach = async <T>(
    work: () => Promise<{ data: T; error: contract.FullReport | unknown; status: number }>,
  ): Promise<T> => {
    if (!on.isOnline) throw new ApiFailure('NETWORK', 'no', 0, null, null);
    const answer = await work();
    const error = answer.error as { type: string; message: string; details: Record<string, unknown> } | null;
    if (error) throw new ApiFailure(error.type, error.message, answer.status, error.details, answer);
    if (on.losesAnswers > 0) {
      on.losesAnswers--;
      throw new ApiFailure('NETWORK', 'lost', 0, null, null);
    }
    return answer.data;
  };
  const ports: EditorPorts = {
    load: async () => {
      const report = await reach(() => person.request(contract.getReport, { reportId }));
      await on.onItsWay();
      return report as contract.FullReport;
    },
    save: (rev, ops, own) =>
      reach(() =>
        person.request(editing.patchReport, { id: reportId, rev, ops: ops.map(opOnWire), own }),
      ) as ReturnType<EditorPorts['save']>,
    abandonVideo: () => {},
    upload: async (photo) => {
      await on.mayUpload;
      const answer = (await reach(() =>
        person.request(editing.addMedia, {
          id: reportId,
          ...photo,
          item_id: photo.item_id ?? '',
          comment_id: photo.comment_id ?? '',
        }),
      )) as {
        media: MediaOnWire;
      };
      return answer.media;
    },
    drafts: on.drafts,
    newId,
  };
  const editor = createEditor(reportId, ports);
  await editor.open();
  return editor;
}

/** A small photo. */
export async function photo(): Promise<File> {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], 'p.jpg', { type: 'image/jpeg' });
}
