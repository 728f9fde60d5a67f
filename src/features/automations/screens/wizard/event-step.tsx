import { Checkbox, NativeSelect, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type ActionEvent, mayRunBefore } from '#domain/automations/action-types.ts';
import { typedDuration } from '#domain/automations/clean-action.ts';
import { durationUnits } from '#domain/base/durations.ts';
import { groupBy } from '#domain/base/group-by.ts';
import { automationEvents } from '#domain/events/events.ts';
import { halfHourLabel } from '#domain/settings/half-hours.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { HoursSlider } from '../hours-slider.tsx';
import type { ActionDraft } from './use-action-draft.ts';
import classes from './wizard.module.css';

/** The first step: what starts the action, and how long before or after that it runs. */
export function EventStep({ draft }: { draft: ActionDraft }) {
  const t = useTranslation('automations');
  const { action, change } = draft;
  const options = [...groupBy(automationEvents, (one) => one.group)].map(([group, events]) => ({
    group: t(`eventGroup.${group}`),
    items: events.map(({ id }) => ({ value: String(id), label: t(`event.${id}`) })),
  }));
  return (
    <>
      <Select
        label={t('eventLabel')}
        data={options}
        value={String(action.event_type)}
        onChange={(value) => value && change({ event_type: Number(value) as ActionEvent })}
        allowDeselect={false}
        searchable
        openOnFocus={false}
        nothingFoundMessage={t('noEvent')}
        maxDropdownHeight={320}
        data-autofocus
      />
      <Moment draft={draft} />
      <Hours draft={draft} />
      <div className={classes.checks}>
        <Check draft={draft} name="no_weekends" />
        <Check draft={draft} name="trigger_once" />
        <Check draft={draft} name="when_noti_disabled" />
      </div>
    </>
  );
}

function Moment({ draft }: { draft: ActionDraft }) {
  const t = useTranslation('automations');
  const { action, change } = draft;
  // "1." is on the way to "1.5".
  const [typed, setTyped] = useState(String(action.duration));
  const mayBefore = mayRunBefore(action.event_type);
  return (
    <div className={classes.moment}>
      <TextInput
        label={t('duration')}
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => {
          const next = typedDuration(event.currentTarget.value);
          setTyped(next);
          change({ duration: Number(next === '.' ? 0 : next) });
        }}
      />
      <NativeSelect
        label={t('unit')}
        data={durationUnits.map((unit) => ({ value: String(unit), label: t(`unitNames.${unit}`) }))}
        value={String(action.duration_type)}
        onChange={(event) => {
          const unit = durationUnits.find((one) => String(one) === event.currentTarget.value);
          if (unit !== undefined) change({ duration_type: unit });
        }}
      />
      <div className={classes.when}>
        <span className={classes.label}>{t('when')}</span>
        <SegmentedControl
          aria-label={t('when')}
          data={[
            { value: 'before', label: t('before'), disabled: !mayBefore },
            { value: 'after', label: t('after') },
          ]}
          value={action.trigger_type}
          onChange={(value) => change({ trigger_type: value === 'before' ? 'before' : 'after' })}
        />
      </div>
      {!mayBefore && <p className={classes.hint}>{t('beforeHint')}</p>}
    </div>
  );
}

/** Two hours of a day; from the later to the earlier one is overnight. */
function Hours({ draft }: { draft: ActionDraft }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const { action, change } = draft;
  const [from, to] = action.certain_hours;
  const isOvernight = from > to;
  const sorted: [number, number] = isOvernight ? [to, from] : [from, to];
  const set = (pair: readonly [number, number], overnight: boolean) =>
    change({ certain_hours: overnight ? [pair[1], pair[0]] : [pair[0], pair[1]] });
  const label = (slot: number) => halfHourLabel(slot, format);
  return (
    <div className={classes.hours}>
      <Check draft={draft} name="is_certain_hours" />
      {action.is_certain_hours && (
        <>
          <HoursSlider value={sorted} onChange={(pair) => set(pair, isOvernight)} />
          <p className={classes.hint} aria-live="polite">
            {t(isOvernight ? 'hoursOvernight' : 'hours', { from: label(from), to: label(to) })}
          </p>
          <Checkbox
            label={t('overnight')}
            checked={isOvernight}
            disabled={from === to}
            onChange={(event) => set(sorted, event.currentTarget.checked)}
          />
        </>
      )}
    </div>
  );
}

function Check({
  draft: { action, change },
  name,
}: {
  draft: ActionDraft;
  name: 'is_certain_hours' | 'no_weekends' | 'trigger_once' | 'when_noti_disabled';
}) {
  const t = useTranslation('automations');
  return (
    <Checkbox
      label={t(`check.${name}`)}
      checked={action[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked })}
    />
  );
}
