import { session } from '#web/session.ts';
import type { TemplateEditor } from './template-editor.ts';

/**
 * Closes an editor once its user is no longer the one who is signed in, so that nothing of theirs is sent in the name of
 * someone else; what waits stays on the device for them. Calls `onReturn` when they are back.
 */
export function onlyFor(
  userId: string,
  editor: TemplateEditor,
  onReturn: () => void,
  signedIn: Pick<typeof session, 'state' | 'subscribe'> = session,
): () => void {
  let isAway = false;
  return signedIn.subscribe(() => {
    const wasAway = isAway;
    isAway = signedIn.state().user?.id !== userId;
    if (isAway) editor.close();
    else if (wasAway) onReturn();
  });
}
