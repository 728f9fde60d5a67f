import { Button, SegmentedControl } from '@mantine/core';
import { Suspense, useState } from 'react';
import { usePagedRead } from '#web/api.ts';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { AppLink, LinkButton } from '#web/navigation/link.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import {
  IconCopy,
  IconDownload,
  IconEdit,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconTemplate,
  IconTrash,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { type Column, DataTable } from '#web/ui/table/data-table.tsx';
import type { RowAction } from '#web/ui/table/row-menu.tsx';
import { type ListedTemplate, listTemplates } from '../contract.ts';
import { usePartCounts } from './part-counts.ts';
import { useTemplateActions } from './use-template-actions.ts';

const NewTemplateDialog = lazy(async () => ({
  default: (await import('./new-template-dialog.tsx')).NewTemplateDialog,
}));

const ImportDialog = lazy(async () => ({
  default: (await import('./exchange/import-dialog.tsx')).ImportDialog,
}));

const unfiltered = { text: '', status: '' };

/** The company's report templates: what each contains, and whether new appointments are offered it. */
export function TemplatesPage() {
  const t = useTranslation('templates');
  const [{ text, status }, change] = useUrlState(unfiltered);
  const [isAdding, setAdding] = useState(false);
  const actionsOf = useRowActions();
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
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<OtherWays />}
        primary={{ label: t('add'), icon: <IconPlus size={18} />, onClick: () => setAdding(true) }}
      />
      {isAdding && (
        <Suspense>
          <NewTemplateDialog onClose={() => setAdding(false)} />
        </Suspense>
      )}
      <DataTable
        label={t('title')}
        of={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={actionsOf}
        empty={{
          icon: <IconTemplate size={24} stroke={1.6} />,
          title: t('none'),
          hint: t('noneHint'),
          action: (
            <Button variant="default" onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          ),
        }}
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

/** Where templates come from besides the editor. */
function OtherWays() {
  const t = useTranslation('templates');
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <LinkButton variant="default" to="/templates/library">
        {t('library.open')}
      </LinkButton>
      <LinkButton variant="default" to="/templates/store">
        {t('store.open')}
      </LinkButton>
      <Button variant="default" onClick={() => setImporting(true)}>
        {t('exchange.importShort')}
      </Button>
      {isImporting && (
        <Suspense>
          <ImportDialog onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  );
}

function useRowActions(): (row: ListedTemplate) => RowAction[] {
  const t = useTranslation('templates');
  const actions = useTemplateActions();
  return (row) => [
    { label: t('edit'), icon: <IconEdit size={16} aria-hidden />, to: `/templates/edit/${row.id}` },
    {
      label: t('editor.preview'),
      icon: <IconEye size={16} aria-hidden />,
      to: `/templates/preview/${row.id}`,
    },
    {
      label: t('editor.duplicate'),
      icon: <IconCopy size={16} aria-hidden />,
      run: () => void actions.duplicate(row),
    },
    {
      label: t(row.status === 1 ? 'deactivate' : 'activate'),
      icon: row.status === 1 ? <IconEyeOff size={16} aria-hidden /> : <IconEye size={16} aria-hidden />,
      run: () => void actions.switchStatus(row),
    },
    ...(['json', 'csv'] as const).map((type) => ({
      label: t(type === 'json' ? 'exchange.exportJson' : 'exchange.exportCsv'),
      icon: <IconDownload size={16} aria-hidden />,
      run: () => actions.exportAs(row.id, type),
      separate: type === 'json',
    })),
    {
      label: t('editor.delete'),
      icon: <IconTrash size={16} aria-hidden />,
      run: () => void actions.remove(row),
      destroys: true,
      separate: true,
    },
  ];
}

function useColumns(): Column<ListedTemplate>[] {
  const t = useTranslation('templates');
  const counts = usePartCounts();
  const format = useFormat();
  return [
    {
      key: 'name',
      header: t('name'),
      width: 240,
      phone: 'title',
      render: (row) => <AppLink to={`/templates/edit/${row.id}`}>{row.name}</AppLink>,
    },
    {
      key: 'contents',
      header: t('contents'),
      width: 320,
      phone: 'sub',
      render: (row) => counts(row),
    },
    {
      key: 'used_by',
      header: t('usedBy'),
      phone: 'hide',
      render: (row) => row.used_by.join(', ') || t('notUsed'),
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
