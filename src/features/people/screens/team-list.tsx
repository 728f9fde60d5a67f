import { allows } from '#domain/people/permissions.ts';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import {
  IconEdit,
  IconSend,
  IconShieldLock,
  IconTrash,
  IconUserCircle,
  IconUsersGroup,
} from '#web/ui/layout/icons.ts';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import { memberPagePath, useTeamColumns } from './list-columns.tsx';
import { listInput, PeopleList, type TabProps, useSelectedRows } from './people-list.tsx';
import { teamRoutes } from './person-types.ts';
import { isFixedMember, useTeamBulkStatus } from './use-bulk-status.ts';
import { useTeamActions } from './use-contact-actions.ts';

/** The technicians or staff; editable by team managers, read-only for others. */
export function TeamList({ kind, onEdit, onAdd, ...list }: TabProps & { kind: TeamKind }) {
  const mayEdit = allows(useActor(), 'manage_team');
  const pages = usePagedRead(teamRoutes[kind].list, listInput(list.filter), { keep: true });
  const selection = useSelectedRows(pages.rows, useTeamBulkStatus(kind));
  const rowActions = useRowActions(kind, onEdit);
  return (
    <PeopleList
      {...list}
      tab={kind}
      of={pages}
      columns={useTeamColumns(kind, mayEdit)}
      icon={<IconUsersGroup size={24} stroke={1.6} />}
      {...(mayEdit ? { onAdd, rowActions, selection } : {})}
    />
  );
}

function useRowActions(kind: TeamKind, onEdit: (id: string) => void): (row: TeamRow) => RowAction[] | null {
  const t = useTranslation('people');
  const actor = useActor();
  const actions = useTeamActions(kind);
  return (row) => {
    const page = memberPagePath(kind, row);
    if (page === null) return null;
    return [
      { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, run: () => onEdit(row.id) },
      { label: t('rights'), icon: <IconShieldLock size={16} aria-hidden />, to: `${page}?tab=permissions` },
      ...(row.status === 2
        ? [
            {
              label: t('resend'),
              icon: <IconSend size={16} aria-hidden />,
              run: () => void actions.resend(row),
            },
          ]
        : []),
      ...(isFixedMember(row, actor.userId) ? [] : changes(row)),
    ];
  };

  function changes(row: TeamRow): RowAction[] {
    const label = { 0: 'makeActive', 1: 'makeInactive', 2: 'cancelInvitation' }[row.status];
    return [
      {
        label: t(label ?? 'makeActive'),
        icon: <IconUserCircle size={16} aria-hidden />,
        run: () => void actions.setStatus(row, row.status === 0 ? 1 : 0),
      },
      {
        label: t('remove'),
        icon: <IconTrash size={16} aria-hidden />,
        run: () => void actions.remove(row),
        destroys: true,
        separate: true,
      },
    ];
  }
}
