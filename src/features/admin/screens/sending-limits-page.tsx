import { Suspense, useState } from 'react';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconBuilding, IconEdit } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { useIsPhone } from '#web/ui/layout/use-is-phone.ts';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { listSendingCompanies, type SendingCompany } from '../sending-contract.ts';

const SendingLimitsDialog = lazy(async () => ({
  default: (await import('./sending-limits-dialog.tsx')).SendingLimitsDialog,
}));

/** What each company has sent in this hour and may send, and the figures that the administrator sets. */
export function SendingLimitsPage() {
  const t = useTranslation('admin');
  const [{ q }, change] = useUrlState({ q: '' });
  const pages = usePagedRead(listSendingCompanies, { perPage: 25, ...(q ? { q } : {}) }, { keep: true });
  const [edited, edit] = useState<SendingCompany | null>(null);
  return (
    <>
      <PageHeader
        title={t('sending.title')}
        purpose={t('sending.purpose')}
        breadcrumbs={[{ label: t('settings'), to: '/admin/settings' }]}
      />
      <DataTable
        label={t('sending.title')}
        of={pages}
        columns={useColumns()}
        rowActions={(row) => [
          { label: t('sending.set'), icon: <IconEdit size={16} />, run: () => edit(row) },
        ]}
        rowKey={(row) => row.id}
        rowName={(row) => row.company_name}
        empty={{ icon: <IconBuilding size={24} stroke={1.6} />, title: t('sending.none') }}
        onClearSearch={q ? () => change({ q: '' }) : undefined}
        toolbar={<SearchBox value={q} onSearch={(next) => change({ q: next })} label={t('sending.search')} />}
      />
      {edited && (
        <Suspense>
          <SendingLimitsDialog key={edited.id} company={edited} onClose={() => edit(null)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): Column<SendingCompany>[] {
  const t = useTranslation('admin');
  const format = useFormat();
  const isPhone = useIsPhone();
  const use = (row: SendingCompany, kind: SendingCompany['kinds'][number]['kind']) => {
    const { used = 0, limit = 0 } = row.kinds.find((each) => each.kind === kind) ?? {};
    return t('sending.used', { used: format.number(used), limit: format.number(limit) });
  };
  return [
    { key: 'name', header: t('sending.company'), phone: 'title', render: (row) => row.company_name },
    {
      key: 'since',
      header: t('sending.since'),
      width: 130,
      phone: 'hide',
      render: (row) => format.date(row.created_at),
    },
    {
      key: 'email',
      header: t('sending.email'),
      width: 150,
      phone: 'sub',
      // A phone shows no column headers.
      render: (row) => (isPhone ? `${t('sending.email')} · ${use(row, 'email')}` : use(row, 'email')),
    },
    { key: 'text', header: t('sending.text'), width: 150, phone: 'hide', render: (row) => use(row, 'text') },
    {
      key: 'stranger',
      header: t('sending.stranger'),
      width: 150,
      phone: 'hide',
      render: (row) => use(row, 'stranger'),
    },
    {
      key: 'state',
      header: t('sending.state'),
      width: 160,
      phone: 'side',
      render: (row) => <State row={row} />,
    },
  ];
}

function State({ row }: { row: SendingCompany }) {
  const t = useTranslation('admin');
  if (row.waiting > 0)
    return <StatusPill tone="warn">{t('sending.waiting', { count: row.waiting })}</StatusPill>;
  const isSet = Object.values(row.set).some((figure) => figure !== null);
  return (
    <StatusPill tone={isSet ? 'info' : 'mute'}>{t(isSet ? 'sending.isSet' : 'sending.byRule')}</StatusPill>
  );
}
