import type { ReportItem } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

const tones: Record<string, string> = { IN: 'ok', D: 'bad' };

/** The ratings of an item as buttons; a second tap clears the rating. Keys 1, 2, 3 … work while the item has focus. */
export function RatingButtons({ item }: { item: ReportItem }) {
  const t = useTranslation('reports');
  const { ratings, editor } = useEditorTools();
  return (
    <fieldset
      className={`${classes.plain} ${classes.ratings}`}
      aria-label={t('edit.ratingOf', { item: item.name })}
    >
      {ratings.map((rating, i) => {
        const isChosen = item.rating === rating.key;
        return (
          <button
            key={rating.key}
            type="button"
            className={classes.ratingButton}
            data-tone={tones[rating.key] ?? 'mute'}
            aria-pressed={isChosen}
            aria-label={rating.label}
            title={`${rating.label} (${i + 1})`}
            onClick={() =>
              editor.change({ type: 'set_rating', item_id: item.id, rating: isChosen ? null : rating.key })
            }
          >
            <span className={classes.ratingShort} aria-hidden>
              {rating.key}
            </span>
            <span className={classes.ratingLong} aria-hidden>
              {rating.label}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
