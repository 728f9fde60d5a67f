import { useDeferredValue, useMemo } from 'react';
import { findInReport } from '#domain/reports/find-in-report.ts';
import type { ReportPlace } from '#domain/reports/progress.ts';
import type { MissingPart } from '#domain/reports/publishing.ts';
import type { ReportContent } from '#domain/reports/reports.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './writing.module.css';

const mostShown = 60;

/** The parts of the report that a search finds. */
export function Found(props: {
  content: ReportContent;
  search: string;
  onJump: (place: ReportPlace) => void;
}) {
  const t = useTranslation('reports');
  const search = useDeferredValue(props.search);
  const found = useMemo(() => findInReport(props.content, search, mostShown), [props.content, search]);
  if (found.length === 0) return <p className={classes.hint}>{t('edit.nothingFound')}</p>;
  return (
    <ul className={classes.places} aria-label={t('edit.searchReport')}>
      {found.map((place) => (
        <li key={place.comment_id ?? place.item_id ?? place.section_id}>
          <button type="button" className={classes.place} onClick={() => props.onJump(place)}>
            {place.name}
            {place.where && <span className={classes.meta}>{place.where}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What is missing, section by section. */
export function Missing(props: { missing: readonly MissingPart[]; onJump: (place: ReportPlace) => void }) {
  const t = useTranslation('reports');
  const { missing, onJump } = props;
  if (missing.length === 0) return <p className={classes.hint}>{t('edit.nothingMissing')}</p>;
  return (
    <ul className={classes.places} aria-label={t('edit.missing', { count: missing.length })}>
      {missing.slice(0, mostShown).map((part, i) => (
        <li key={`${part.item_id} ${part.comment_id}`}>
          {part.section_id !== missing[i - 1]?.section_id && (
            <div className={classes.placesHead}>{part.section}</div>
          )}
          <button type="button" className={classes.place} onClick={() => onJump(part)}>
            {part.item}
            <span className={classes.meta}>{part.comment ?? t('publish.rating')}</span>
          </button>
        </li>
      ))}
      {missing.length > mostShown && (
        <li className={classes.hint}>{t('edit.moreMissing', { count: missing.length - mostShown })}</li>
      )}
    </ul>
  );
}
