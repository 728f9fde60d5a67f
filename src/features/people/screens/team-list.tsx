import { Button } from '@mantine/core';
import { allows } from '#domain/permissions.ts';
import { usePages } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { ColumnChooser } from '#web/ui/data-table-columns.tsx';
import {
  IconEdit,
  IconPlus,
  IconSend,
  IconShieldLock,
  IconTrash,
  IconUserCircle,
  IconUsersGroup,
} from '#web/ui/icons.ts';
import type { RowAction } from '#web/ui/row-menu.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import { useTeamActs } from './contact-acts.ts';
import { StatusFilter } from './contact-list.tsx';
import { pageOf, RowFace, useTeamColumns } from './list-columns.tsx';
import type { ListFilter } from './list-filter.ts';
import { personName, teamRoutes } from './person-types.ts';
import { useSavedColumns } from './saved-columns.ts';

interface Props {
  kind: TeamKind;
  filter: ListFilter;
  onFilter: (change: Partial<ListFilter>) => void;
  onAdd: () => void;
  onEdit: (id: string) => void;
}

/** The technicians or the staff; changed only by those who run the team, read by the others. */
export function TeamList({ kind, filter, onFilter, onAdd, onEdit }: Props) {
  const t = useText('people');
  const mayEdit = allows(useActor(), 'manage_team');
  const { text, status } = filter;
  const pages = usePages(
    teamRoutes[kind].list,
    { perPage: 25, ...(text ? { text } : {}), ...(status ? { status: Number(status) } : {}) },
    { keep: true },
  );
  const { columns, chooser } = useSavedColumns(kind, useTeamColumns(kind, mayEdit));
  const actions = useRowActions(kind, onEdit);
  const isFiltered = text !== '' || status !== '';
  return (
    <DataTable
      label={t(`many.${kind}`)}
      of={pages}
      columns={columns}
      rowKey={(row) => row.id}
      rowName={personName}
      rowIcon={(row) => <RowFace row={row} size={40} />}
      {...(mayEdit ? { rowActions: actions } : {})}
      empty={{
        icon: <IconUsersGroup size={24} stroke={1.6} />,
        title: t(`empty.${kind}`),
        hint: t(`emptyHint.${kind}`),
        action: mayEdit && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onAdd}>
            {t(`add.${kind}`)}
          </Button>
        ),
      }}
      onClearSearch={isFiltered ? () => onFilter({ text: '', status: '' }) : undefined}
      toolbar={
        <>
          <SearchBox
            value={text}
            onSearch={(next) => onFilter({ text: next })}
            label={t(`search.${kind}`)}
            placeholder={t(`search.${kind}`)}
          />
          <StatusFilter value={status} onChange={(next) => onFilter({ status: next })} withInvited />
          <ColumnChooser {...chooser} />
        </>
      }
    />
  );
}

function useRowActions(kind: TeamKind, onEdit: (id: string) => void): (row: TeamRow) => RowAction[] | null {
  const t = useText('people');
  const actor = useActor();
  const acts = useTeamActs(kind);
  return (row) => {
    const page = pageOf(kind, row);
    // Nobody changes the state of the owner, or their own; the server refuses both.
    const isFixed = row.user_type === 1 || row.id === actor.userId;
    if (page === null) return null;
    return [
      { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, run: () => onEdit(row.id) },
      { label: t('rights'), icon: <IconShieldLock size={16} aria-hidden />, to: `${page}?tab=permissions` },
      ...(row.status === 2
        ? [
            {
              label: t('resend'),
              icon: <IconSend size={16} aria-hidden />,
              run: () => void acts.resend(row),
            },
          ]
        : []),
      ...(isFixed ? [] : changes(row)),
    ];
  };

  function changes(row: TeamRow): RowAction[] {
    const label = { 0: 'makeActive', 1: 'makeInactive', 2: 'cancelInvitation' }[row.status];
    return [
      {
        label: t(label ?? 'makeActive'),
        icon: <IconUserCircle size={16} aria-hidden />,
        run: () => void acts.setStatus(row, row.status === 0 ? 1 : 0),
      },
      {
        label: t('remove'),
        icon: <IconTrash size={16} aria-hidden />,
        run: () => void acts.remove(row),
        destroys: true,
        separate: true,
      },
    ];
  }
}
