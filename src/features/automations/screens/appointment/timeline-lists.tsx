import { Button } from '@mantine/core';
import { useState } from 'react';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyLine } from '#web/ui/feedback/states.tsx';
import classes from './timeline.module.css';
import { timelineOf } from './timeline.ts';
import { TimelineList } from './timeline-list.tsx';

type Answer = Parameters<typeof timelineOf>[0];

const shownAtFirst = 5;

/** The parts of the timeline: what is planned, what happened, and on request what waits. */
export function TimelineLists({ answer }: { answer: Answer }) {
  const t = useTranslation('automations');
  const { planned, waiting, past } = timelineOf(answer, now());
  const [isAll, setAll] = useState(false);
  const names = answer.groups.map((one) => one.name).join(', ');
  const isEmpty = planned.length + waiting.length + past.length === 0;
  const hidden = waiting.length + past.length - shownAtFirst;
  return (
    <>
      <div className={classes.inset}>
        {!answer.facts.automations_enabled && <Notice tone="warn">{t('job.companyOff')}</Notice>}
        <EmptyLine>{names === '' ? t('job.noGroups') : t('job.groupNames', { names })}</EmptyLine>
        {isEmpty && <EmptyLine>{t('job.nothing')}</EmptyLine>}
      </div>
      <TimelineList title={t('job.planned')} entries={planned} zone={answer.facts.zone} />
      <TimelineList
        title={t('job.past')}
        entries={isAll ? past : past.slice(0, shownAtFirst)}
        zone={answer.facts.zone}
      />
      {isAll && <TimelineList title={t('job.waiting')} entries={waiting} zone={answer.facts.zone} />}
      {!isAll && (waiting.length > 0 || hidden > 0) && (
        <div className={classes.inset}>
          <Button variant="subtle" size="compact-md" onClick={() => setAll(true)}>
            {t('job.showAll', { count: waiting.length + past.length + planned.length })}
          </Button>
        </div>
      )}
    </>
  );
}
