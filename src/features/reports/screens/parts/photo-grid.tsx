import { useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconPlayerPlay } from '#web/ui/layout/icons.ts';
import type { PublicComment } from '../../public-report-contract.ts';
import type { MediaUrl } from './media-url.ts';
import classes from './report.module.css';
import { useMediaName } from './use-media-name.ts';
import { VideoPlayer } from './video-player.tsx';

type Photo = PublicComment['photos'][number];

/**
 * The photos and videos of a finding, loaded lazily in the displayed size. Videos play inline; photos open full screen.
 */
export function PhotoGrid(props: {
  photos: readonly Photo[];
  subject: string;
  source: MediaUrl;
  onOpen: (id: string) => void;
}) {
  const nameOf = useMediaName();
  const { photos, subject, source, onOpen } = props;
  if (photos.length === 0) return null;
  return (
    <ul className={classes.photos}>
      {photos.map((photo, i) => {
        const alt = nameOf(photo, i + 1, subject);
        if (photo.kind === 'video') return <Film key={photo.id} film={photo} label={alt} source={source} />;
        return (
          <li key={photo.id}>
            <figure className={classes.photo}>
              <button type="button" className={classes.photoButton} onClick={() => onOpen(photo.id)}>
                <img
                  src={source(photo, 'medium')}
                  srcSet={`${source(photo, 'thumb')} ${thumbWidth(photo)}w, ${source(photo, 'medium')} ${mediumWidth(photo)}w`}
                  sizes={
                    photos.length === 1 ? '(max-width: 600px) 92vw, 420px' : '(max-width: 600px) 46vw, 300px'
                  }
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                  decoding="async"
                  alt={alt}
                />
              </button>
              {photo.caption && <figcaption className={classes.caption}>{photo.caption}</figcaption>}
            </figure>
          </li>
        );
      })}
    </ul>
  );
}

/** A video: its poster until it is played. */
function Film({ film, label, source }: { film: Photo; label: string; source: MediaUrl }) {
  const t = useTranslation('reports');
  const [isPlaying, setPlaying] = useState(false);
  const { width, height, caption, duration_ms } = film;
  const poster = source(film, 'medium');
  return (
    <li data-playing={isPlaying || undefined} className={classes.film}>
      <figure className={classes.photo}>
        {isPlaying ? (
          <VideoPlayer
            src={source(film, 'film')}
            poster={source(film, 'large')}
            width={width}
            height={height}
            label={label}
            begins
          />
        ) : (
          <button
            type="button"
            className={classes.photoButton}
            aria-label={t('view.play', { name: label })}
            onClick={() => setPlaying(true)}
          >
            <img src={poster} width={width} height={height} loading="lazy" decoding="async" alt="" />
            <span className={classes.play} aria-hidden>
              <IconPlayerPlay size={26} />
            </span>
            {duration_ms !== undefined && (
              <span className={classes.length} aria-hidden>
                {clock(duration_ms)}
              </span>
            )}
          </button>
        )}
        {caption && <figcaption className={classes.caption}>{caption}</figcaption>}
      </figure>
    </li>
  );
}

/** 83000 → `1:23`. */
function clock(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function thumbWidth(photo: Photo): number {
  return widthIn(photo, 320);
}

function mediumWidth(photo: Photo): number {
  return widthIn(photo, 800);
}

function widthIn({ width, height }: Photo, side: number): number {
  return Math.max(1, Math.round(width * Math.min(1, side / Math.max(width, height))));
}
