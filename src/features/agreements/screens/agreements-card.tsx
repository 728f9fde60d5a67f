import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { listAppointmentAgreements } from '../contract.ts';
import { AgreementRow } from './agreement-row.tsx';
import classes from './agreements-card.module.css';

const AddDialog = lazy(async () => ({
  default: (await import('./agreement-dialogs.tsx')).AddAgreementDialog,
}));

/** Appointment card with each agreement: its status, its signers and the available actions. */
export function AgreementsCard({ appointmentId, canEdit }: { appointmentId: string; canEdit: boolean }) {
  const t = useTranslation('agreements');
  const list = useRead(listAppointmentAgreements, { id: appointmentId });
  const [isAdding, setAdding] = useState(false);
  return (
    <section className={classes.card} aria-labelledby="agreements-card">
      <div className={classes.head}>
        <h2 id="agreements-card" className={classes.title}>
          {t('card.title')}
        </h2>
        {canEdit && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={16} />}
            onClick={() => setAdding(true)}
          >
            {t('card.add')}
          </Button>
        )}
      </div>
      {list.status === 'loading' && <LinesSkeleton lines={2} />}
      {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.data?.length === 0 && <EmptyLine>{t('card.none')}</EmptyLine>}
      {list.data?.map((agreement) => (
        <AgreementRow
          key={agreement.id}
          appointmentId={appointmentId}
          agreement={agreement}
          canEdit={canEdit}
          isReplaced={list.data?.some((other) => other.replaces_id === agreement.id) ?? false}
        />
      ))}
      {isAdding && (
        <Suspense>
          <AddDialog appointmentId={appointmentId} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </section>
  );
}
