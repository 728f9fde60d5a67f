import { useState } from 'react';
import { failureMessage, useRead, useWrite } from '#web/api.ts';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { createRepairList, listRepairChoices } from '../../repair-contract.ts';
import { DialogButtons } from './dialog-buttons.tsx';
import { PickDefects } from './pick-defects.tsx';
import { readerCredentials } from './reader-link.ts';

/** Ticks the defects of a new repair list, and opens it. */
export function CreateRepairListDialog({ reportId, onClose }: { reportId: string; onClose: () => void }) {
  const t = useTranslation('reports');
  const go = useNavigateTo();
  const reader = readerCredentials(reportId);
  const choices = useRead(listRepairChoices, { reportId, ...reader });
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const create = useWrite(createRepairList, {
    errorToast: false,
    onDone: ({ public_id, edit_key }) => {
      const query = new URLSearchParams({ e: edit_key, ...reader });
      go(`/repair-list/${public_id}?${query}`);
    },
  });
  const failure = create.failure ?? choices.failure;
  // In the order of the report, not of the clicks.
  const comments = (choices.data?.choices ?? []).map((one) => one.id).filter((id) => picked.has(id));
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('repair.create')}
      isDirty={picked.size > 0}
      locked={create.pending}
      footer={
        <DialogButtons
          label={t('repair.createWith', { count: comments.length })}
          isPending={create.pending}
          disabled={comments.length === 0}
          onSend={() => void create.send({ reportId, ...reader, comments })}
        />
      }
    >
      {failure && (
        <Notice tone="bad" isNews>
          {failureMessage(failure)}
        </Notice>
      )}
      {choices.data ? (
        <PickDefects {...choices.data} picked={picked} onPick={setPicked} />
      ) : (
        !failure && <LinesSkeleton lines={8} />
      )}
    </GuardedDialog>
  );
}
