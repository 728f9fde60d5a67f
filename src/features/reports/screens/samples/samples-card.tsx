import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { copyAddress } from '#web/navigation/copy-address.ts';
import { EmptyLine, ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { IconExternalLink, IconLink } from '#web/ui/layout/icons.ts';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { moveItem, SortableList } from '#web/ui/table/sortable-list.tsx';
import { listSamples, orderSamples, type SampleRow } from '../../samples-contract.ts';
import { SampleMenu } from './sample-menu.tsx';
import classes from './samples-card.module.css';

const EditSampleDialog = lazy(async () => ({
  default: (await import('./edit-sample-dialog.tsx')).EditSampleDialog,
}));

/** The company's sample reports: order, names, which are shown, and the address of their public list. */
export function SamplesCard({ isShown }: { isShown: boolean }) {
  const t = useTranslation('reports');
  const list = useRead(listSamples, {});
  const [edited, setEdited] = useState<SampleRow | null>(null);
  const { data } = list;
  const path = `/sample-reports/${data?.request_id}`;
  return (
    <Card
      title={t('samples.title')}
      flush
      actions={
        data &&
        isShown &&
        data.samples.length > 0 && (
          <Group gap={4}>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconLink size={16} />}
              onClick={() => void copyAddress(path, t('samples.listCopied'))}
            >
              {t('samples.copyList')}
            </Button>
            <Button
              component="a"
              href={path}
              target="_blank"
              rel="noopener"
              variant="subtle"
              size="compact-sm"
              rightSection={<IconExternalLink size={16} />}
            >
              {t('samples.openList')}
            </Button>
          </Group>
        )
      }
    >
      <div className={classes.body}>
        {list.status === 'loading' && <LinesSkeleton lines={2} />}
        {list.status === 'failed' && <ErrorState failure={list.failure} onRetry={list.retry} />}
        {data && !isShown && <p className={classes.hint}>{t('samples.switchedOff')}</p>}
        {data?.samples.length === 0 && <EmptyLine>{t('samples.noneHint')}</EmptyLine>}
        {data && data.samples.length > 0 && <Rows rows={data.samples} onEdit={setEdited} />}
      </div>
      {edited && (
        <Suspense>
          <EditSampleDialog sample={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </Card>
  );
}

function Rows({ rows, onEdit }: { rows: readonly SampleRow[]; onEdit: (row: SampleRow) => void }) {
  const t = useTranslation('reports');
  const order = useWrite(orderSamples);
  const [moved, setMoved] = useState<string[] | null>(null);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Until the server has the new order, the list shows it already.
  const ids = (moved ?? rows.map((row) => row.id)).filter((id) => byId.has(id));
  const arrange = (next: string[]) => {
    setMoved(next);
    void order.send({ ids: next }).finally(() => setMoved(null));
  };
  return (
    <SortableList
      label={t('samples.title')}
      ids={ids}
      nameOf={(id) => byId.get(id)?.name ?? ''}
      onOrder={arrange}
    >
      {(id, grip, index) => {
        const row = byId.get(id);
        return row ? (
          <div className={classes.row}>
            {grip}
            <div className={classes.words}>
              <p className={classes.name}>
                {row.name}
                {!row.visible && <StatusPill tone="mute">{t('samples.hidden')}</StatusPill>}
              </p>
              <p className={classes.facts}>
                {[
                  row.description,
                  row.photos > 0 ? t('edit.photos', { count: row.photos }) : t('samples.noPhotos'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            <SampleMenu
              row={row}
              onEdit={() => onEdit(row)}
              onMoveUp={index > 0 ? () => arrange(moveItem(ids, id, -1)) : null}
              onMoveDown={index < ids.length - 1 ? () => arrange(moveItem(ids, id, 1)) : null}
            />
          </div>
        ) : null;
      }}
    </SortableList>
  );
}
