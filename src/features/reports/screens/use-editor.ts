import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiFailure } from '#web/client.ts';
import { call } from '#web/client.ts';
import { useUser } from '#web/session.ts';
import { type FullReport, getReport } from '../contract.ts';
import { addMedia, addVideo, patchReport } from '../editing-contract.ts';
import { opOnWire } from '../present.ts';
import { browserDrafts } from './drafts.ts';
import { createEditor } from './editor-store.ts';
import type { Editor, EditorState } from './editor-types.ts';
import { newReportId } from './new-report-id.ts';

// With the editor, not when the first photo is sent: on site there may be no connection to fetch it by then.
void import('#web/upload.ts').catch(() => {});

/** What the parts of the editor need, handed down once; it never changes while a report is open. */
export interface EditorTools {
  editor: Editor;
  settings: FullReport['settings'];
  ratings: FullReport['ratings'];
  canEdit: boolean;
  /** Address of a photo of the report. */
  picture: (publicId: string, size: 'large' | 'medium' | 'thumb') => string;
  /** Address of a video of the report; its picture is its poster. */
  film: (publicId: string) => string;
}

const Tools = createContext<EditorTools | null>(null);
export const EditorToolsProvider = Tools;

export function useTools(): EditorTools {
  const tools = use(Tools);
  if (!tools) throw new Error('outside of the report editor');
  return tools;
}

/** Opens the editor of a report for the signed-in person and closes it with the page. */
export function useReportEditor(reportId: string): {
  editor: Editor;
  state: EditorState | null;
  failure: ApiFailure | null;
  retry: () => void;
} {
  const user = useUser();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [editor, setEditor] = useState(() => newEditor(reportId, user));
  useEffect(() => {
    let isGone = false;
    const opened = newEditor(reportId, user);
    setEditor(opened);
    setFailure(null);
    opened.open().catch((error: ApiFailure) => {
      if (!isGone) setFailure(error);
    });
    // What waits is on the device already; leaving only gives it a chance to arrive at once.
    const leave = () => {
      if (document.visibilityState === 'hidden') void opened.flush();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', leave);
      void opened.flush().finally(() => opened.close());
    };
  }, [reportId, user.id, user.subscriber_id, attempt]);
  const state = useSyncExternalStore(editor.subscribe, editor.state);
  return { editor, state, failure, retry: () => setAttempt(attempt + 1) };
}

function newEditor(reportId: string, user: { id: string; subscriber_id: string }): Editor {
  return createEditor(reportId, {
    load: async () => {
      const report = await call(getReport, { reportId });
      if (report.projection !== 'full') throw new Error('not the whole report');
      return report;
    },
    save: (rev, ops) => call(patchReport, { id: reportId, rev, ops: ops.map(opOnWire) }),
    upload: async ({ film, file, ...photo }, onProgress, signal) => {
      const place = { id: reportId, ...photo, comment_id: photo.comment_id ?? '' };
      if (!film) return (await call(addMedia, { ...place, file }, { onProgress, signal })).media;
      // A library of its own, for the few who film.
      const { sendVideo } = await import('./send-video.ts');
      await sendVideo({
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
    giveUpVideo: (mediaId) => {
      void import('./send-video.ts')
        .then(({ giveUpVideo }) => giveUpVideo(reportId, mediaId))
        .catch(() => {});
    },
    drafts: browserDrafts(user.subscriber_id, user.id),
    newId: newReportId,
  });
}
