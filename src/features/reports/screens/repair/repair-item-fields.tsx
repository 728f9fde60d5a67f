import { ActionIcon, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { repairRequests } from '#domain/reports/repair/repair-list.ts';
import { useTranslation } from '#web/i18n.ts';
import { MoneyInput } from '#web/ui/inputs/money-input.tsx';
import { TextArea } from '#web/ui/inputs/text-area.tsx';
import { IconArrowDown, IconArrowUp, IconTrash } from '#web/ui/layout/icons.ts';
import type { RepairList } from '../../repair-contract.ts';
import report from '../parts/report.module.css';
import classes from './repair.module.css';
import { ItemHead } from './repair-list-view.tsx';
import type { DraftItem, KnownDefect } from './use-repair-draft.ts';

/** One defect of the form: what is requested, the amount of a credit, a note, and its place in the list. */
export function RepairItemFields(props: {
  item: DraftItem;
  known: KnownDefect | undefined;
  categories: RepairList['categories'];
  currency: number;
  grip: ReactNode;
  place: { isFirst: boolean; isLast: boolean };
  creditError: string | undefined;
  noteError: string | undefined;
  onChange: (changes: Partial<DraftItem>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const t = useTranslation('reports');
  const { item, known, onChange } = props;
  const name = known?.name || t('repair.gone');
  const nothing = { number: '', name: '', place: '', category: null, locations: [] };
  return (
    <section className={report.section} aria-label={name}>
      <ItemHead item={{ ...nothing, ...known }} categories={props.categories} />
      {known?.state === 'changed' && <p className={report.dim}>{t('repair.changedSince')}</p>}
      {known?.state === 'gone' && <p className={report.dim}>{t('repair.goneSince')}</p>}
      <div className={classes.fields}>
        <NativeSelect
          size="md"
          label={t('repair.requested')}
          value={item.request}
          data={repairRequests.map((value) => ({ value, label: t(`repair.request.${value}`) }))}
          onChange={(event) => onChange({ request: event.currentTarget.value as DraftItem['request'] })}
        />
        {item.request === 'credit' && (
          <MoneyInput
            size="md"
            label={t('repair.amount')}
            description={item.credit === '' && t('repair.amountNeeded')}
            currency={props.currency}
            value={item.credit}
            error={props.creditError}
            onChange={(event) => onChange({ credit: event.currentTarget.value })}
          />
        )}
      </div>
      <TextArea
        label={t('repair.note')}
        value={item.note}
        error={props.noteError}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      <div className={classes.rowTools}>
        {props.grip}
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('repair.up', { name })}
          disabled={props.place.isFirst}
          onClick={() => props.onMove(-1)}
        >
          <IconArrowUp size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          aria-label={t('repair.down', { name })}
          disabled={props.place.isLast}
          onClick={() => props.onMove(1)}
        >
          <IconArrowDown size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          size={44}
          color="gray"
          aria-label={t('repair.remove', { name })}
          onClick={props.onRemove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
    </section>
  );
}
