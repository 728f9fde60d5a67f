import { Suspense, useState } from 'react';
import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { usePendingMedia } from '../../work/use-pending-media.ts';
import classes from '../editor.module.css';
import { AddMedia } from './add-media.tsx';
import { MediaTile, WaitingTile } from './media-tiles.tsx';

const AnnotatePhoto = lazy(async () => ({
  default: (await import('../../annotating/annotate-photo.tsx')).AnnotatePhoto,
}));
const PhotoDialog = lazy(async () => ({ default: (await import('./photo-dialog.tsx')).PhotoDialog }));

/** The photos and videos of an item or comment, including pending uploads, and the buttons to add more. */
export function PhotoStrip(props: {
  itemId: string;
  commentId: string | null;
  media: readonly ReportMedia[];
  subject: string;
  /** The locations of the comment, which a photo can be put in. */
  locations?: readonly string[];
  /** Shows the photos of this location only; '' for those without one. */
  location?: string;
}) {
  const { itemId, commentId, media, subject, locations = [], location } = props;
  const t = useTranslation('reports');
  const [open, setOpen] = useState<string | null>(null);
  const isHere = (photo: { location?: string }) =>
    location === undefined ||
    (photo.location && locations.includes(photo.location) ? photo.location : '') === location;
  const waiting = usePendingMedia(itemId, commentId).filter(isHere);
  const [drawing, setDrawing] = useState<string | null>(null);
  const shown = media.findIndex((photo) => photo.id === open);
  return (
    <section className={classes.photos} aria-label={t('edit.photosOf', { name: subject })}>
      {media.map((photo, i) => (
        <MediaTile
          key={photo.id}
          photo={photo}
          n={i + 1}
          subject={subject}
          onOpen={() => setOpen(photo.id)}
        />
      ))}
      {waiting.map((photo) => (
        <WaitingTile key={photo.media_id} photo={photo} onAnnotate={() => setDrawing(photo.media_id)} />
      ))}
      <AddMedia
        itemId={itemId}
        commentId={commentId}
        {...(location ? { location } : {})}
        subject={subject}
        isAlone={media.length + waiting.length === 0}
      />
      {shown >= 0 && (
        <Suspense>
          <PhotoDialog
            media={media}
            at={shown}
            locations={locations}
            onMove={setOpen}
            onAnnotate={() => setDrawing(open)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {drawing !== null && (
        <Suspense>
          <AnnotatePhoto
            photo={
              media.find(({ id }) => id === drawing) ?? waiting.find(({ media_id }) => media_id === drawing)
            }
            onClose={() => setDrawing(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
