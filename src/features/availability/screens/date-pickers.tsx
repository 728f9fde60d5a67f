import { useTranslation } from '#web/i18n.ts';
import { Month } from '#web/ui/inputs/month.tsx';
import type { Override } from '../contract.ts';
import classes from './availability.module.css';

/** A month with days off and extra days; clicking a day adds one. */
export function OverrideMonth(props: {
  overrides: readonly Override[];
  onDay: ((day: string) => void) | undefined;
}) {
  const t = useTranslation('availability');
  const kindOn = (date: string) =>
    props.overrides.find((one) => one.date_from <= date && date <= one.date_to)?.kind;
  return (
    <div className={classes.month}>
      <Month
        size="sm"
        value={null}
        onChange={(day) => {
          if (day) props.onDay?.(day);
        }}
        getDayProps={(date) => ({
          'data-kind': kindOn(date),
          ...(props.onDay ? {} : { static: true }),
        })}
        classNames={{ day: classes.monthDay ?? '' }}
      />
      <p className={classes.legend}>
        <span data-kind="off">{t('off')}</span>
        <span data-kind="extra">{t('extra')}</span>
      </p>
    </div>
  );
}

/** A picker for the first and last day, which may be the same. */
export function RangePicker(props: {
  value: [string | null, string | null];
  onChange: (value: [string | null, string | null]) => void;
}) {
  return (
    <Month
      type="range"
      allowSingleDateInRange
      value={props.value}
      {...(props.value[0] ? { defaultDate: props.value[0] } : {})}
      onChange={props.onChange}
    />
  );
}
