import { Button, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { usePages } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ColumnChooser } from '#web/ui/data-table-columns.tsx';
import { IconEdit, IconPlus, IconTrash, IconUser, IconUserCircle, IconUsers } from '#web/ui/icons.ts';
import type { RowAction } from '#web/ui/row-menu.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { ContactListRow } from '../contract.ts';
import { type ContactTab, useBulkStatus, useContactActs } from './contact-acts.ts';
import { RowFace, useContactColumns } from './list-columns.tsx';
import type { ListFilter } from './list-filter.ts';
import classes from './people-page.module.css';
import { contactRoutes, personName } from './person-types.ts';
import { useSavedColumns } from './saved-columns.ts';

interface Props {
  tab: ContactTab;
  filter: ListFilter;
  onFilter: (change: Partial<ListFilter>) => void;
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The clients, agents or contractors: found as one types, chosen and changed many at a time. */
export function ContactList({ tab, filter, onFilter, onAdd, onEdit }: Props) {
  const t = useText('people');
  const { text, status } = filter;
  const pages = usePages(
    contactRoutes[tab].list,
    { perPage: 25, ...(text ? { text } : {}), ...(status ? { status: Number(status) } : {}) },
    { keep: true },
  ) as ReturnType<typeof usePages<typeof contactRoutes.clients.list>>;
  const { columns, chooser } = useSavedColumns(tab, useContactColumns(tab));
  const isFiltered = text !== '' || status !== '';
  return (
    <DataTable
      label={t(`many.${tab}`)}
      of={pages}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={personName}
      rowIcon={(row) => <RowFace row={row} size={40} />}
      rowActions={useRowActions(tab, onEdit)}
      selection={useSelection(tab, pages.rows)}
      empty={{
        icon: <IconUsers size={24} stroke={1.6} />,
        title: t(`empty.${tab}`),
        hint: t(`emptyHint.${tab}`),
        action: (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {t(`add.${tab}`)}
          </Button>
        ),
      }}
      onClearSearch={isFiltered ? () => onFilter({ text: '', status: '' }) : undefined}
      toolbar={
        <>
          <SearchBox
            value={text}
            onSearch={(next) => onFilter({ text: next })}
            label={t(`search.${tab}`)}
            placeholder={t(`search.${tab}`)}
          />
          <StatusFilter value={status} onChange={(next) => onFilter({ status: next })} />
          <ColumnChooser {...chooser} />
        </>
      }
    />
  );
}

interface FilterProps {
  value: string;
  onChange: (status: string) => void;
  /** People with a login may also be invited. */
  withInvited?: boolean;
}

/** All, active, inactive; of the team also those who are invited. */
export function StatusFilter({ value, onChange, withInvited = false }: FilterProps) {
  const t = useText('people');
  return (
    <SegmentedControl
      className={classes.filter ?? ''}
      aria-label={t('status')}
      value={value}
      onChange={onChange}
      data={[
        { value: '', label: t('all') },
        { value: '1', label: t('active') },
        { value: '0', label: t('inactive') },
        ...(withInvited ? [{ value: '2', label: t('invited') }] : []),
      ]}
    />
  );
}

function useSelection(tab: ContactTab, rows: readonly ContactListRow[]) {
  const t = useText('people');
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  // Rows that a filter or somebody else took away are not changed unseen.
  const chosenRows = rows.filter((row) => wanted.has(row.id));
  const bulk = useBulkStatus(tab, () => setWanted(new Set()));
  return {
    chosen: new Set(chosenRows.map((row) => row.id)),
    onChange: setWanted,
    actions: (
      <>
        <Button
          variant="default"
          size="xs"
          loading={bulk.pending}
          onClick={() => void bulk.change(chosenRows, 1)}
        >
          {t('makeActive')}
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={bulk.pending}
          onClick={() => void bulk.change(chosenRows, 0)}
        >
          {t('makeInactive')}
        </Button>
      </>
    ),
  };
}

function useRowActions(tab: ContactTab, onEdit: (id: string) => void): (row: ContactListRow) => RowAction[] {
  const t = useText('people');
  const acts = useContactActs(tab);
  return (row) => [
    { label: t('open'), icon: <IconUser size={16} aria-hidden />, to: `/people/${tab}/${row.id}` },
    { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, run: () => onEdit(row.id) },
    {
      label: t(row.status === 1 ? 'makeInactive' : 'makeActive'),
      icon: <IconUserCircle size={16} aria-hidden />,
      run: () => void acts.toggleStatus(row),
    },
    ...(acts.mayRemove
      ? [
          {
            label: t('remove'),
            icon: <IconTrash size={16} aria-hidden />,
            run: () => void acts.remove(row),
            destroys: true,
            separate: true,
          },
        ]
      : []),
  ];
}
