import { Button } from '@mantine/core';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { confirm } from '#web/ui/dialog/confirm.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '#web/ui/layout/icons.ts';
import { AutosaveTextField } from '../../../../../web/ui/inputs/autosave-fields.tsx';
import { ShownPhoto } from '../../parts/shown-photo.tsx';
import { VideoPlayer } from '../../parts/video-player.tsx';
import { MovePhotoButton } from '../../photos/move-photo-button.tsx';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';
import { PhotoLocation } from './photo-location.tsx';

/** Shows one photo large, or plays one video, with its caption, its position and a button to remove it. */
export function PhotoDialog(props: {
  media: readonly ReportMedia[];
  at: number;
  /** The locations of the photo's comment. */
  locations: readonly string[];
  onMove: (mediaId: string) => void;
  onAnnotate: () => void;
  onClose: () => void;
}) {
  const { media, at, onAnnotate, onClose } = props;
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  const photo = media[at];
  if (!photo) return null;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t(photo.kind === 'video' ? 'view.videoOf' : 'view.photoOf', { n: at + 1, total: media.length })}
      width={760}
      footer={canEdit && <PhotoActions {...{ media, at, photo, onAnnotate, onClose }} />}
    >
      <div className={classes.bigPhoto}>
        <LargeMedia photo={photo} />
      </div>
      <AutosaveTextField
        key={photo.id}
        label={t('edit.caption')}
        value={photo.caption}
        maxLength={500}
        disabled={!canEdit}
        onCommit={(caption) =>
          editor.change({ type: 'update_media', media_id: photo.id, changes: { caption } })
        }
      />
      <PhotoLocation photo={photo} locations={props.locations} />
    </Dialog>
  );
}

function LargeMedia({ photo }: { photo: ReportMedia }) {
  const t = useTranslation('reports');
  const { pictureUrl, videoUrl } = useEditorTools();
  const { width, height } = photo;
  const picture = pictureUrl(photo.public_id ?? '', 'large');
  if (photo.kind === 'video')
    return (
      <VideoPlayer
        key={photo.id}
        src={videoUrl(photo.public_id ?? '')}
        poster={picture}
        width={width}
        height={height}
        label={photo.caption || t('view.video')}
      />
    );
  return <ShownPhoto photo={photo} src={picture} alt={photo.caption || t('view.photo')} />;
}

/** Buttons to remove the photo and to change its position. */
function PhotoActions(props: {
  media: readonly ReportMedia[];
  at: number;
  photo: ReportMedia;
  onAnnotate: () => void;
  onClose: () => void;
}) {
  const { media, at, photo, onAnnotate, onClose } = props;
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const move = (after: ReportMedia | undefined) =>
    editor.change({ type: 'move_media', media_id: photo.id, after_id: after?.id ?? null });
  return (
    <div className={classes.photoFooter}>
      <RemoveButton photo={photo} onRemove={onClose} />
      <MovePhotoButton photo={photo} onMoved={onClose} />
      <span className={classes.grow} />
      {media.length > 1 && (
        <>
          <Button
            variant="default"
            disabled={at === 0}
            leftSection={<IconArrowLeft size={16} />}
            onClick={() => move(media[at - 2])}
          >
            {t('edit.earlier')}
          </Button>
          <Button
            variant="default"
            disabled={at === media.length - 1}
            rightSection={<IconArrowRight size={16} />}
            onClick={() => move(media[at + 1])}
          >
            {t('edit.later')}
          </Button>
        </>
      )}
      {photo.kind === 'photo' && (
        <Button leftSection={<IconPencil size={16} />} onClick={onAnnotate}>
          {t('annotate.open')}
        </Button>
      )}
    </div>
  );
}

function RemoveButton({ photo, onRemove }: { photo: ReportMedia; onRemove: () => void }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const isVideo = photo.kind === 'video';
  async function remove() {
    const isSure = await confirm({
      title: t(isVideo ? 'edit.deleteVideoTitle' : 'edit.deletePhotoTitle'),
      yes: t(isVideo ? 'edit.deleteVideo' : 'edit.deletePhoto'),
      destroys: true,
    });
    if (!isSure) return;
    onRemove();
    editor.change({ type: 'remove_media', media_id: photo.id });
  }
  return (
    <Button variant="default" color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove()}>
      {t(isVideo ? 'edit.deleteVideo' : 'edit.deletePhoto')}
    </Button>
  );
}
