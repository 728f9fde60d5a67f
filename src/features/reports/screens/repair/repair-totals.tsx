import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { RepairTotalsOnWire } from '../../repair-contract.ts';
import classes from './repair.module.css';

/** The sums of a list: how many defects, the estimates from the least to the most, and the requested credits. */
export function RepairTotals(props: { totals: RepairTotalsOnWire; currency: number; showsCosts: boolean }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { totals, currency, showsCosts } = props;
  const money = (amount: number) => format.money(amount, currency);
  const costs = [...new Set([totals.min_cost, totals.max_cost])].map(money).join(' – ');
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{t('repair.defects')}</dt>
        <dd>{format.number(totals.count)}</dd>
      </div>
      {showsCosts && totals.estimated > 0 && (
        <div>
          <dt>{t('repair.estimates')}</dt>
          <dd>{costs}</dd>
          {totals.estimated < totals.count && (
            <dd className={classes.part}>
              {t('repair.estimatesOf', { estimated: totals.estimated, count: totals.count })}
            </dd>
          )}
        </div>
      )}
      {totals.credits > 0 && (
        <div>
          <dt>{t('repair.credits')}</dt>
          <dd>{money(totals.credits)}</dd>
        </div>
      )}
    </dl>
  );
}
