import { SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#domain/permissions.ts';
import { usePages, useWrite } from '#web/api.ts';
import { formatPhone } from '#web/format.ts';
import { useText } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { confirm } from '#web/ui/confirm.tsx';
import { type Column, DataTable } from '#web/ui/data-table.tsx';
import { IconEdit, IconPlus, IconTrash, IconUserCircle, IconUsers } from '#web/ui/icons.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PersonAvatar } from '#web/ui/person-badge.tsx';
import type { RowAction } from '#web/ui/row-menu.tsx';
import { SearchBox } from '#web/ui/search-box.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { useUrl } from '#web/url.ts';
import { type Contact, clients } from '../contract.ts';
import { contactName } from './contact-kinds.ts';
import classes from './people-page.module.css';
import { PersonModal } from './person-modal.tsx';

/** What is open in the modal: nothing, a new record, or the one with that id. */
type Editing = { id: string | null } | null;

/** The people of a company; in this version its clients. */
export function PeoplePage() {
  const t = useText('people');
  const [{ text, status }, changeUrl] = useUrl({ text: '', status: '' });
  const [editing, setEditing] = useState<Editing>(null);
  const pages = usePages(
    clients.list,
    { perPage: 25, ...(text ? { text } : {}), ...(status ? { status: Number(status) } : {}) },
    { keep: true },
  );
  const actions = useRowActions((id) => setEditing({ id }));
  const add = () => setEditing({ id: null });
  const isFiltered = text !== '' || status !== '';
  return (
    <>
      <PageHeader
        title={t('pageTitle')}
        purpose={t('pagePurpose')}
        primary={{ label: t('addClient'), icon: <IconPlus size={18} aria-hidden />, onClick: add }}
      />
      <div role="tablist" aria-label={t('pageTitle')} className={classes.tabs}>
        <button type="button" role="tab" aria-selected className={classes.tab}>
          {t('many.clients')}
        </button>
      </div>
      <DataTable
        label={t('many.clients')}
        of={pages}
        columns={useColumns((id) => setEditing({ id }))}
        rowKey={(row) => row.id}
        rowName={contactName}
        rowActions={actions}
        empty={{
          icon: <IconUsers size={24} stroke={1.6} />,
          title: t('emptyTitle'),
          hint: t('emptyHint'),
        }}
        onClearSearch={isFiltered ? () => changeUrl({ text: '', status: '' }) : undefined}
        toolbar={
          <>
            <SearchBox
              value={text}
              onSearch={(next) => changeUrl({ text: next })}
              label={t('search.clients')}
              placeholder={t('search.clients')}
            />
            <SegmentedControl
              aria-label={t('status')}
              value={status}
              onChange={(next) => changeUrl({ status: next })}
              data={[
                { value: '', label: t('all') },
                { value: '1', label: t('active') },
                { value: '0', label: t('inactive') },
              ]}
            />
          </>
        }
      />
      <PersonModal
        type="clients"
        opened={editing !== null}
        id={editing?.id ?? null}
        onClose={() => setEditing(null)}
      />
    </>
  );
}

function useColumns(edit: (id: string) => void): Column<Contact>[] {
  const t = useText('people');
  return [
    {
      key: 'name',
      header: t('name'),
      render: (row) => (
        <button type="button" className={classes.name} onClick={() => edit(row.id)}>
          <PersonAvatar {...row} />
          <span className={classes.nameText}>{contactName(row)}</span>
        </button>
      ),
    },
    { key: 'email', header: t('fields.email'), render: (row) => row.email, phone: 'sub' },
    {
      key: 'phone',
      header: t('fields.phone'),
      width: 150,
      render: (row) => formatPhone(row.phone) || <Faint />,
      phone: 'hide',
    },
    {
      key: 'city',
      header: t('place'),
      render: (row) => [row.city, row.state].filter(Boolean).join(', ') || <Faint />,
      phone: 'hide',
    },
    {
      key: 'status',
      header: t('status'),
      width: 110,
      render: (row) => (
        <StatusPill tone={row.status === 1 ? 'ok' : 'mute'}>
          {t(row.status === 1 ? 'active' : 'inactive')}
        </StatusPill>
      ),
      phone: 'side',
    },
  ];
}

function Faint() {
  return (
    <Text span c="dimmed" fz="sm" aria-hidden>
      –
    </Text>
  );
}

function useRowActions(edit: (id: string) => void): (row: Contact) => RowAction[] {
  const t = useText('people');
  const actor = useActor();
  const setStatus = useWrite(clients.setStatus, {
    toast: (row) => t('statusChanged', { name: contactName(row) }),
  });
  const remove = useWrite(clients.remove, { toast: t('removed') });
  const askAndRemove = async (row: Contact) => {
    const name = contactName(row);
    const isSure = await confirm({
      title: t('removeTitle', { name }),
      text: t('removeText'),
      yes: t('remove'),
      destroys: true,
    });
    if (isSure) await remove.send({ id: row.id });
  };
  return (row) => [
    { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, run: () => edit(row.id) },
    {
      label: t(row.status === 1 ? 'makeInactive' : 'makeActive'),
      icon: <IconUserCircle size={16} aria-hidden />,
      run: () => void setStatus.send({ id: row.id, newStatus: row.status === 1 ? 0 : 1 }),
    },
    ...(allows(actor, 'delete_contacts')
      ? [
          {
            label: t('remove'),
            icon: <IconTrash size={16} aria-hidden />,
            run: () => void askAndRemove(row),
            destroys: true,
            separate: true,
          },
        ]
      : []),
  ];
}
