import { call } from '#web/client/client.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import { askForPersistentStorage } from '../../../../web/editing/persistent-storage.ts';
import { getReport } from '../../contract.ts';
import { addMedia, addVideo, patchReport } from '../../editing-contract.ts';
import { opOnWire } from '../../present.ts';
import type { DraftStore } from './draft-store.ts';
import { createEditor } from './editor-store.ts';
import type { Editor } from './editor-types.ts';
import { originalTimesOf } from './photo-facts.ts';

/** Creates the editor of a report with the API and a store for its drafts. */
export function newEditor(reportId: string, drafts: DraftStore): Editor {
  return createEditor(reportId, {
    load: async () => {
      const report = await call(getReport, { reportId });
      if (report.projection !== 'full') throw new Error('not the whole report');
      return report;
    },
    save: (rev, ops, own) => call(patchReport, { id: reportId, rev, ops: ops.map(opOnWire), own }),
    upload: async ({ film, file, facts, ...photo }, onProgress, signal) => {
      const { item_id, comment_id } = photo;
      const place = { id: reportId, ...photo, item_id: item_id ?? '', comment_id: comment_id ?? '' };
      if (!film) {
        const input = { ...place, ...originalTimesOf(facts), file };
        return (await call(addMedia, input, { onProgress, signal })).media;
      }
      // Loaded on demand, since few users record videos.
      const { uploadVideo } = await import('./upload-video.ts');
      await uploadVideo({
        reportId,
        media_id: photo.media_id,
        file,
        begun: film.begun === true,
        onProgress,
        signal,
      });
      const poster = film.poster && new File([film.poster], 'poster.jpg', { type: 'image/jpeg' });
      const input = { ...place, name: file.name.slice(0, 200), ...(poster ? { poster } : {}) };
      return (await call(addVideo, input, { signal, timeoutMs: 120_000 })).media;
    },
    abandonVideo: (mediaId) => {
      void import('./upload-video.ts')
        .then(({ abandonVideo }) => abandonVideo(reportId, mediaId))
        .catch(() => {});
    },
    drafts,
    newId: newRecordId,
    keepsOnDevice: askForPersistentStorage,
  });
}
