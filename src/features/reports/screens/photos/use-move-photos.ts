import { allMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import type { PhotoPlace } from '../work/photo-facts.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import type { PhotoTarget } from './photo-targets.tsx';

/** Returns a function that moves photos to an item or comment, and offers to undo it. */
export function useMovePhotos(): (ids: readonly string[], target: PhotoTarget) => void {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  return (ids, target) => {
    const before = ids.map((id) => ({ id, place: placeOf(id) }));
    const { item_id, comment_id, name } = target;
    if (editor.placePhotos(ids, { item_id, comment_id }) !== null) return;
    toast(t('photos.moved', { count: ids.length, name }), {
      kind: 'success',
      milliseconds: 7000,
      action: { label: t('photos.undo'), run: () => undo(before) },
    });
  };

  function placeOf(id: string): PhotoPlace {
    const state = editor.state();
    const found =
      state?.photos.find((photo) => photo.media_id === id) ??
      (state && allMedia(state.content).find((photo) => photo.id === id));
    return { item_id: found?.item_id ?? null, comment_id: found?.comment_id ?? null };
  }

  function undo(before: readonly { id: string; place: PhotoPlace }[]): void {
    const places = new Map(before.map(({ place }) => [`${place.item_id} ${place.comment_id}`, place]));
    for (const [key, place] of places) {
      const own = before.filter((each) => `${each.place.item_id} ${each.place.comment_id}` === key);
      editor.placePhotos(
        own.map(({ id }) => id),
        place,
      );
    }
  }
}
