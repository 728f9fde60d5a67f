import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import report from '../parts/report.module.css';
import classes from './summary.module.css';

/** The tone of a rating: outcomes of a re-inspection and the default ratings. */
export const ratingTones: Record<string, string> = { IN: 'ok', D: 'bad', RP: 'ok', PR: 'warn', NR: 'bad' };

/** Returns the word for a rating: outcomes in the reader's language, ratings of a template as they were written. */
export function useRatingLabel(shown: PublicReport): (rating: { key: string; label: string }) => string {
  const t = useTranslation('reports');
  return ({ key, label }) => (shown.reinspection ? t(`outcome.${key}`) : label);
}

/** What came of the defects that were inspected again, what they may cost, and the earlier report. */
export function ReinspectionSummary({ report: shown }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const label = useRatingLabel(shown);
  const { reinspection } = shown;
  if (!reinspection) return null;
  const { outcomes, without_outcome, totals } = reinspection;
  const costs = [...new Set([totals.min_cost, totals.max_cost])]
    .map((amount) => format.money(amount, shown.company.currency))
    .join(' – ');
  return (
    <section className={report.summary} aria-labelledby="outcomes">
      <h2 id="outcomes" className={report.sectionTitle}>
        {t('repair.outcomes')}
      </h2>
      <ul className={classes.counts}>
        {outcomes.map((outcome) => (
          <li key={outcome.key} data-tone={ratingTones[outcome.key] ?? 'mute'}>
            <span className={classes.count}>
              <strong>{outcome.count}</strong>
              <span>{label(outcome)}</span>
            </span>
          </li>
        ))}
        {without_outcome > 0 && (
          <li data-tone="mute">
            <span className={classes.count}>
              <strong>{without_outcome}</strong>
              <span>{t('outcome.none')}</span>
            </span>
          </li>
        )}
      </ul>
      <p className={classes.note}>
        <a
          className={classes.times}
          href={`/view-report2/${reinspection.report.public_id}?version=${reinspection.report.version}`}
        >
          {t('repair.earlier', { report: reinspection.report.name })}
        </a>
        {totals.estimated > 0 && ` · ${t('repair.estimatesAre', { costs })}`}
      </p>
    </section>
  );
}
