import { useState } from 'react';
import { GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import type { RepairList } from '../../repair-contract.ts';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { PickDefects } from '../parts/pick-defects.tsx';

/** Adds defects of the report that are not on the list yet. */
export function AddDefectsDialog(props: {
  list: RepairList;
  listed: readonly string[];
  onAdd: (ids: string[]) => void;
  onClose: () => void;
}) {
  const t = useTranslation('reports');
  const { list, listed, onAdd, onClose } = props;
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const choices = list.choices.filter((choice) => !listed.includes(choice.id));
  const ids = choices.map((choice) => choice.id).filter((id) => picked.has(id));
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={t('repair.add')}
      isDirty={picked.size > 0}
      footer={
        <DialogButtons
          label={t('repair.addThese', { count: ids.length })}
          isPending={false}
          disabled={ids.length === 0}
          onSend={() => onAdd(ids)}
        />
      }
    >
      {choices.length === 0 ? (
        <p>{t('repair.allListed')}</p>
      ) : (
        <PickDefects
          choices={choices}
          categories={list.categories}
          currency={list.company.currency}
          picked={picked}
          onPick={setPicked}
        />
      )}
    </GuardedDialog>
  );
}
