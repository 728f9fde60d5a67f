import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconPhotoPlus, IconVideo } from '#web/ui/layout/icons.ts';
import { usePhotoIntake } from '../../photos/photo-intake.ts';
import { PhotoRefusals } from '../../photos/photo-refusals.tsx';
import { photoTypes } from '../../photos/photo-types.ts';
import type { VideoProblem } from '../../work/check-video-file.ts';
import { openEditors } from '../../work/open-editors.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

interface Refusal {
  name: string;
  text: `edit.videoProblem.${VideoProblem}` | 'edit.unreadable';
}

const videoTypes = 'video/mp4,video/quicktime,video/webm';

interface Props {
  itemId: string;
  commentId: string | null;
  /** One of the comment's locations. */
  location?: string;
  subject: string;
  /** Without photos next to them, they are shown as lines instead of tiles. */
  isAlone: boolean;
}

/** The buttons that add photos, and for a comment videos. */
export function AddMedia(props: Props) {
  const { subject, isAlone, commentId } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const photos = usePhotoIntake(placeOf(props));
  const videos = useAddVideos(props);
  if (!canEdit) return null;
  const { progress } = photos;
  return (
    <>
      <AddFiles
        icon={<IconPhotoPlus size={22} aria-hidden />}
        text={
          progress
            ? t('photos.preparing', { done: progress.done, total: progress.total })
            : t('edit.addPhotos')
        }
        label={t('edit.addPhotosTo', { name: subject })}
        accept={photoTypes}
        isAlone={isAlone}
        isBusy={progress !== null}
        take={photos.take}
      />
      {commentId !== null && (
        <AddFiles
          icon={<IconVideo size={22} aria-hidden />}
          text={t('edit.addVideo')}
          label={t('edit.addVideoTo', { name: subject })}
          accept={videoTypes}
          isAlone={isAlone}
          isBusy={videos.isBusy}
          take={(files) => void videos.take(files)}
        />
      )}
      <PhotoRefusals refused={photos.refused} />
      {videos.refused.length > 0 && (
        <ul className={classes.refusedPhotos} role="alert">
          {videos.refused.map(({ name, text }, i) => (
            <li key={i}>
              {name}: {t(text)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const placeOf = ({ itemId, commentId, location }: Props) => ({
  item_id: itemId,
  comment_id: commentId,
  ...(location ? { location } : {}),
});

/** Adds videos one by one after checking them: an unsuitable one would be uploaded over a slow connection in vain. */
function useAddVideos(props: Props) {
  const { editor } = useEditorTools();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refusal[]>([]);
  async function addOne(original: File): Promise<Refusal | null> {
    const { checkVideoFile } = await import('../../work/check-video-file.ts');
    const { problem, poster } = await checkVideoFile(original);
    if (!problem) await editor.addVideo(original, poster, placeOf(props));
    return problem && { name: original.name, text: `edit.videoProblem.${problem}` };
  }
  async function take(files: readonly File[]) {
    setBusy(true);
    const done = openEditors.holdOpen(editor);
    const problems: Refusal[] = [];
    for (const file of files) {
      // The file was deleted from the device, or the browser cannot read it.
      const failed: Refusal = { name: file.name, text: 'edit.unreadable' };
      const refusal = await addOne(file).catch(() => failed);
      if (refusal) problems.push(refusal);
    }
    done();
    setRefused(problems);
    setBusy(false);
  }
  return { isBusy, refused, take };
}

/** A button that picks files. */
function AddFiles(props: {
  icon: ReactNode;
  text: string;
  label: string;
  accept: string;
  isAlone: boolean;
  isBusy: boolean;
  take: (files: readonly File[]) => void;
}) {
  const { isBusy } = props;
  const input = useRef<HTMLInputElement>(null);
  function takeAll(list: FileList | null) {
    const files = [...(list ?? [])];
    // Allows choosing the same file again.
    if (input.current) input.current.value = '';
    props.take(files);
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
        onChange={(event) => takeAll(event.currentTarget.files)}
      />
    </label>
  );
}
