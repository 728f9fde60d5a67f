import { lazy, Suspense, useRef, useState } from 'react';
import type { ReportMedia } from '#domain/reports.ts';
import { useText } from '#web/i18n.ts';
import { useObjectUrl } from '#web/pictures.ts';
import { IconCamera, IconRefresh, IconTrash } from '#web/ui/icons.ts';
import classes from './editor.module.css';
import { type PhotoProblem, photoProblem } from './photo-problem.ts';
import type { ShownPhoto } from './photo-uploads.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { useTools } from './use-editor.ts';
import { useWaitingPhotos } from './waiting-photos.ts';

const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }));

interface Refusal {
  name: string;
  problem: PhotoProblem;
}

const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif';

/** The photos of an item or of one of its comments, those on their way too, and the button that adds more. */
export function PhotoStrip(props: {
  itemId: string;
  commentId: string | null;
  media: readonly ReportMedia[];
  subject: string;
}) {
  const { itemId, commentId, media, subject } = props;
  const t = useText('reports');
  const { picture } = useTools();
  const [open, setOpen] = useState<string | null>(null);
  const waiting = useWaitingPhotos(itemId, commentId);
  const shown = media.findIndex((photo) => photo.id === open);
  return (
    <section className={classes.photos} aria-label={t('edit.photosOf', { name: subject })}>
      {media.map((photo, i) => (
        <button key={photo.id} type="button" className={classes.photo} onClick={() => setOpen(photo.id)}>
          <img
            src={picture(photo.public_id ?? '', 'thumb')}
            width={photo.width}
            height={photo.height}
            loading="lazy"
            alt={photo.caption || t('view.photoOfItem', { n: i + 1, item: subject })}
          />
          {photo.caption && <span className={classes.photoCaption}>{photo.caption}</span>}
        </button>
      ))}
      {waiting.map((photo) => (
        <WaitingTile key={photo.media_id} photo={photo} />
      ))}
      <AddPhotos
        itemId={itemId}
        commentId={commentId}
        subject={subject}
        isAlone={media.length + waiting.length === 0}
      />
      {shown >= 0 && (
        <Suspense>
          <PhotoDialog media={media} at={shown} onMove={setOpen} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </section>
  );
}

function WaitingTile({ photo }: { photo: ShownPhoto }) {
  const t = useText('reports');
  const { editor } = useTools();
  const url = useObjectUrl(photo.blob);
  const percent = Math.round(photo.progress * 100);
  const isStuck = photo.state === 'failed' || photo.state === 'refused';
  return (
    <div className={classes.photo} data-waiting data-failed={(isStuck && photo.reason !== null) || undefined}>
      {url && <img src={url} alt={t('edit.photoWaiting')} />}
      {photo.state === 'uploading' && (
        <progress
          className={classes.progress}
          max={100}
          value={percent}
          aria-label={t('edit.uploading', { percent })}
        />
      )}
      <span className={classes.photoState} role={photo.reason ? 'alert' : undefined}>
        {photo.reason ?? t(photo.state === 'uploading' ? 'edit.uploading' : 'edit.onDevice', { percent })}
      </span>
      {isStuck && (
        <span className={classes.photoTools}>
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
            aria-label={t('edit.deletePhoto')}
            onClick={() => editor.dropPhoto(photo.media_id)}
          >
            <IconTrash size={20} aria-hidden />
          </button>
        </span>
      )}
    </div>
  );
}

function AddPhotos(props: {
  itemId: string;
  commentId: string | null;
  subject: string;
  /** Without photos beside it, it is a line and no tile. */
  isAlone: boolean;
}) {
  const { itemId, commentId, subject } = props;
  const t = useText('reports');
  const { editor, settings, canEdit } = useTools();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal[]>([]);
  if (!canEdit) return null;
  async function take(list: FileList | null) {
    const files = [...(list ?? [])];
    if (input.current) input.current.value = '';
    setBusy(true);
    const found: Refusal[] = [];
    for (const given of files) {
      const file = await shrinkPhoto(given, settings.photo_quality);
      // Looked at here, before it takes the road of a basement for nothing.
      const problem = await photoProblem(file);
      if (problem) found.push({ name: given.name, problem });
      else await editor.addPhotos([file], { item_id: itemId, comment_id: commentId });
    }
    setRefused(found);
    setBusy(false);
  }
  return (
    <>
      <label
        className={classes.addPhoto}
        data-alone={props.isAlone || undefined}
        data-busy={isBusy || undefined}
      >
        <IconCamera size={22} aria-hidden />
        <span>{t('edit.addPhotos')}</span>
        <input
          ref={input}
          type="file"
          accept={accepted}
          multiple
          className={classes.fileInput}
          aria-label={t('edit.addPhotosTo', { name: subject })}
          onChange={(event) => void take(event.currentTarget.files)}
        />
      </label>
      {refused.length > 0 && (
        <ul className={classes.refusedPhotos} role="alert">
          {refused.map(({ name, problem }) => (
            <li key={name}>
              {name}: {t(`edit.photoProblem.${problem}`)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
