import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconCamera, IconVideo } from '#web/ui/layout/icons.ts';
import { checkPhotoFile, type PhotoProblem } from '../work/check-photo-file.ts';
import type { VideoProblem } from '../work/check-video-file.ts';
import { openEditors } from '../work/open-editors.ts';
import { shrinkPhoto } from '../work/shrink-photo.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import classes from './editor.module.css';

interface Refusal {
  name: string;
  text: `edit.photoProblem.${PhotoProblem}` | `edit.videoProblem.${VideoProblem}` | 'edit.unreadable';
}

const videoTypes = 'video/mp4,video/quicktime,video/webm';
const photoTypes = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif';

interface Props {
  itemId: string;
  commentId: string | null;
  subject: string;
  /** Without photos next to them, they are shown as lines instead of tiles. */
  isAlone: boolean;
}

/** The buttons that add photos, and for a comment videos. */
export function AddMedia(props: Props) {
  const { commentId, subject, isAlone } = props;
  const t = useTranslation('reports');
  const { canEdit } = useEditorTools();
  const { addPhoto, addVideo } = useAddMedia(props);
  const [refused, setRefused] = useState<Refusal[]>([]);
  if (!canEdit) return null;
  return (
    <>
      <AddFiles
        icon={<IconCamera size={22} aria-hidden />}
        text={t('edit.addPhotos')}
        label={t('edit.addPhotosTo', { name: subject })}
        accept={photoTypes}
        isAlone={isAlone}
        take={addPhoto}
        onDone={setRefused}
      />
      {commentId !== null && (
        <AddFiles
          icon={<IconVideo size={22} aria-hidden />}
          text={t('edit.addVideo')}
          label={t('edit.addVideoTo', { name: subject })}
          accept={videoTypes}
          isAlone={isAlone}
          take={addVideo}
          onDone={setRefused}
        />
      )}
      {refused.length > 0 && (
        <ul className={classes.refusedPhotos} role="alert">
          {refused.map(({ name, text }, i) => (
            <li key={i}>
              {name}: {t(text)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Adds files after checking them: an unsuitable one would be uploaded over a slow connection in vain. */
function useAddMedia({ itemId, commentId }: Props) {
  const { editor, settings } = useEditorTools();
  const to = { item_id: itemId, comment_id: commentId };
  async function addPhoto(original: File): Promise<Refusal | null> {
    const file = await shrinkPhoto(original, settings.photo_quality);
    const problem = await checkPhotoFile(file);
    if (!problem) await editor.addPhotos([file], to);
    return problem && { name: original.name, text: `edit.photoProblem.${problem}` };
  }
  async function addVideo(original: File): Promise<Refusal | null> {
    const { checkVideoFile } = await import('../work/check-video-file.ts');
    const { problem, poster } = await checkVideoFile(original);
    if (!problem) await editor.addVideo(original, poster, to);
    return problem && { name: original.name, text: `edit.videoProblem.${problem}` };
  }
  return { addPhoto, addVideo };
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
