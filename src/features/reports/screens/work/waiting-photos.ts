import { useRef, useSyncExternalStore } from 'react';
import type { ShownPhoto } from './photo-uploads.ts';
import { useTools } from './use-editor.ts';

const none: readonly ShownPhoto[] = [];

/** The photos of one place that are still on their way; only that place renders while they travel. */
export function useWaitingPhotos(itemId: string, commentId: string | null): readonly ShownPhoto[] {
  const { editor } = useTools();
  const last = useRef<readonly ShownPhoto[]>(none);
  return useSyncExternalStore(editor.subscribe, () => {
    const photos = editor.state()?.photos ?? none;
    const own = photos.filter((photo) => photo.item_id === itemId && photo.comment_id === commentId);
    const isSame = own.length === last.current.length && own.every((photo, i) => photo === last.current[i]);
    if (!isSame) last.current = own.length === 0 ? none : own;
    return last.current;
  });
}
