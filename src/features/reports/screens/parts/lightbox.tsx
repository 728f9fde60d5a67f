import { type CSSProperties, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { useCloseOnBack } from '#web/ui/dialog/use-close-on-back.ts';
import { IconChevronLeft, IconChevronRight, IconX } from '#web/ui/layout/icons.ts';
import classes from './lightbox.module.css';
import { useZoom } from './use-zoom.ts';
import { VideoPlayer } from './video-player.tsx';

/** A photo or video as the lightbox shows it. */
export interface LightboxMedia {
  id: string;
  src: string;
  /** A smaller picture, probably loaded already, shown until the large one has arrived. */
  preview: string;
  /** The address of a video; `src` is then its poster. */
  film?: string;
  caption: string;
  /** What it belongs to. */
  place: string;
  width: number;
  height: number;
}

/**
 * Shows photos and videos full screen, one at a time. Keyboard: arrows, Home, End, `+`, `-` and Escape; touch: swiping,
 * two fingers and double tap. The browser's back button closes it. The native dialog element traps the focus and returns it.
 */
export function Lightbox(props: {
  media: readonly LightboxMedia[];
  at: number;
  onMove: (at: number) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { media, at, onMove, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const move = (to: number) => {
    if (to >= 0 && to < media.length) onMove(to);
  };
  const shown = media[at];
  const zoom = useZoom(shown?.id ?? '', (by) => move(at + by));
  usePreload(media, at);
  // Its own closing returns the focus.
  useCloseOnBack(() => dialog.current?.close());
  if (!shown) return null;
  const isVideo = shown.film !== undefined;
  const steps: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: media.length - 1,
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    // The keys of a video's own controls are its own.
    if (target instanceof HTMLVideoElement) return;
    if (key in steps) move(steps[key] ?? -1);
    if (key === '+' || key === '=') zoom.zoomBy(1.5);
    if (key === '-') zoom.zoomBy(1 / 1.5);
  };
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-label={t('view.photos')}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div className={classes.bar}>
        <span aria-live="polite">{t('view.photoOf', { n: at + 1, total: media.length })}</span>
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
        {isVideo ? <Film key={shown.id} film={shown} /> : <Picture photo={shown} zoom={zoom} />}
        <figcaption className={classes.caption}>
          {shown.caption}
          <span className={classes.place}>{shown.place}</span>
        </figcaption>
      </figure>
      <StepButton side="left" isLast={at === 0} onClick={() => move(at - 1)} />
      <StepButton side="right" isLast={at === media.length - 1} onClick={() => move(at + 1)} />
    </dialog>
  );
}

/** Loads the neighbors, so that the next one is there when it is swiped to. */
function usePreload(media: readonly LightboxMedia[], at: number): void {
  useEffect(() => {
    for (const near of [media[at + 1], media[at - 1]]) {
      if (near) new Image().src = near.src;
    }
  }, [media, at]);
}

function Picture({ photo, zoom }: { photo: LightboxMedia; zoom: ReturnType<typeof useZoom> }) {
  const t = useTranslation('reports');
  const { width, height, caption } = photo;
  const { scale, x, y } = zoom.view;
  return (
    <div className={classes.frame} data-zoomed={scale > 1 || undefined} {...zoom.handlers}>
      <div
        className={classes.picture}
        style={
          {
            '--ratio': width / Math.max(1, height),
            transform: `translate(${x}px, ${y}px) scale(${scale})`,
          } as CSSProperties
        }
      >
        <img key={`${photo.id}-preview`} className={classes.preview} src={photo.preview} alt="" aria-hidden />
        <img
          key={photo.id}
          src={photo.src}
          width={width}
          height={height}
          alt={caption || t('view.photo')}
          draggable={false}
        />
      </div>
    </div>
  );
}

function Film({ film }: { film: LightboxMedia }) {
  const t = useTranslation('reports');
  return (
    <VideoPlayer
      className={classes.film}
      src={film.film ?? ''}
      poster={film.src}
      width={film.width}
      height={film.height}
      label={film.caption || t('view.video')}
    />
  );
}

interface StepProps {
  side: 'left' | 'right';
  /** Nothing follows on this side. The button stays, since one that goes would take the focus and the arrow keys along. */
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
