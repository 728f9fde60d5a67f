import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { useUser } from '#web/session.ts';
import type { FullReport } from '../../contract.ts';
import type { Editor, EditorState } from './editor-types.ts';
import { openEditors } from './open-editors.ts';

// Loaded with the editor rather than for the first photo: on site there may be no connection by then.
void import('#web/client/upload.ts').catch(() => {});

/** What the parts of the editor need, passed down once. Does not change while a report is open. */
export interface EditorTools {
  reportId: string;
  editor: Editor;
  settings: FullReport['settings'];
  ratings: FullReport['ratings'];
  canEdit: boolean;
  /** Whether the user may add comments to templates. */
  canAddToTemplate: boolean;
  /** The company's zone, in which times are shown and a camera's time without an offset counts. */
  timezone: string;
  /** When the inspection takes place. */
  inspectedAt: string;
  /** Address of a photo of the report without marks and crop; they are drawn over it. */
  pictureUrl: (publicId: string, size: 'large' | 'medium' | 'thumb') => string;
  /** Address of a video of the report; its picture is the poster. */
  videoUrl: (publicId: string) => string;
}

const Tools = createContext<EditorTools | null>(null);
export const EditorToolsProvider = Tools;

/** The tools of the surrounding report editor. Throws outside of one. */
export function useEditorTools(): EditorTools {
  const tools = use(Tools);
  if (!tools) throw new Error('outside of the report editor');
  return tools;
}

/** Opens a report's editor for the signed-in user, or joins the one that is still sending earlier changes. */
export function useReportEditor(reportId: string): {
  editor: Editor | null;
  state: EditorState | null;
  failure: ApiFailure | null;
  retry: () => void;
} {
  const { id, subscriber_id } = useUser();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [editor, setEditor] = useState<Editor | null>(null);
  useEffect(() => {
    let isGone = false;
    const joined = openEditors.join(reportId, { id, subscriber_id });
    setEditor(joined.editor);
    setFailure(null);
    joined.opened.catch((error: ApiFailure) => {
      if (!isGone) setFailure(error);
    });
    return () => {
      isGone = true;
      joined.leave();
    };
  }, [reportId, id, subscriber_id, attempt]);
  const state = useSyncExternalStore(editor?.subscribe ?? toNobody, () => editor?.state() ?? null);
  return { editor, state, failure, retry: () => setAttempt(attempt + 1) };
}

const toNobody = () => () => {};
