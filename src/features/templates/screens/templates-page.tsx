import { SegmentedControl } from '@mantine/core';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconTemplate } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import { useUrlState } from '#web/use-url-state.ts';
import { type ListedTemplate, listTemplates } from '../contract.ts';

const unfiltered = { text: '', status: '' };

/** The company's report templates: what each contains, and whether new appointments are offered it. */
export function TemplatesPage() {
  const t = useTranslation('templates');
  const [{ text, status }, change] = useUrlState(unfiltered);
  const pages = usePagedRead(
    listTemplates,
    {
      perPage: 25,
      ...(text ? { text } : {}),
      ...(status === '0' || status === '1' ? { status: Number(status) } : {}),
    },
    { keep: true },
  );
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <DataTable
        label={t('title')}
        of={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        empty={{ icon: <IconTemplate size={24} stroke={1.6} />, title: t('none'), hint: t('noneHint') }}
        onClearSearch={text || status ? () => change(unfiltered) : undefined}
        hasFilters={Boolean(status)}
        toolbar={
          <>
            <SearchBox
              value={text}
              onSearch={(next) => change({ text: next })}
              label={t('search')}
              placeholder={t('search')}
            />
            <SegmentedControl
              aria-label={t('status')}
              value={status}
              onChange={(next) => change({ status: next })}
              data={[
                { value: '', label: t('all') },
                { value: '1', label: t('active') },
                { value: '0', label: t('inactive') },
              ]}
            />
          </>
        }
      />
    </>
  );
}

function useColumns(): Column<ListedTemplate>[] {
  const t = useTranslation('templates');
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('name'),
      phone: 'title',
      render: (row) => <AppLink to={`/templates/edit/${row.id}`}>{row.name}</AppLink>,
    },
    {
      key: 'contents',
      header: t('contents'),
      phone: 'sub',
      render: (row) => t('counts', { sections: row.sections, items: row.items, comments: row.comments }),
    },
    {
      key: 'updated',
      header: t('updated'),
      width: 160,
      phone: 'hide',
      render: (row) => format.date(row.updated_at),
    },
    {
      key: 'status',
      header: t('status'),
      width: 130,
      phone: 'side',
      render: (row) =>
        row.status === 1 ? (
          <StatusPill tone="ok">{t('active')}</StatusPill>
        ) : (
          <StatusPill tone="mute">{t('inactive')}</StatusPill>
        ),
    },
  ];
}
