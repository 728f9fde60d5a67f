import { type CSSProperties, type TouchEvent, useEffect, useRef } from 'react';
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
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const move = (to: number) => {
    if (to >= 0 && to < photos.length) onMove(to);
  };
  const swipe = useSwipe((by) => move(at + by));
  const photo = photos[at];
  if (!photo) return null;
  const keys: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: photos.length - 1,
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('view.photos')}
      onClose={onClose}
      onKeyDown={({ key }) => move(keys[key] ?? -1)}
      {...swipe}
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
      <Picture photo={photo} />
      <StepButton side="left" isLast={at === 0} onClick={() => move(at - 1)} />
      <StepButton side="right" isLast={at === photos.length - 1} onClick={() => move(at + 1)} />
    </dialog>
  );
}

/** Handlers that notice a swipe with one finger to the next or the previous photo. */
function useSwipe(onSwipe: (by: 1 | -1) => void) {
  const touchX = useRef<number | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      touchX.current = touches.length === 1 ? (touches[0]?.clientX ?? null) : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = touchX.current;
      const to = changedTouches[0]?.clientX;
      if (from === null || to === undefined || Math.abs(to - from) < 40) return;
      onSwipe(to < from ? 1 : -1);
    },
  };
}

function Picture({ photo }: { photo: LightboxPhoto }) {
  const t = useTranslation('reports');
  const { width, height, caption } = photo;
  return (
    <figure className={classes.figure}>
      <div className={classes.picture} style={{ '--ratio': width / Math.max(1, height) } as CSSProperties}>
        <img key={photo.id} src={photo.src} width={width} height={height} alt={caption || t('view.photo')} />
        <PhotoMarks marks={photo.annotations} width={width} height={height} />
      </div>
      {caption && <figcaption className={classes.caption}>{caption}</figcaption>}
    </figure>
  );
}

interface StepProps {
  side: 'left' | 'right';
  /** No photo follows on this side. The button stays, since one that goes would take the focus and the arrow keys along. */
  isLast: boolean;
  onClick: () => void;
}

function StepButton({ side, isLast, onClick }: StepProps) {
  const t = useTranslation('reports');
  const Icon = side === 'left' ? IconChevronLeft : IconChevronRight;
  return (
    <button
      type="button"
      className={classes.button}
      data-side={side}
      aria-disabled={isLast || undefined}
      aria-label={t(side === 'left' ? 'view.previous' : 'view.next')}
      onClick={onClick}
    >
      <Icon size={26} aria-hidden />
    </button>
  );
}
