import { Button, NativeSelect } from '@mantine/core';
import { type ChangeEvent, useEffect, useState } from 'react';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useTranslation } from '#web/i18n.ts';
import { toast } from '#web/toast.ts';
import { IconArrowsSort } from '#web/ui/layout/icons.ts';
import { type DuplicateGroup, mergePeople, undoMerge } from '../../merge-contract.ts';
import { personName } from '../person-types.ts';
import type { ContactTab } from '../use-contact-actions.ts';
import { chosenFields, type Mergeable, type MergeChoices, mergeLines } from './merge-choices.ts';
import classes from './merge-dialog.module.css';
import { MergeTable } from './merge-table.tsx';

interface Props {
  kind: ContactTab;
  /** The duplicates to merge; null closes the dialog. */
  group: DuplicateGroup | null;
  onClose: () => void;
}

/** Merges two people: selects the record to keep and the value of each differing field. */
export function MergeDialog({ kind, group, onClose }: Props) {
  const t = useTranslation('people');
  const { people, pair, keep, other, choosePair, choices, setChoices } = usePair(group);
  const { merge, pending } = useMerge(kind, onClose);
  const lines = keep && other ? mergeLines(keep, other) : [];
  return (
    <GuardedDialog
      opened={group !== null}
      onClose={onClose}
      title={t('duplicates.mergeTitle')}
      width={760}
      locked={pending}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button
            loading={pending}
            disabled={!keep || !other}
            onClick={() => keep && other && void merge(keep, other, chosenFields(lines, choices))}
          >
            {t('duplicates.merge')}
          </Button>
        </>
      }
    >
      {keep && other && (
        <>
          <PairFields people={people} pair={pair} onChange={choosePair} />
          <MergeTable keep={keep} other={other} lines={lines} choices={choices} onChange={setChoices} />
          <p className={classes.outlook}>
            {t('duplicates.outlook', {
              count: other.appointment_count,
              other: personName(other),
              keep: personName(keep),
            })}
          </p>
        </>
      )}
    </GuardedDialog>
  );
}

/** The two chosen records of a group and the chosen values; both reset when the group changes. */
function usePair(group: DuplicateGroup | null) {
  // Keep showing the last group while the dialog fades out.
  const [shown, setShown] = useState(group);
  if (group && group !== shown) setShown(group);
  const [pair, setPair] = useState<readonly [string, string]>(['', '']);
  const [choices, setChoices] = useState<MergeChoices>({});
  useEffect(() => {
    if (!group) return;
    setPair([group.people[0]?.id ?? '', group.people[1]?.id ?? '']);
    setChoices({});
  }, [group]);
  const people = shown?.people ?? [];
  const keep = people.find((one) => one.id === pair[0]);
  const other = people.find((one) => one.id === pair[1]);
  const choosePair = (next: readonly [string, string]) => {
    setPair(next);
    setChoices({});
  };
  return { people, pair, keep, other, choosePair, choices, setChoices };
}

interface PairProps {
  people: readonly Mergeable[];
  pair: readonly [string, string];
  onChange: (pair: readonly [string, string]) => void;
}

/** Selects the record to keep and the one to merge into it; with more than two people both are selectable. */
function PairFields({ people, pair, onChange }: PairProps) {
  const t = useTranslation('people');
  const [keep, other] = pair;
  const swap = (
    <Button
      variant="default"
      leftSection={<IconArrowsSort size={16} aria-hidden />}
      onClick={() => onChange([other, keep])}
    >
      {t('duplicates.swap')}
    </Button>
  );
  if (people.length === 2) return <div className={classes.pair}>{swap}</div>;
  const data = people.map((one) => ({
    value: one.id,
    label: [personName(one), one.email].filter(Boolean).join(' · '),
  }));
  const choose = (at: 0 | 1) => (event: ChangeEvent<HTMLSelectElement>) => {
    const id = event.currentTarget.value;
    // Selecting the person of the other side swaps them.
    if (id === pair[1 - at]) onChange([other, keep]);
    else onChange(at === 0 ? [id, other] : [keep, id]);
  };
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={t('duplicates.stays')}
        data={data}
        value={keep}
        onChange={choose(0)}
        className={classes.select ?? ''}
      />
      <NativeSelect
        label={t('duplicates.goes')}
        data={data}
        value={other}
        onChange={choose(1)}
        className={classes.select ?? ''}
      />
      {swap}
    </div>
  );
}

function useMerge(kind: ContactTab, onDone: () => void) {
  const t = useTranslation('people');
  const undo = useWrite(undoMerge, { toast: t('duplicates.undone') });
  const write = useWrite(mergePeople, {
    onDone: ({ merge_id, person }) => {
      onDone();
      toast(t('duplicates.merged', { name: personName(person) }), {
        kind: 'success',
        milliseconds: 7000,
        action: { label: t('undo'), run: () => void undo.send({ id: merge_id }) },
      });
    },
  });
  const merge = (keep: Mergeable, other: Mergeable, fields: MergeChoices) =>
    write.send({ kind, keep_id: keep.id, merge_id: other.id, fields });
  return { merge, pending: write.pending };
}
