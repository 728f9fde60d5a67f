import { SegmentedControl } from '@mantine/core';
import { asZone, type LocalDate, localDate, parseLocalDate } from '#domain/base/time.ts';
import {
  type DayRange,
  daysIn,
  percentChange,
  type RangeName,
  rangeNamed,
  rangeNames,
} from '#domain/metrics/metrics.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { UnstyledLink } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { useUser } from '#web/session.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { DateRangeFilter } from '#web/ui/inputs/date-range-filter.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { type Figures, getMetrics } from '../contract.ts';
import classes from './business-page.module.css';
import { MonthsCard } from './months-card.tsx';
import { OutstandingCard } from './outstanding-card.tsx';

/** How the business is doing: the figures of a range against the range before, what is owed, and twelve months. */
export function BusinessPage() {
  const t = useTranslation('metrics');
  const [{ range, from, to }, change] = useUrlState({ range: 'month', from: '', to: '' });
  const name = rangeNames.find((one) => one === range) ?? 'month';
  const days = useDays(name, from, to);
  const { data, status, failure, retry } = useRead(getMetrics, days, { keep: true });
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <div className={classes.tools}>
        <div className={classes.ranges}>
          <SegmentedControl
            aria-label={t('range')}
            value={name}
            onChange={(next) => change({ range: next, ...(next === 'custom' ? days : { from: '', to: '' }) })}
            data={rangeNames.map((value) => ({ value, label: t(`ranges.${value}`) }))}
          />
        </div>
        {name === 'custom' && (
          <DateRangeFilter {...days} onChange={(next) => change({ range: 'custom', ...next })} />
        )}
      </div>
      {status === 'failed' && <ErrorState failure={failure} onRetry={retry} />}
      {status === 'loading' && <CardSkeleton height={420} />}
      {data && (
        <>
          <Tiles figures={data.figures} previous={data.previous} days={days} />
          <div className={classes.cards}>
            <MonthsCard months={data.months} />
            <OutstandingCard bands={data.outstanding} />
          </div>
        </>
      )}
    </>
  );
}

/** The days to ask for: the named range of the company's today, or the chosen days if they make one. */
function useDays(name: RangeName, from: string, to: string): DayRange {
  const today = localDate(now(), asZone(useUser().timezone));
  if (name !== 'custom') return rangeNamed(name, today);
  const chosen = { from: parseLocalDate(from), to: parseLocalDate(to) };
  const isRange = chosen.from !== null && chosen.to !== null && daysIn(chosen as DayRange) > 0;
  return isRange ? (chosen as DayRange) : rangeNamed('month', today);
}

interface Tile {
  key: keyof Figures;
  value: string;
  /** A rise is bad news: cancellations, hours until a report. */
  isBadWhenHigher?: boolean;
  to?: string;
}

function Tiles({ figures, previous, days }: { figures: Figures; previous: Figures; days: DayRange }) {
  const t = useTranslation('metrics');
  return (
    <ul className={classes.tiles} aria-label={t('figures')}>
      {useTiles(figures, days).map((tile) => (
        <li key={tile.key}>
          <TileView tile={tile} value={figures[tile.key]} before={previous[tile.key]} />
        </li>
      ))}
    </ul>
  );
}

function useTiles(figures: Figures, { from, to }: { from: LocalDate; to: LocalDate }): Tile[] {
  const t = useTranslation('metrics');
  const format = useFormat();
  const { currency } = useUser();
  const money = (amount: number | null) => (amount === null ? '–' : format.money(amount, currency));
  const list = (more: string) => `/appointments?tab=all&from=${from}&to=${to}${more}`;
  return [
    { key: 'revenue_booked', value: money(figures.revenue_booked) },
    {
      key: 'revenue_collected',
      value: money(figures.revenue_collected),
      to: `/payments?from=${from}&to=${to}`,
    },
    { key: 'average_fee', value: money(figures.average_fee) },
    { key: 'appointments', value: format.number(figures.appointments), to: list('') },
    { key: 'completed', value: format.number(figures.completed), to: list('&status=completed') },
    { key: 'requested', value: format.number(figures.requested), to: list('&status=requested') },
    {
      key: 'cancellation_rate',
      value:
        figures.cancellation_rate === null
          ? '–'
          : t('percent', { n: format.number(figures.cancellation_rate) }),
      isBadWhenHigher: true,
      to: list('&status=canceled'),
    },
    {
      key: 'report_turnaround',
      value:
        figures.report_turnaround === null
          ? '–'
          : t('hours', { n: format.number(figures.report_turnaround) }),
      isBadWhenHigher: true,
    },
    {
      key: 'unsigned',
      value: format.number(figures.unsigned),
      isBadWhenHigher: true,
      to: list('&signed=false'),
    },
    { key: 'unpaid', value: format.number(figures.unpaid), isBadWhenHigher: true, to: list('&paid=false') },
    {
      key: 'unpublished',
      value: format.number(figures.unpublished),
      isBadWhenHigher: true,
      to: '/appointments?tab=unpublished',
    },
  ];
}

function TileView({ tile, value, before }: { tile: Tile; value: number | null; before: number | null }) {
  const t = useTranslation('metrics');
  const format = useFormat();
  const change = value === null || before === null ? null : percentChange(value, before);
  const isGood = change !== null && (tile.isBadWhenHigher ? change <= 0 : change >= 0);
  const content = (
    <>
      <span className={classes.label}>{t(`figure.${tile.key}`)}</span>
      <span className={classes.value}>{tile.value}</span>
      <span className={classes.change} data-good={change === null || change === 0 ? undefined : isGood}>
        {change === null
          ? t('noComparison')
          : t('change', {
              n: `${change > 0 ? '+' : change < 0 ? '−' : ''}${format.number(Math.abs(change))}`,
            })}
      </span>
    </>
  );
  if (!tile.to) return <div className={classes.tile}>{content}</div>;
  return (
    <UnstyledLink to={tile.to} className={classes.tile}>
      {content}
    </UnstyledLink>
  );
}
