import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import type { AppointmentSlotProps } from '#web/page-slots.tsx';
import { useActor } from '#web/session.ts';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { getAppointmentAutomations } from '../../appointment-contract.ts';
import classes from './timeline.module.css';

// Deciding on actions takes more code than the rest of the card.
const Timeline = lazy(async () => ({ default: (await import('./timeline-lists.tsx')).TimelineLists }));
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
      {read.status === 'loading' && <Loading />}
      {read.status === 'failed' && !data && <ErrorState failure={read.failure} onRetry={read.retry} />}
      {data && (
        <Suspense fallback={<Loading />}>
          <Timeline answer={data} />
        </Suspense>
      )}
      <Suspense>
        {data && open === 'preview' && (
          <PreviewDialog appointmentId={appointmentId} answer={data} onClose={close} />
        )}
        {data && open === 'reminders' && <RemindersDialog appointmentId={appointmentId} onClose={close} />}
      </Suspense>
    </Card>
  );
}

function Loading() {
  return (
    <div className={classes.inset}>
      <LinesSkeleton lines={3} />
    </div>
  );
}
