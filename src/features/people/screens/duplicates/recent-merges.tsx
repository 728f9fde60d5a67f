import { Button } from '@mantine/core';
import { usePagedRead, useWrite } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useUser } from '#web/session.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { listMerges, type Merge, undoMerge } from '../../merge-contract.ts';
import { personName } from '../person-types.ts';
import type { ContactTab } from '../use-contact-actions.ts';
import classes from './duplicates.module.css';

/** The latest merges, each with its undo. Renders nothing if there are none. */
export function RecentMerges({ kind }: { kind: ContactTab }) {
  const t = useTranslation('people');
  const { rows } = usePagedRead(listMerges, { kind, perPage: 5 });
  const undo = useWrite(undoMerge, { toast: t('duplicates.undone') });
  if (rows.length === 0) return null;
  return (
    <Card title={t('duplicates.recent')} flush>
      <ul className={classes.members}>
        {rows.map((one) => (
          <MergeRow
            key={one.id}
            of={one}
            onUndo={() => void undo.send({ id: one.id })}
            pending={undo.pending}
          />
        ))}
      </ul>
    </Card>
  );
}

function MergeRow({ of, onUndo, pending }: { of: Merge; onUndo: () => void; pending: boolean }) {
  const t = useTranslation('people');
  const format = useFormat();
  const { timezone } = useUser();
  const names = { other: personName(of.merged), keep: personName(of.kept) };
  return (
    <li className={classes.member}>
      <div className={classes.words}>
        <span>{t('duplicates.wasMerged', names)}</span>
        <div className={classes.facts}>
          {t('duplicates.mergedBy', {
            name: of.created_by,
            date: format.dateTime(of.created_at, timezone),
          })}
        </div>
      </div>
      {of.undone_at === null ? (
        <Button
          variant="default"
          size="xs"
          onClick={onUndo}
          disabled={pending}
          aria-label={t('duplicates.undoThis', names)}
        >
          {t('undo')}
        </Button>
      ) : (
        <span className={classes.faint}>{t('duplicates.wasUndone')}</span>
      )}
    </li>
  );
}
