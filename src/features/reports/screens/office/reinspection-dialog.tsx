import { useEffect, useState } from 'react';
import { useRead } from '#web/api.ts';
import { openNewAppointment } from '#web/appointment-dialog-state.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getReinspectionDraft, type ReinspectionDraft } from '../../repair-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { PickDefects } from '../parts/pick-defects.tsx';

/** Chooses the defects to inspect again, those of the repair list at first, and opens the booking dialog with them. */
export function ReinspectionDialog(props: {
  reportId: string;
  repairListId?: string;
  currency: number;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { reportId, repairListId, currency, onClose } = props;
  const given = repairListId === undefined ? {} : { repair_list_id: repairListId };
  const draft = useRead(getReinspectionDraft, { id: reportId, ...given });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const { data } = draft;
  useEffect(() => {
    if (data) setPicked(new Set(data.chosen));
  }, [data]);
  const ids = (data?.choices ?? []).map((one) => one.id).filter((id) => picked.has(id));
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('repair.book')}
      isDirty={data !== undefined && data.chosen.join() !== ids.join()}
      footer={
        <DialogButtons
          label={t('repair.continueWith', { count: ids.length })}
          isPending={false}
          disabled={ids.length === 0}
          autoFocus
          onSend={() => {
            if (!data) return;
            onClose();
            openNewAppointment({ reinspection: prefillOf(data, repairListId ?? null, ids) });
          }}
        />
      }
    >
      {draft.status === 'failed' && <ErrorState failure={draft.failure} onRetry={draft.retry} />}
      {draft.status === 'loading' && <LinesSkeleton lines={6} />}
      {data?.booked.map((one) => (
        <Notice key={one.id} tone="info">
          {t('repair.alreadyBooked', { order: one.order_id, date: format.date(one.date_time) })}
        </Notice>
      ))}
      {data && (
        <PickDefects
          choices={data.choices}
          categories={[]}
          currency={currency}
          picked={picked}
          onPick={setPicked}
        />
      )}
    </GuardedDialog>
  );
}

function prefillOf(draft: ReinspectionDraft, repair_list_id: string | null, comment_ids: string[]) {
  const { property, client_ids, agent_ids, listing_agent_ids, service_id } = draft;
  return {
    report_id: draft.report.id,
    repair_list_id,
    comment_ids,
    order_id: draft.appointment.order_id,
    ...{ property, client_ids, agent_ids, listing_agent_ids, service_id },
  };
}
