import { useRef } from 'react';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useObjectUrl } from '#web/pictures.ts';
import type { UploadingMedia } from '../work/photo-uploads.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { AnnotateDialog } from './annotate-dialog.tsx';

/**
 * The dialog to draw on a photo of the report, also on one that is still on the device. It stays as it is when the photo
 * arrives at the server, is moved or is removed by someone else meanwhile.
 */
export function AnnotatePhoto(props: {
  photo: ReportMedia | UploadingMedia | undefined;
  onClose: () => void;
}) {
  const { editor, pictureUrl } = useEditorTools();
  const last = useRef(props.photo);
  last.current = props.photo ?? last.current;
  const photo = last.current;
  const blob = photo && 'blob' in photo ? photo.blob : null;
  const onDevice = useObjectUrl(blob);
  if (!photo) return null;
  const isUploading = 'blob' in photo;
  const { annotations = [], edit } = photo;
  return (
    <AnnotateDialog
      photo={{ annotations, edit }}
      src={isUploading ? onDevice : pictureUrl(photo.public_id ?? '', 'large')}
      onChange={(look) => editor.annotatePhoto(isUploading ? photo.media_id : photo.id, look)}
      onClose={props.onClose}
    />
  );
}
