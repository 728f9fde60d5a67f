import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { now } from '#web/clock.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/lazy.ts';
import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { getAppointmentAutomations } from '../../appointment-contract.ts';
import classes from './timeline.module.css';
import { timelineOf } from './timeline.ts';
import { TimelineList } from './timeline-list.tsx';

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));
const RemindersDialog = lazy(async () => ({
  default: (await import('./reminders-dialog.tsx')).RemindersDialog,
}));

/** What the actions and reminders of an appointment will do and have done, and the way to change them. */
export function AutomationsCard({ appointmentId, canEdit }: AppointmentSlotProps) {
  const t = useTranslation('automations');
  // A canceled appointment cannot be edited: its messages are still shown.
  const mayRead = allows(useActor(), 'edit_appointment');
  const read = useRead(
    getAppointmentAutomations,
    { id: appointmentId },
    { enabled: mayRead, live: 30_000, keep: true },
  );
  const [open, setOpen] = useState<'preview' | 'reminders' | null>(null);
  const close = () => setOpen(null);
  if (!mayRead || read.failure?.type === 'FORBIDDEN') return null;
  const { data } = read;
  return (
    <Card
      title={t('job.card')}
      flush
      actions={
        data &&
        canEdit && (
          <>
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen('reminders')}>
              {t('job.reminders')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen('preview')}>
              {t('title')}
            </Button>
          </>
        )
      }
    >
      {read.status === 'loading' && (
        <div className={classes.inset}>
          <LinesSkeleton lines={3} />
        </div>
      )}
      {read.status === 'failed' && !data && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {data && <Lists answer={data} />}
      <Suspense>
        {data && open === 'preview' && (
          <PreviewDialog appointmentId={appointmentId} answer={data} onClose={close} />
        )}
        {data && open === 'reminders' && <RemindersDialog appointmentId={appointmentId} onClose={close} />}
      </Suspense>
    </Card>
  );
}

type Answer = NonNullable<ReturnType<typeof useRead<typeof getAppointmentAutomations>>['data']>;

const shownAtFirst = 5;

function Lists({ answer }: { answer: Answer }) {
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
