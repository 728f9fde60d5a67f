import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconCamera } from '#web/ui/layout/icons.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { usePhotoIntake } from './photo-intake.ts';
import classes from './photos.module.css';

/**
 * Opens the camera of a phone or tablet for an item or a comment, in one tap. It stays where it is while photos arrive, for
 * the next shot.
 */
export function CameraButton(props: { itemId: string; commentId: string | null; subject: string }) {
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const isTouch = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false });
  const input = useRef<HTMLInputElement>(null);
  const { take } = usePhotoIntake({ item_id: props.itemId, comment_id: props.commentId });
  if (!isTouch || !canEdit) return null;
  return (
    <label className={classes.camera}>
      <IconCamera size={22} aria-hidden />
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        className={classes.input}
        aria-label={t('photos.takeFor', { name: props.subject })}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = '';
          take(files);
        }}
      />
    </label>
  );
}
