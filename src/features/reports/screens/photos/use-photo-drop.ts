import type { PhotoPlace } from '../work/photo-facts.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { useDropTarget } from './drop-target.ts';
import { useTakePhotos } from './photo-intake.ts';

/**
 * Returns the attributes of an item or comment that takes photos dragged from elsewhere in the report or from the
 * computer. `onDropped`: photos arrive.
 */
export function usePhotoDrop(place: PhotoPlace, onDropped?: () => void) {
  const { editor, canEdit } = useEditorTools();
  const take = useTakePhotos();
  const takes = {
    onPhotos: (ids: string[]) => {
      editor.placePhotos(ids, place);
      onDropped?.();
    },
    onFiles: (files: File[]) => {
      take(files, place);
      onDropped?.();
    },
  };
  return useDropTarget(canEdit ? takes : {});
}
