import { useTranslation } from '#web/i18n.ts';
import type { PublicComment, PublicReport } from '../../contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import classes from '../parts/report.module.css';

interface Finding {
  comment: PublicComment;
  where: string;
}

/** The report's deficiencies, most severe first, each with a link to its place below. */
export function ReportSummary({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const groups = groupsOf(report);
  return (
    <section id="summary" className={classes.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={classes.sectionTitle}>
        {t('view.summary')}
      </h2>
      {groups.length === 0 && <p className={classes.dim}>{t('view.noDeficiencies')}</p>}
      <ul className={classes.counts}>
        {groups.map(({ category, name, findings }) => (
          <li key={category} className={classes.count} data-tone={categoryTone(category)}>
            <a href={`#k${category}`}>
              <strong>{findings.length}</strong> {name}
            </a>
          </li>
        ))}
      </ul>
      {groups.map(({ category, name, findings }) => (
        <div key={category}>
          <h3 id={`k${category}`} className={classes.groupTitle}>
            <span className={classes.dot} data-tone={categoryTone(category)} aria-hidden />
            {name}
          </h3>
          <ul className={classes.findings}>
            {findings.map(({ comment, where }) => (
              <li key={comment.id}>
                <a className={classes.finding} href={`#c${comment.id}`}>
                  <span className={classes.number}>{comment.number}</span>
                  <span>
                    <strong>{comment.name}</strong>
                    <span className={classes.where}>{[where, ...comment.locations].join(' · ')}</span>
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function groupsOf(report: PublicReport) {
  const findings: Finding[] = report.sections.flatMap((section) =>
    section.items.flatMap((item) =>
      item.comments
        .filter((comment) => comment.kind === 3)
        .map((comment) => ({ comment, where: `${section.name} › ${item.name}` })),
    ),
  );
  return [...report.categories]
    .sort((a, b) => b.category - a.category)
    .map(({ category, name }) => ({
      category,
      name,
      findings: findings.filter((f) => f.comment.category === category),
    }))
    .filter((group) => group.findings.length > 0);
}
