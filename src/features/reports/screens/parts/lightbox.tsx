import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconChevronLeft, IconChevronRight, IconX } from '#web/ui/layout/icons.ts';
import classes from './lightbox.module.css';
import { PhotoMarks } from './photo-marks.tsx';

/** A photo as the lightbox shows it. */
export interface LightboxPhoto {
  id: string;
  src: string;
  caption: string;
  annotations: readonly unknown[];
  width: number;
  height: number;
}

/**
 * Shows photos full screen, one at a time: arrows, Home, End and Escape by keyboard, swiping by touch. The native
 * dialog element traps the focus and returns it.
 */
export function Lightbox(props: {
  photos: readonly LightboxPhoto[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { photos, at, onMove, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const touchX = useRef<number | null>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
  }, []);
  const photo = photos[at];
  if (!photo) return null;
  const move = (to: number) => {
    if (to >= 0 && to < photos.length) onMove(to);
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('view.photos')}
      onClose={onClose}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(at + 1);
        if (event.key === 'ArrowLeft') move(at - 1);
        if (event.key === 'Home') move(0);
        if (event.key === 'End') move(photos.length - 1);
      }}
      onTouchStart={(event) => {
        touchX.current = event.touches.length === 1 ? (event.touches[0]?.clientX ?? null) : null;
      }}
      onTouchEnd={(event) => {
        const from = touchX.current;
        const to = event.changedTouches[0]?.clientX;
        if (from === null || to === undefined || Math.abs(to - from) < 40) return;
        move(to < from ? at + 1 : at - 1);
      }}
    >
      <div className={classes.bar}>
        <span aria-live="polite">{t('view.photoOf', { n: at + 1, total: photos.length })}</span>
        <button
          type="button"
          className={classes.button}
          aria-label={t('view.close')}
          onClick={() => dialog.current?.close()}
        >
          <IconX size={22} aria-hidden />
        </button>
      </div>
      <figure className={classes.figure}>
        <div
          className={classes.picture}
          style={{ '--ratio': photo.width / Math.max(1, photo.height) } as CSSProperties}
        >
          <img
            key={photo.id}
            src={photo.src}
            width={photo.width}
            height={photo.height}
            alt={photo.caption || t('view.photo')}
          />
          <PhotoMarks marks={photo.annotations} width={photo.width} height={photo.height} />
        </div>
        {photo.caption && <figcaption className={classes.caption}>{photo.caption}</figcaption>}
      </figure>
      {at > 0 && (
        <button
          type="button"
          className={classes.button}
          data-side="left"
          aria-label={t('view.previous')}
          onClick={() => move(at - 1)}
        >
          <IconChevronLeft size={26} aria-hidden />
        </button>
      )}
      {at < photos.length - 1 && (
        <button
          type="button"
          className={classes.button}
          data-side="right"
          aria-label={t('view.next')}
          onClick={() => move(at + 1)}
        >
          <IconChevronRight size={26} aria-hidden />
        </button>
      )}
    </dialog>
  );
}
