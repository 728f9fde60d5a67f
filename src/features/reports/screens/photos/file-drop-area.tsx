import { type ReactNode, useEffect } from 'react';
import { useEditorTools } from '../work/use-report-editor.ts';
import { ignoreStrayFiles, useDropTarget } from './drop-target.ts';
import { useTakePhotos } from './photo-intake.ts';
import classes from './photos.module.css';

/**
 * The area of a section: photos dropped next to its items are sorted later. Files dropped outside of it change nothing,
 * instead of replacing the page. `onFiles`: photos arrive.
 */
export function FileDropArea({ onFiles, children }: { onFiles: () => void; children: ReactNode }) {
  const { canEdit } = useEditorTools();
  const take = useTakePhotos();
  useEffect(ignoreStrayFiles, []);
  const drop = useDropTarget(
    canEdit
      ? {
          onFiles: (files) => {
            take(files, { item_id: null, comment_id: null });
            onFiles();
          },
        }
      : {},
  );
  return (
    <div className={`${classes.fileArea} ${classes.dropTarget}`} {...drop}>
      {children}
    </div>
  );
}
