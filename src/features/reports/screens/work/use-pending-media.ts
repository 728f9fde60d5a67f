import { useRef, useSyncExternalStore } from 'react';
import type { UploadingMedia } from './photo-uploads.ts';
import { useEditorTools } from './use-report-editor.ts';

const none: readonly UploadingMedia[] = [];

/** The pending uploads of one item or comment; only that place renders on progress. */
export function usePendingMedia(itemId: string | null, commentId: string | null): readonly UploadingMedia[] {
  const { editor } = useEditorTools();
  const last = useRef<readonly UploadingMedia[]>(none);
  return useSyncExternalStore(editor.subscribe, () => {
    const photos = editor.state()?.photos ?? none;
    const own = photos.filter((photo) => photo.item_id === itemId && photo.comment_id === commentId);
    const isSame = own.length === last.current.length && own.every((photo, i) => photo === last.current[i]);
    if (!isSame) last.current = own.length === 0 ? none : own;
    return last.current;
  });
}
