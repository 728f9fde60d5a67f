import { Suspense, useRef, useState } from 'react';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { IconPhoto } from '#web/ui/layout/icons.ts';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import type { EditorState } from '../work/editor-types.ts';
import { usePendingMedia } from '../work/use-pending-media.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import { useDropTarget } from './drop-target.ts';
import { usePhotoIntake } from './photo-intake.ts';
import { PhotoRefusals } from './photo-refusals.tsx';
import { usePhotoSelection } from './photo-selection.ts';
import { type PhotoTarget, PhotoTargets } from './photo-targets.tsx';
import classes from './photos.module.css';
import { SelectionBar } from './selection-bar.tsx';
import { useUnsortedRows } from './unsorted-rows.ts';
import { UnsortedTile } from './unsorted-tile.tsx';
import { UploadButton } from './upload-button.tsx';
import { useMovePhotos } from './use-move-photos.ts';

const MovePhotosDialog = lazy(async () => ({
  default: (await import('./move-photos-dialog.tsx')).MovePhotosDialog,
}));
const PhotoTimesDialog = lazy(async () => ({
  default: (await import('./photo-times-dialog.tsx')).PhotoTimesDialog,
}));

const unsortedPlace = { item_id: null, comment_id: null };

/** The photos that are not in an item yet, by the time they were taken, and the places to move them to. */
export function UnsortedPhotos({ state, section }: { state: EditorState; section: string | null }) {
  const t = useTranslation('reports');
  const isPhone = useIsPhone();
  const { canEdit } = useEditorTools();
  const intake = usePhotoIntake(unsortedPlace);
  const rows = useUnsortedRows(state.content.unsorted, usePendingMedia(null, null));
  const selection = usePhotoSelection(rows.map((row) => row.id));
  const [dialog, setDialog] = useState<'move' | 'times' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const moveAll = useMovePhotos();
  const drop = useDropTarget(canEdit ? { onFiles: intake.take } : {});
  function move(ids: readonly string[], target: PhotoTarget) {
    if (ids.length === 0) return;
    moveAll(ids, target);
    selection.clear();
    setDialog(null);
    // The photo that had the focus is gone.
    heading.current?.focus();
  }
  const chosen = rows.filter((row) => selection.isSelected(row.id));
  return (
    <section className={`${classes.unsorted} ${classes.dropTarget}`} {...drop}>
      <div className={classes.head}>
        <h2 ref={heading} tabIndex={-1} className={classes.title}>
          {t('photos.unsorted')} {rows.length > 0 && <span className={classes.count}>{rows.length}</span>}
        </h2>
        {rows.length > 0 && <UploadButton intake={intake} />}
      </div>
      <PhotoRefusals refused={intake.refused} />
      {rows.length === 0 ? (
        <EmptyState
          icon={<IconPhoto size={30} stroke={1.5} />}
          title={t('photos.emptyTitle')}
          hint={t('photos.emptyHint')}
          action={<UploadButton intake={intake} />}
        />
      ) : (
        <div className={classes.board}>
          <div className={classes.side}>
            <SelectionBar
              rows={rows}
              selection={selection}
              onMove={() => setDialog('move')}
              onTimes={() => setDialog('times')}
            />
            <ul className={classes.tiles} aria-label={t('photos.unsorted')}>
              {rows.map((row) => (
                <UnsortedTile key={row.id} row={row} selection={selection} />
              ))}
            </ul>
          </div>
          {!isPhone && canEdit && (
            <aside className={classes.targetPanel} aria-label={t('photos.targets')}>
              <h3 className={classes.targetTitle}>{t('photos.targets')}</h3>
              <PhotoTargets
                content={state.content}
                section={section}
                onChoose={(target) => move(selection.selected, target)}
                onDropped={move}
              />
            </aside>
          )}
        </div>
      )}
      <Suspense>
        {dialog === 'move' && (
          <MovePhotosDialog
            count={chosen.length}
            section={section}
            onChoose={(target) => move(selection.selected, target)}
            onClose={() => setDialog(null)}
          />
        )}
        {dialog === 'times' && (
          <PhotoTimesDialog
            photos={chosen.flatMap(({ media }): ReportMedia[] => (media ? [media] : []))}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </section>
  );
}
