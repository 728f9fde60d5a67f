import { useTranslation } from '#web/i18n.ts';
import { IconPhoto } from '#web/ui/layout/icons.ts';
import type { Editor, EditorState } from '../work/editor-types.ts';
import { useDropTarget } from './drop-target.ts';
import classes from './photos.module.css';

/** The id of the unsorted photos where a section is expected. */
export const unsortedId = 'unsorted';

/** Opens the unsorted photos and says how many there are; photos dropped on it become unsorted. */
export function UnsortedEntry(props: {
  state: EditorState;
  editor: Editor;
  isCurrent: boolean;
  onChoose: () => void;
}) {
  const { state, editor } = props;
  const t = useTranslation('reports');
  const { can_edit } = state.report.permissions;
  const onPhotos = (ids: string[]) => void editor.placePhotos(ids, { item_id: null, comment_id: null });
  const drop = useDropTarget(can_edit ? { onPhotos } : {});
  const waiting = state.photos.filter((photo) => photo.item_id === null).length;
  const count = (state.content.unsorted?.length ?? 0) + waiting;
  if (!can_edit && count === 0) return null;
  return (
    <button
      type="button"
      className={classes.entry}
      aria-current={props.isCurrent ? 'true' : undefined}
      onClick={props.onChoose}
      {...drop}
    >
      <IconPhoto size={18} aria-hidden />
      <span className={classes.entryName}>{t('photos.unsorted')}</span>
      {count > 0 && <span className={classes.count}>{count}</span>}
    </button>
  );
}
