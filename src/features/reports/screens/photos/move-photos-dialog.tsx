import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { useEditorTools } from '../work/use-report-editor.ts';
import { type PhotoTarget, PhotoTargets } from './photo-targets.tsx';

/** Chooses the item or comment that photos are moved to: for phones and the keyboard, where nothing is dragged. */
export function MovePhotosDialog(props: {
  count: number;
  section: string | null;
  onChoose: (target: PhotoTarget) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const content = editor.state()?.content;
  return (
    <Dialog opened onClose={props.onClose} title={t('photos.moveTitle', { count: props.count })} width={520}>
      {content && <PhotoTargets content={content} section={props.section} onChoose={props.onChoose} />}
    </Dialog>
  );
}
