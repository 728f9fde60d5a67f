import type { ReportComment, ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from '../editor.module.css';
import { PhotoStrip } from './photo-strip.tsx';

/** The photos of a comment; those of a comment with several locations below the name of each. */
export function CommentPhotos(props: { comment: ReportComment; media: readonly ReportMedia[] }) {
  const { comment, media } = props;
  const t = useTranslation('reports');
  const { locations, name } = comment;
  // A restored photo may name a location that the comment has lost.
  const locationOf = ({ location }: ReportMedia) =>
    location && locations.includes(location) ? location : '';
  const place = { itemId: comment.item_id, commentId: comment.id };
  if (locations.length < 2 && !media.some((photo) => photo.location))
    return <PhotoStrip {...place} media={media} subject={name} locations={locations} />;
  return (
    <div className={classes.photoPlaces}>
      {[...locations, ''].map((location) => (
        <div key={location}>
          <div className={classes.fieldLabel}>{location || t('edit.noLocation')}</div>
          <PhotoStrip
            {...place}
            media={media.filter((photo) => locationOf(photo) === location)}
            subject={location ? `${name}, ${location}` : name}
            locations={locations}
            location={location}
          />
        </div>
      ))}
    </div>
  );
}
