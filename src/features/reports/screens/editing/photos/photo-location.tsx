import type { ReportMedia } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import { useEditorTools } from '../../work/use-report-editor.ts';
import classes from '../editor.module.css';

/** Which of its comment's locations a photo shows. */
export function PhotoLocation({ photo, locations }: { photo: ReportMedia; locations: readonly string[] }) {
  const t = useTranslation('reports');
  const { editor, canEdit } = useEditorTools();
  if (locations.length === 0) return null;
  const put = (location: string) =>
    editor.change({ type: 'update_media', media_id: photo.id, changes: { location: location || null } });
  return (
    <fieldset className={classes.plain} aria-label={t('edit.photoLocation')} disabled={!canEdit}>
      <div className={classes.fieldLabel}>{t('edit.photoLocation')}</div>
      <div className={classes.chips}>
        {[...locations, ''].map((location) => (
          <button
            key={location}
            type="button"
            className={classes.chip}
            aria-pressed={(photo.location ?? '') === location}
            onClick={() => put(location)}
          >
            {location || t('edit.noLocation')}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
