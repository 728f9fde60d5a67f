import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { IconEdit, IconTrash, IconUser, IconUserCircle, IconUsers } from '#web/ui/layout/icons.ts';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import type { ContactListRow } from '../contract.ts';
import { useContactColumns } from './list-columns.tsx';
import { listInput, PeopleList, type TabProps, useSelectedRows } from './people-list.tsx';
import { contactRoutes } from './person-types.ts';
import { useContactBulkStatus } from './use-bulk-status.ts';
import { type ContactTab, useContactActions } from './use-contact-actions.ts';

/** The clients, agents or contractors, with search as you type, selection and bulk changes. */
export function ContactList({ tab, onEdit, ...list }: TabProps & { tab: ContactTab }) {
  const pages = usePagedRead(contactRoutes[tab].list, listInput(list.filter), { keep: true }) as ReturnType<
    typeof usePagedRead<typeof contactRoutes.clients.list>
  >;
  const selection = useSelectedRows(pages.rows, useContactBulkStatus(tab));
  return (
    <PeopleList
      {...list}
      tab={tab}
      of={pages}
      columns={useContactColumns(tab)}
      icon={<IconUsers size={24} stroke={1.6} />}
      rowActions={useRowActions(tab, onEdit)}
      selection={selection}
    />
  );
}

function useRowActions(tab: ContactTab, onEdit: (id: string) => void): (row: ContactListRow) => RowAction[] {
  const t = useTranslation('people');
  const acts = useContactActions(tab);
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
