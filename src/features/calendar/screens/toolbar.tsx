import { Button, SegmentedControl } from '@mantine/core';
import { type LocalDate, localDate, type Zone } from '#domain/base/time.ts';
import { now } from '#web/clock.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { LinkButton } from '#web/navigation/link.tsx';
import { useShortcuts } from '#web/shortcuts.ts';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import { IconPrinter } from '#web/ui/layout/icons.ts';
import classes from './calendar.module.css';
import type { Person } from './entries/event-form.tsx';
import { PageArrows } from './page-arrows.tsx';
import { pageFrom, titleOf, type View } from './views.ts';

interface Props {
  view: View;
  offered: readonly View[];
  day: LocalDate;
  zone: Zone;
  /** The technicians whose entries are shown. */
  chosen: readonly string[];
  onView: (view: View) => void;
  onDay: (day: LocalDate) => void;
}

/** The calendar's toolbar: date, view, filters and navigation. */
export function Toolbar({ view, offered, day, zone, chosen, onView, onDay }: Props) {
  const t = useTranslation('calendar');
  const format = useFormat();
  const group = t('calendar');
  const toToday = () => onDay(localDate(now(), zone));
  const turn = (step: -1 | 1) => onDay(pageFrom(view, day, step));
  useShortcuts([
    { group, keys: ['t'], label: t('today'), run: toToday },
    { group, keys: ['j'], label: t('next'), run: () => turn(1) },
    { group, keys: ['k'], label: t('previous'), run: () => turn(-1) },
  ]);
  return (
    <div className={classes.bar}>
      <div className={classes.pages}>
        <Button variant="default" onClick={toToday}>
          {t('today')}
        </Button>
        <PageArrows onPage={turn} />
      </div>
      <h2 className={classes.title} aria-live="polite">
        {titleOf(view, day, format)}
      </h2>
      {view !== 'month' && view !== '2months' && (
        <LinkButton
          to={`/calendar/day-sheet?${new URLSearchParams({ date: day, technician: chosen[0] ?? '' })}`}
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
        >
          {t('daySheet')}
        </LinkButton>
      )}
      <SegmentedControl
        className={classes.views ?? ''}
        aria-label={t('view')}
        value={view}
        onChange={(next) => onView(next as View)}
        data={offered.map((one) => ({ value: one, label: t(`views.${one}`) }))}
      />
    </div>
  );
}

interface ChipsProps {
  technicians: readonly Person[];
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Filters by technician: all are shown until one is selected. */
export function TechnicianChips({ technicians, chosen, onChange }: ChipsProps) {
  const t = useTranslation('calendar');
  if (technicians.length < 2) return null;
  const labels = personOptions(technicians);
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset className={classes.chips} aria-label={t('filter')} style={{ border: 0, padding: 0 }}>
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen.length === 0}
        onClick={() => onChange([])}
      >
        {t('allTechnicians')}
      </button>
      {technicians.map((one, i) => (
        <button
          type="button"
          key={one.id}
          className={classes.chip}
          aria-pressed={chosen.includes(one.id)}
          onClick={() => toggle(one.id)}
        >
          <span className={classes.dot} style={{ background: one.color || '#78716c' }} aria-hidden />
          {labels[i]?.label}
        </button>
      ))}
    </fieldset>
  );
}

/** Explains the entries, and the background of the views that have hours. */
export function Legend({ hasHours }: { hasHours: boolean }) {
  const t = useTranslation('calendar');
  return (
    <div className={classes.legend}>
      <span>
        <i className={classes.sample} aria-hidden />
        {t('legend.appointments')}
      </span>
      <span>
        <i className={classes.sample} data-kind="requested" aria-hidden />
        {t('legend.requested')}
      </span>
      <span>
        <i className={classes.sample} data-kind="other" aria-hidden />
        {t('legend.others')}
      </span>
      {hasHours && (
        <>
          <span>
            <i className={classes.sample} data-kind="off" aria-hidden />
            {t('legend.off')}
          </span>
          <span>
            <i className={classes.sample} data-kind="closed" aria-hidden />
            {t('legend.closed')}
          </span>
        </>
      )}
    </div>
  );
}
