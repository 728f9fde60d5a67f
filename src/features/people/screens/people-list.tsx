import { Button, SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type SelectableColumn, useSavedColumns } from '#features/auth/screens/column-picker.tsx';
import type { PagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconPlus } from '#web/ui/layout/icons.ts';
import { DataTable } from '#web/ui/table/data-table.tsx';
import { ColumnChooser } from '#web/ui/table/data-table-columns.tsx';
import type { RowSelection } from '#web/ui/table/data-table-selection.tsx';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import { RowAvatar } from './list-columns.tsx';
import type { ListFilter } from './list-filter.ts';
import classes from './people-page.module.css';
import { isTeamType, type PeopleTab, personName } from './person-types.ts';

/** Props of every tab of the people page. */
export interface TabProps {
  filter: ListFilter;
  onFilter: (change: Partial<ListFilter>) => void;
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The fields that all list rows have in common. */
interface Listed {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  profile_pic: string | null;
}

interface Props<T> extends Omit<TabProps, 'onEdit' | 'onAdd'> {
  tab: PeopleTab;
  of: PagedRead<T>;
  columns: readonly SelectableColumn<T>[];
  icon: ReactNode;
  /** Absent if the user may not add people. */
  onAdd?: (() => void) | undefined;
  rowActions?: ((row: T) => RowAction[] | null) | undefined;
  selection?: RowSelection | undefined;
}

/** The query parameters of a list. */
export function listInput({ text, status }: ListFilter) {
  return { perPage: 25, ...(text ? { text } : {}), ...(status ? { status: Number(status) } : {}) };
}

/** A list of the people page, with search as you type and selectable columns. */
export function PeopleList<T extends Listed>(props: Props<T>) {
  const t = useTranslation('people');
  const { tab, onAdd, onFilter, rowActions } = props;
  const { text, status } = props.filter;
  const { columns, chooser } = useSavedColumns(`people.${tab}`, props.columns);
  const isFiltered = text !== '' || status !== '';
  return (
    <DataTable
      label={t(`many.${tab}`)}
      of={props.of}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={personName}
      rowIcon={(row) => <RowAvatar row={row} size={40} />}
      {...(rowActions ? { rowActions } : {})}
      selection={props.selection}
      empty={{
        icon: props.icon,
        title: t(`empty.${tab}`),
        hint: t(`emptyHint.${tab}`),
        action: onAdd && (
          <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {t(`add.${tab}`)}
          </Button>
        ),
      }}
      onClearSearch={isFiltered ? () => onFilter({ text: '', status: '' }) : undefined}
      hasFilters={status !== ''}
      toolbar={
        <>
          <SearchBox
            value={text}
            onSearch={(next) => onFilter({ text: next })}
            label={t(`search.${tab}`)}
            placeholder={t(`search.${tab}`)}
          />
          <StatusFilter
            value={status}
            onChange={(next) => onFilter({ status: next })}
            withInvited={isTeamType(tab)}
          />
          <ColumnChooser {...chooser} />
        </>
      }
    />
  );
}

interface FilterProps {
  value: string;
  onChange: (status: string) => void;
  /** Adds the status "invited", for people with a login. */
  withInvited: boolean;
}

/** All, active, inactive; for the team also invited. */
function StatusFilter({ value, onChange, withInvited }: FilterProps) {
  const t = useTranslation('people');
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

/** The selected rows and the buttons that change their status. */
export function useSelectedRows<T extends { id: string }>(
  rows: readonly T[],
  bulk: { change: (rows: readonly T[], newStatus: 0 | 1) => Promise<boolean>; pending: boolean },
): RowSelection {
  const t = useTranslation('people');
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  // Rows that a filter or a colleague removed from view are not changed.
  const chosenRows = rows.filter((row) => wanted.has(row.id));
  const button = (newStatus: 0 | 1) => (
    <Button
      variant="default"
      size="xs"
      loading={bulk.pending}
      onClick={() => void bulk.change(chosenRows, newStatus).then((isDone) => isDone && setWanted(new Set()))}
    >
      {t(newStatus === 1 ? 'makeActive' : 'makeInactive')}
    </Button>
  );
  return {
    chosen: new Set(chosenRows.map((row) => row.id)),
    onChange: setWanted,
    actions: (
      <>
        {button(1)}
        {button(0)}
      </>
    ),
  };
}
