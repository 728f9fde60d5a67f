import { useMemo } from 'react';
import { costRange, type SeverityGroup } from '#domain/reports/report-summary.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import report from '../parts/report.module.css';
import { type Finding, summaryOf } from './findings.ts';
import classes from './summary.module.css';
import { useCosts } from './use-costs.ts';

type Group = SeverityGroup<Finding>;

/**
 * What a buyer needs first: how many deficiencies of each severity, what they may cost, who to call, and the list of
 * those in the summary, each with a link to its full entry.
 */
export function ReportSummary({ report: shown }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const { groups, costs, trades } = useMemo(() => summaryOf(shown), [shown]);
  const { currency } = shown.company;
  return (
    <section id="summary" className={report.summary} aria-labelledby="summary-title">
      <h2 id="summary-title" className={report.sectionTitle}>
        {t('view.summary')}
      </h2>
      {groups.length === 0 && <p className={report.dim}>{t('view.noDeficiencies')}</p>}
      <Counts groups={groups} currency={currency} />
      <NextSteps costs={costs} trades={trades} currency={currency} />
      {groups.map((group) => (
        <GroupList key={group.severity?.category ?? 0} group={group} currency={currency} />
      ))}
    </section>
  );
}

/** A severity has a color and a word: neither is needed to understand the other. */
function Counts({ groups, currency }: { groups: readonly Group[]; currency: number }) {
  const t = useTranslation('reports');
  const costsOf = useCosts(currency);
  return (
    <ul className={classes.counts}>
      {groups.map(({ severity, all, costs }) => (
        <li key={severity?.category ?? 0} data-tone={toneOf(severity)}>
          <a className={classes.count} href={`#k${severity?.category ?? 0}`}>
            <strong>{all.length}</strong>
            <span>{severity?.name ?? t('view.deficiency')}</span>
            {costs && <span className={classes.countCost}>{costsOf(costs)}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

function NextSteps({
  costs,
  trades,
  currency,
}: Pick<ReturnType<typeof summaryOf>, 'costs' | 'trades'> & { currency: number }) {
  const t = useTranslation('reports');
  const costsOf = useCosts(currency);
  if (!costs && trades.length === 0) return null;
  return (
    <dl className={classes.next}>
      {trades.length > 0 && (
        <div>
          <dt>{t('view.whoToCall')}</dt>
          <dd className={classes.trades}>
            {trades.map(({ name, count }) => (
              <span key={name} className={classes.trade}>
                {name} <span className={classes.times}>{t('view.times', { count })}</span>
              </span>
            ))}
          </dd>
        </div>
      )}
      {costs && (
        <div>
          <dt>{t('view.costTotal')}</dt>
          <dd>
            <strong className={classes.total}>{costsOf(costs)}</strong>
            <span className={classes.note}>{t('view.costNote')}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function GroupList({ group, currency }: { group: Group; currency: number }) {
  const t = useTranslation('reports');
  const { severity, all, listed } = group;
  const missing = all.length - listed.length;
  return (
    <div>
      <h3 id={`k${severity?.category ?? 0}`} className={classes.groupTitle} data-tone={toneOf(severity)}>
        <span className={classes.dot} aria-hidden />
        {severity?.name ?? t('view.deficiency')}
      </h3>
      <ul className={classes.findings}>
        {listed.map((finding) => (
          <FindingRow key={finding.comment.id} finding={finding} currency={currency} />
        ))}
      </ul>
      {missing > 0 && (
        <p className={classes.note}>
          {t(listed.length > 0 ? 'view.moreInReport' : 'view.onlyInReport', { count: missing })}
        </p>
      )}
    </div>
  );
}

function FindingRow({ finding, currency }: { finding: Finding; currency: number }) {
  const costsOf = useCosts(currency);
  const { comment, where, recommendation } = finding;
  const facts = [recommendation, costsOf(costRange([finding]))].filter(Boolean);
  return (
    <li id={`f${comment.id}`} className={classes.row}>
      <a className={classes.finding} href={`#c${comment.id}`}>
        <span className={report.number}>{comment.number}</span>
        <span>
          <strong>{comment.name}</strong>
          <span className={classes.where}>{[where, ...comment.locations].join(' · ')}</span>
          {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
        </span>
      </a>
    </li>
  );
}

const toneOf = (severity: Group['severity']) => (severity ? categoryTone(severity.category) : 'mute');
