import { useTranslation } from '#web/i18n.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import { summaryOf } from './findings.ts';
import classes from './severity-filter.module.css';

/** Shows the whole report, or only its deficiencies of one severity. Nothing for a report without deficiencies. */
export function SeverityFilter(props: {
  report: PublicReport;
  value: number | null;
  onChange: (category: number | null) => void;
}) {
  const t = useTranslation('reports');
  const { report, value, onChange } = props;
  const { groups } = summaryOf(report);
  if (groups.length === 0) return null;
  return (
    <fieldset className={classes.filter} aria-label={t('view.filter')}>
      <button
        type="button"
        className={classes.choice}
        aria-pressed={value === null}
        onClick={() => onChange(null)}
      >
        {t('view.everything')}
      </button>
      {groups.map(
        ({ severity, all }) =>
          severity && (
            <button
              key={severity.category}
              type="button"
              className={classes.choice}
              data-tone={categoryTone(severity.category)}
              aria-pressed={value === severity.category}
              onClick={() => onChange(value === severity.category ? null : severity.category)}
            >
              <span className={classes.dot} aria-hidden />
              {severity.name} <span className={classes.count}>{all.length}</span>
            </button>
          ),
      )}
    </fieldset>
  );
}
