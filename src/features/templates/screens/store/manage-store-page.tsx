import { ActionIcon, Menu } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { toast } from '#web/toast.ts';
import { EmptyState, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import {
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconEye,
  IconEyeOff,
  IconPlus,
  IconTemplate,
  IconTrash,
  IconUpload,
} from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import * as contract from '../../store-admin-contract.ts';
import { usePartCounts } from '../part-counts.ts';
import classes from './store.module.css';

const UploadDialog = lazy(async () => ({ default: (await import('./upload-dialog.tsx')).UploadDialog }));

type Row = contract.ManagedStoreTemplate;

/** The template store as the platform's administrator manages it. */
export function ManageStorePage() {
  const t = useTranslation('templates');
  const list = useRead(contract.listManagedTemplates, {});
  const [uploading, setUploading] = useState<'new' | Row | null>(null);
  const rows = list.data?.templates ?? [];
  return (
    <>
      <PageHeader
        title={t('store.title')}
        purpose={t('manage.purpose')}
        breadcrumbs={[{ label: t('manage.settings'), to: '/admin/settings' }]}
        primary={{ label: t('manage.add'), icon: <IconPlus size={18} />, onClick: () => setUploading('new') }}
      />
      {list.status === 'loading' && <LinesSkeleton lines={6} height={48} />}
      {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
      {list.status === 'loaded' && rows.length === 0 && (
        <EmptyState icon={<IconTemplate size={24} stroke={1.6} />} title={t('store.none')} />
      )}
      {rows.length > 0 && (
        <div className={classes.rows}>
          <Card title={t('title')} flush>
            <Rows rows={rows} onReplace={setUploading} />
          </Card>
        </div>
      )}
      {uploading && (
        <Suspense>
          <UploadDialog
            replaces={uploading === 'new' ? null : uploading}
            onClose={() => setUploading(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function Rows({ rows, onReplace }: { rows: readonly Row[]; onReplace: (row: Row) => void }) {
  const t = useTranslation('templates');
  const order = useWrite(contract.orderStoreTemplates);
  const [moved, setMoved] = useState<string[] | null>(null);
  const saved = rows.map((row) => row.id);
  // Until the server has the new order, the list shows it already.
  const ids = moved && moved.length === saved.length ? moved : saved;
  const arrange = (next: string[]) => {
    setMoved(next);
    void order.send({ ids: next }).finally(() => setMoved(null));
  };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (
    <SortableList
      label={t('store.title')}
      ids={ids.filter((id) => byId.has(id))}
      nameOf={(id) => byId.get(id)?.name ?? ''}
      onOrder={arrange}
    >
      {(id, grip, index) => {
        const row = byId.get(id);
        return row ? (
          <div className={classes.row}>
            {grip}
            <RowContent
              row={row}
              onReplace={() => onReplace(row)}
              onMoveUp={index > 0 ? () => arrange(moveItem(ids, id, -1)) : null}
              onMoveDown={index < ids.length - 1 ? () => arrange(moveItem(ids, id, 1)) : null}
            />
          </div>
        ) : null;
      }}
    </SortableList>
  );
}

interface RowProps {
  row: Row;
  onReplace: () => void;
  /** Null at the end of the list. */
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
}

function RowContent({ row, onReplace, onMoveUp, onMoveDown }: RowProps) {
  const t = useTranslation('templates');
  const counts = usePartCounts();
  const { name, is_offered } = row;
  return (
    <>
      <div className={classes.words}>
        <div>
          {name} {!is_offered && <StatusPill tone="mute">{t('manage.hidden')}</StatusPill>}
          {row.is_shipped && row.rev > 1 && <StatusPill tone="info">{t('manage.edited')}</StatusPill>}
        </div>
        <div className={classes.counts}>
          {t(`store.trades.${row.trade}`)} · {counts(row)}
        </div>
      </div>
      <RowActions {...{ row, onReplace, onMoveUp, onMoveDown }} />
    </>
  );
}

function RowActions({ row, onReplace, onMoveUp, onMoveDown }: RowProps) {
  const t = useTranslation('templates');
  const offer = useWrite(contract.offerStoreTemplate);
  const remove = useRemoving(row.name);
  const { id, name, is_offered } = row;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={t('manage.actions', { name })}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUpload size={16} />} onClick={onReplace}>
          {t('manage.replace')}
        </Menu.Item>
        <Menu.Item
          leftSection={is_offered ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => void offer.send({ id, is_offered: !is_offered })}
        >
          {t(is_offered ? 'manage.hide' : 'manage.show')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={16} />}
          onClick={() => onMoveUp?.()}
          disabled={onMoveUp === null}
        >
          {t('editor.moveUp')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={16} />}
          onClick={() => onMoveDown?.()}
          disabled={onMoveDown === null}
        >
          {t('editor.moveDown')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => void remove.send({ id })}>
          {t('manage.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Deletes a template, with a way back in the toast. */
function useRemoving(name: string) {
  const t = useTranslation('templates');
  const restore = useWrite(contract.restoreStoreTemplate);
  return useWrite(contract.deleteStoreTemplate, {
    onDone: (_, { id }) =>
      toast(t('manage.deleted', { name }), {
        kind: 'success',
        action: { label: t('undo'), run: () => void restore.send({ id }) },
      }),
  });
}
