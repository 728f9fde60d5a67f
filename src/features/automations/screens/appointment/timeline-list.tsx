import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { asZone } from '#domain/base/time.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Tone } from '#web/theme/colors.ts';
import { IconCheck, IconLink, IconMail, IconMessage, IconX } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { DeliveryProblems } from '../delivery-problems.tsx';
import { describeMoment, describeRecipients } from '../editor/describe-action.ts';
import { outcomeTones } from '../job-outcome.ts';
import { useJobChange } from '../jobs/use-job-change.ts';
import classes from './timeline.module.css';
import type { TimelineEntry } from './timeline.ts';
import { useEntryTitle, useReason } from './use-entry-text.ts';

const tones: Record<TimelineEntry['state'], Tone> = {
  will_skip: 'warn',
  waiting: 'mute',
  ...outcomeTones,
};
const icons = { 1: IconMail, 2: IconMessage, 3: IconLink } as const;

interface Props {
  title: string;
  entries: readonly TimelineEntry[];
  zone: string;
}

/** A part of the timeline; nothing if it has no entries. */
export function TimelineList({ title, entries, zone }: Props) {
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.part}>
        {title}
      </h3>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.key} entry={entry} zone={zone} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ entry, zone }: { entry: TimelineEntry; zone: string }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const title = useEntryTitle(entry);
  const reason = useReason(entry);
  const [isOpen, setOpen] = useState(false);
  const { action, state, at, rules, job } = entry;
  const Icon = icons[action?.action_type ?? (job?.ran?.action_type as 1 | undefined) ?? 1];
  const to = entry.reached.length > 0 ? entry.reached.join(', ') : action && describeRecipients(t, action);
  const moment = action && entry.slot === null ? describeMoment(t, action) : null;
  return (
    <li className={classes.entry}>
      <Icon size={18} stroke={1.6} aria-hidden />
      <span className={classes.title}>{title}</span>
      <StatusPill tone={tones[state]}>{t(`job.state.${state}`)}</StatusPill>
      <span className={classes.faint}>
        {[at && format.dateTime(at, asZone(zone)), moment, to].filter(Boolean).join(' · ')}
      </span>
      {reason && <span className={classes.faint}>{reason}</span>}
      {job && <DeliveryProblems deliveries={job.deliveries} zone={asZone(zone)} className={classes.faint} />}
      {job && <JobButton job={job} title={title} />}
      {rules.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.why ?? ''}
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'job.hideRulesOf' : 'job.showRulesOf', { name: title })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'job.hideRules' : 'job.showRules', { count: rules.length })}
        </Button>
      )}
      {isOpen && <Rules entry={entry} />}
    </li>
  );
}

/** Cancels what is planned, or runs again what was skipped or failed. */
function JobButton({ job, title }: { job: NonNullable<TimelineEntry['job']>; title: string }) {
  const t = useTranslation('automations');
  const { changeOf, pending } = useJobChange();
  const change = changeOf(job);
  if (!change) return null;
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.why ?? ''}
      loading={pending}
      aria-label={t(`job.${change.kind}Of`, { name: title })}
      onClick={change.run}
    >
      {t(`job.${change.kind}`)}
    </Button>
  );
}

/** Each rule with the value that it saw. */
function Rules({ entry }: { entry: TimelineEntry }) {
  const t = useTranslation('automations');
  const format = useFormat();
  const shownValue = ({ key, value }: TimelineEntry['rules'][number]['saw']): string => {
    if (value === null || (Array.isArray(value) && value.length === 0)) return t('job.sawNothing');
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value === 'boolean') return t(value ? 'job.yes' : 'job.no');
    if (key === 'foundation') return t(`foundation.${String(value)}`);
    return typeof value === 'number' && key !== 'year_built' ? format.number(value) : String(value);
  };
  return (
    <ul className={classes.rules}>
      {entry.rules.map((rule) => {
        const Mark = rule.held ? IconCheck : IconX;
        return (
          <li key={rule.rule_id}>
            <Mark size={14} aria-label={t(rule.held ? 'job.held' : 'job.failed')} role="img" />
            <span>
              {t('job.ruleSaw', {
                rule: t(`condition.${rule.condition}`),
                saw: t(`job.saw.${rule.saw.key}`, { value: shownValue(rule.saw) }),
              })}
              {rule.problem === 'deleted' && ` · ${t('job.namesDeleted')}`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
