import { SegmentedControl } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import classes from './webhooks/webhooks.module.css';

/** The title of a log with its filter by state; '' are all. */
export function LogToolbar<S extends string>(props: {
  title: string;
  state: S | undefined;
  states: readonly S[];
  labelOf: (state: S | 'all') => string;
  onChange: (state: S | '') => void;
}) {
  const t = useTranslation('automations');
  return (
    <>
      <h2 className={classes.heading}>{props.title}</h2>
      <SegmentedControl
        aria-label={t('hooks.status')}
        value={props.state ?? ''}
        onChange={(next) => props.onChange(next as S | '')}
        data={(['', ...props.states] as const).map((value) => ({
          value,
          label: props.labelOf(value || 'all'),
        }))}
      />
    </>
  );
}
