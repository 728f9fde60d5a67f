import { useText } from '#web/i18n.ts';
import type { PublicComment } from '../contract.ts';
import { PhotoMarks } from './photo-marks.tsx';
import classes from './view-report.module.css';

type Photo = PublicComment['photos'][number];

/** Address of a photo in a size. */
export type PhotoSource = (id: string, size: 'large' | 'medium' | 'thumb') => string;

/** The photos of a finding; a tap opens them on the whole screen. Fetched when they come near, in the size they are shown. */
export function PhotoGrid(props: {
  photos: readonly Photo[];
  subject: string;
  source: PhotoSource;
  onOpen: (id: string) => void;
}) {
  const t = useText('reports');
  const { photos, subject, source, onOpen } = props;
  if (photos.length === 0) return null;
  return (
    <ul className={classes.photos}>
      {photos.map((photo, i) => {
        const alt = photo.caption || t('view.photoOfItem', { n: i + 1, item: subject });
        return (
          <li key={photo.id}>
            <figure className={classes.photo}>
              <button type="button" className={classes.photoButton} onClick={() => onOpen(photo.id)}>
                <img
                  src={source(photo.id, 'medium')}
                  srcSet={`${source(photo.id, 'thumb')} ${thumbWidth(photo)}w, ${source(photo.id, 'medium')} ${mediumWidth(photo)}w`}
                  sizes="(max-width: 600px) 46vw, 300px"
                  width={photo.width}
                  height={photo.height}
                  loading="lazy"
                  decoding="async"
                  alt={alt}
                />
                <PhotoMarks marks={photo.annotations} width={photo.width} height={photo.height} />
              </button>
              {photo.caption && <figcaption className={classes.caption}>{photo.caption}</figcaption>}
            </figure>
          </li>
        );
      })}
    </ul>
  );
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
