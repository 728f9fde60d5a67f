import { Button } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import type { PageSlotProps } from '#web/page-slots.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';

const DraftActions = lazy(async () => ({ default: (await import('./draft-actions.tsx')).DraftActions }));

/** The actions of a new appointment with their planned times. Edits stay in the draft until it is booked. */
export function DraftActionsDialog({ onClose, ...draft }: PageSlotProps['appointment-dialog.actions']) {
  const t = useTranslation('automations');
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('title')}
      width={1100}
      footer={<Button onClick={onClose}>{t('job.done')}</Button>}
    >
      <Suspense fallback={<LinesSkeleton lines={3} height={40} />}>
        <DraftActions {...draft} />
      </Suspense>
    </Dialog>
  );
}
