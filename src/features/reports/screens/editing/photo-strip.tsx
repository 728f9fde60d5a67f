import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { useObjectUrl } from '#web/pictures.ts';
import {
  IconCamera,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
  IconVideo,
  IconX,
} from '#web/ui/layout/icons.ts';
import { checkPhotoFile, type PhotoProblem } from '../work/check-photo-file.ts';
import type { VideoProblem } from '../work/check-video-file.ts';
import { openEditors } from '../work/open-editors.ts';
import type { UploadingMedia } from '../work/photo-uploads.ts';
import { shrinkPhoto } from '../work/shrink-photo.ts';
import { usePendingMedia } from '../work/use-pending-media.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }));

interface Refusal {
  name: string;
  text: `edit.photoProblem.${PhotoProblem}` | `edit.videoProblem.${VideoProblem}` | 'edit.unreadable';
}

const acceptedVideos = 'video/mp4,video/quicktime,video/webm';
const accepted = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif';

/** The photos and videos of an item or comment, including pending uploads, and the buttons to add more. */
export function PhotoStrip(props: {
  itemId: string;
  commentId: string | null;
  media: readonly ReportMedia[];
  subject: string;
}) {
  const { itemId, commentId, media, subject } = props;
  const t = useTranslation('reports');
  const { pictureUrl } = useEditorTools();
  const [open, setOpen] = useState<string | null>(null);
  const waiting = usePendingMedia(itemId, commentId);
  const shown = media.findIndex((photo) => photo.id === open);
  // The caption is in the same button and need not be repeated.
  const altOf = ({ kind, caption }: ReportMedia, i: number) => {
    if (caption) return kind === 'video' ? t('view.video') : '';
    return t(kind === 'video' ? 'view.videoOfItem' : 'view.photoOfItem', { n: i + 1, item: subject });
  };
  return (
    <section className={classes.photos} aria-label={t('edit.photosOf', { name: subject })}>
      {media.map((photo, i) => (
        <button
          key={photo.id}
          type="button"
          className={classes.photo}
          onClick={() => setOpen(photo.id)}
          data-row
        >
          <img
            src={pictureUrl(photo.public_id ?? '', 'thumb')}
            width={photo.width}
            height={photo.height}
            loading="lazy"
            alt={altOf(photo, i)}
          />
          {photo.kind === 'video' && (
            <span className={classes.play} aria-hidden>
              <IconPlayerPlay size={22} />
            </span>
          )}
          {photo.caption && <span className={classes.photoCaption}>{photo.caption}</span>}
        </button>
      ))}
      {waiting.map((photo) => (
        <WaitingTile key={photo.media_id} photo={photo} />
      ))}
      <AddMedia
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

function WaitingTile({ photo }: { photo: UploadingMedia }) {
  const t = useTranslation('reports');
  const { editor } = useEditorTools();
  const url = useObjectUrl(photo.film ? photo.film.poster : photo.blob);
  const percent = Math.round(photo.progress * 100);
  const isStuck = photo.state === 'failed' || photo.state === 'refused';
  const drop = () => editor.dropPhoto(photo.media_id);
  return (
    <div
      className={classes.photo}
      data-row
      data-waiting
      data-failed={(isStuck && photo.reason !== null) || undefined}
    >
      {url && <img src={url} alt={t(photo.film ? 'edit.videoWaiting' : 'edit.photoWaiting')} />}
      {!url && photo.film && <IconVideo size={30} className={classes.filmMark} aria-hidden />}
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
      {photo.film && !isStuck && (
        <span className={classes.photoTools}>
          <button type="button" aria-label={t('edit.cancelVideo')} onClick={drop}>
            <IconX size={20} aria-hidden />
          </button>
        </span>
      )}
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
            aria-label={t(photo.film ? 'edit.deleteVideo' : 'edit.deletePhoto')}
            onClick={drop}
          >
            <IconTrash size={20} aria-hidden />
          </button>
        </span>
      )}
    </div>
  );
}

function AddMedia(props: {
  itemId: string;
  commentId: string | null;
  subject: string;
  /** Without photos next to them, they are shown as lines instead of tiles. */
  isAlone: boolean;
}) {
  const { itemId, commentId, subject, isAlone } = props;
  const t = useTranslation('reports');
  const { editor, settings, canEdit } = useEditorTools();
  const [refused, setRefused] = useState<Refusal[]>([]);
  if (!canEdit) return null;
  const to = { item_id: itemId, comment_id: commentId };
  // Checked here before it is uploaded over a slow connection in vain.
  async function takePhoto(original: File): Promise<Refusal | null> {
    const file = await shrinkPhoto(original, settings.photo_quality);
    const problem = await checkPhotoFile(file);
    if (!problem) await editor.addPhotos([file], to);
    return problem && { name: original.name, text: `edit.photoProblem.${problem}` };
  }
  async function takeFilm(original: File): Promise<Refusal | null> {
    const { checkVideoFile } = await import('../work/check-video-file.ts');
    const { problem, poster } = await checkVideoFile(original);
    if (!problem) await editor.addVideo(original, poster, to);
    return problem && { name: original.name, text: `edit.videoProblem.${problem}` };
  }
  return (
    <>
      <AddFiles
        icon={<IconCamera size={22} aria-hidden />}
        text={t('edit.addPhotos')}
        label={t('edit.addPhotosTo', { name: subject })}
        accept={accepted}
        isAlone={isAlone}
        take={takePhoto}
        onDone={setRefused}
      />
      {commentId !== null && (
        <AddFiles
          icon={<IconVideo size={22} aria-hidden />}
          text={t('edit.addVideo')}
          label={t('edit.addVideoTo', { name: subject })}
          accept={acceptedVideos}
          isAlone={isAlone}
          take={takeFilm}
          onDone={setRefused}
        />
      )}
      {refused.length > 0 && (
        <ul className={classes.refusedPhotos} role="alert">
          {refused.map(({ name, text }) => (
            <li key={name}>
              {name}: {t(text)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Picks files, processes them one by one, and shows which were refused. */
function AddFiles(props: {
  icon: ReactNode;
  text: string;
  label: string;
  accept: string;
  isAlone: boolean;
  take: (file: File) => Promise<Refusal | null>;
  onDone: (refused: Refusal[]) => void;
}) {
  const { editor } = useEditorTools();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  async function takeAll(list: FileList | null) {
    const files = [...(list ?? [])];
    if (input.current) input.current.value = '';
    setBusy(true);
    const done = openEditors.holdOpen(editor);
    const refused: Refusal[] = [];
    for (const file of files) {
      // The file was deleted from the device, or the browser cannot read it.
      const failed: Refusal = { name: file.name, text: 'edit.unreadable' };
      const refusal = await props.take(file).catch(() => failed);
      if (refusal) refused.push(refusal);
    }
    done();
    props.onDone(refused);
    setBusy(false);
  }
  return (
    <label
      className={classes.addPhoto}
      data-alone={props.isAlone || undefined}
      data-busy={isBusy || undefined}
      aria-busy={isBusy || undefined}
    >
      {props.icon}
      <span>{props.text}</span>
      <input
        ref={input}
        type="file"
        accept={props.accept}
        multiple
        className={classes.fileInput}
        aria-label={props.label}
        disabled={isBusy}
        onChange={(event) => void takeAll(event.currentTarget.files)}
      />
    </label>
  );
}
