import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl } from '#web/pictures.ts';
import {
  IconPencil,
  IconPhoto,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconVideo,
  IconX,
} from '#web/ui/layout/icons.ts';
import { ShownPhoto } from '../../parts/shown-photo.tsx';
import { useMediaName } from '../../parts/use-media-name.ts';
import { dragPhotos } from '../../photos/drop-target.ts';
import type { UploadingMedia } from '../../work/photo-uploads.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

/** A photo or video of the report, which opens large. */
export function MediaTile(props: { photo: ReportMedia; n: number; subject: string; onOpen: () => void }) {
  const { photo, n, subject } = props;
  const nameOf = useMediaName();
  const { pictureUrl, canEdit } = useEditorTools();
  return (
    <button
      type="button"
      aria-label={nameOf(photo, n, subject)}
      className={classes.photo}
      onClick={props.onOpen}
      data-row
      {...(canEdit ? dragPhotos(() => [photo.id]) : {})}
    >
      <ShownPhoto photo={photo} src={pictureUrl(photo.public_id ?? '', 'thumb')} alt="" fills />
      {photo.kind === 'video' && (
        <span className={classes.play} aria-hidden>
          <IconPlayerPlay size={22} />
        </span>
      )}
      {photo.caption && <span className={classes.photoCaption}>{photo.caption}</span>}
    </button>
  );
}

/** A photo or video that the server does not have yet, with its progress. */
export function WaitingTile({ photo, onAnnotate }: { photo: UploadingMedia; onAnnotate?: () => void }) {
  const t = useTranslation('reports');
  const url = useObjectUrl(photo.film ? photo.film.poster : (photo.facts?.thumb ?? null));
  const Icon = photo.film ? IconVideo : IconPhoto;
  const percent = Math.round(photo.progress * 100);
  return (
    <div
      className={classes.photo}
      data-row
      data-waiting
      data-failed={(isStuck(photo) && photo.reason !== null) || undefined}
    >
      {url && <img src={url} alt={t(photo.film ? 'edit.videoWaiting' : 'edit.photoWaiting')} />}
      {!url && <Icon size={30} className={classes.filmMark} aria-hidden />}
      {photo.state === 'uploading' && (
        <progress
          className={classes.progress}
          max={100}
          value={percent}
          aria-label={t('edit.uploading', { percent })}
        />
      )}
      <span className={classes.photoState} role={photo.reason ? 'alert' : undefined}>
        {photo.reason
          ? `${photo.name}: ${photo.reason}`
          : t(photo.state === 'uploading' ? 'edit.uploading' : 'edit.onDevice', { percent })}
      </span>
      <UploadButtons photo={photo} onAnnotate={photo.film ? undefined : onAnnotate} />
    </div>
  );
}

const isStuck = ({ state }: UploadingMedia) => state === 'failed' || state === 'refused';

/** A running video can be canceled; what is stuck can be retried or deleted. */
function UploadButtons({
  photo,
  onAnnotate,
}: {
  photo: UploadingMedia;
  onAnnotate: (() => void) | undefined;
}) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const drop = () => editor.dropPhoto(photo.media_id);
  const annotate = onAnnotate && (
    <button type="button" aria-label={t('annotate.title')} onClick={onAnnotate}>
      <IconPencil size={20} aria-hidden />
    </button>
  );
  if (!isStuck(photo))
    return (
      <span className={classes.photoTools}>
        {annotate}
        {photo.film && (
          <button type="button" aria-label={t('edit.cancelVideo')} onClick={drop}>
            <IconX size={20} aria-hidden />
          </button>
        )}
      </span>
    );
  return (
    <span className={classes.photoTools}>
      {photo.state === 'failed' && annotate}
      {photo.state === 'failed' && (
        <button
          type="button"
          aria-label={t('edit.retryPhoto')}
          onClick={() => editor.retryPhoto(photo.media_id)}
        >
          <IconRefresh size={20} aria-hidden />
        </button>
      )}
      <button
        type="button"
        aria-label={t(photo.film ? 'edit.deleteVideo' : 'edit.deletePhoto')}
        onClick={drop}
      >
        <IconTrash size={20} aria-hidden />
      </button>
    </span>
  );
}
