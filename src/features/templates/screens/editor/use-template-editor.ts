import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { call } from '#web/client/client.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import { askForPersistentStorage } from '#web/editing/persistent-storage.ts';
import { useUser } from '#web/session.ts';
import { type EditedTemplate, getTemplate } from '../../contract.ts';
import { patchTemplate } from '../../editing-contract.ts';
import { templateOf, templateOpOnWire } from '../../present.ts';
import { onlyFor } from '../work/only-for.ts';
import { openTemplateDrafts } from '../work/template-drafts.ts';
import { TemplateEditor } from '../work/template-editor.ts';
import type { TemplateEditorState } from '../work/template-editor-types.ts';

/** What the parts of the editor need. Does not change while a template is open. */
interface EditorTools {
  editor: TemplateEditor;
  choices: EditedTemplate['choices'];
}

const Tools = createContext<EditorTools | null>(null);
export const EditorToolsProvider = Tools;

/** The tools of the surrounding template editor. Throws outside of one. */
export function useEditorTools(): EditorTools {
  const tools = use(Tools);
  if (!tools) throw new Error('outside of the template editor');
  return tools;
}

interface Opened {
  tools: EditorTools | null;
  state: TemplateEditorState | null;
  failure: ApiFailure | null;
  retry: () => void;
}

/** Opens the editor of a template for the signed-in user; a window that comes back reads what others changed. */
export function useTemplateEditor(templateId: string): Opened {
  const user = useUser();
  const [attempt, setAttempt] = useState(0);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [tools, setTools] = useState<EditorTools | null>(null);
  useEffect(() => {
    let isGone = false;
    let choices: EditorTools['choices'] | null = null;
    const editor = new TemplateEditor({
      load: async () => {
        const answer = await call(getTemplate, { id: templateId });
        choices ??= answer.choices;
        return templateOf(answer);
      },
      save: ({ rev, ops, own }) =>
        call(patchTemplate, { id: templateId, rev, ops: ops.map(templateOpOnWire), own: [...own] }),
      drafts: openTemplateDrafts(user.id, templateId),
      newId: newRecordId,
      keepsOnDevice: askForPersistentStorage,
    });
    const stopWatching = onlyFor(user.id, editor, () => !isGone && setAttempt((n) => n + 1));
    setFailure(null);
    editor.open().then(
      () => !isGone && choices && setTools({ editor, choices }),
      (error: ApiFailure) => !isGone && setFailure(error),
    );
    const refresh = () => document.visibilityState === 'visible' && void editor.refresh();
    const online = () => void editor.flush();
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', online);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', online);
      // Fields that unmount now commit what was typed last; then everything is sent.
      queueMicrotask(
        () =>
          void editor.flush().finally(() => {
            stopWatching();
            editor.close();
          }),
      );
    };
  }, [templateId, user.id, attempt]);
  const editor = tools?.editor;
  const state = useSyncExternalStore(editor?.subscribe ?? toNobody, () => editor?.state() ?? null);
  return { tools, state, failure, retry: () => setAttempt(attempt + 1) };
}

const toNobody = () => () => {};
