import { Button, Select } from '@mantine/core';
import { Suspense, useState } from 'react';
import { templateTrades } from '#domain/templates/trades.ts';
import { usePagedRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { CardSkeleton, EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { SearchBox } from '#web/ui/inputs/search-box.tsx';
import { IconTemplate } from '#web/ui/layout/icons.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { StatusPill } from '#web/ui/layout/status-pill.tsx';
import { listStoreTemplates, type StoreTemplate } from '../../store-contract.ts';
import { usePartCounts } from '../part-counts.ts';
import classes from './store.module.css';
import { useCopy } from './use-copy.ts';

const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));

const unfiltered = { text: '', trade: '' };

/** The templates that the platform offers, to read before one is added to the company's own. */
export function TemplateStorePage() {
  const t = useTranslation('templates');
  const [{ text, trade }, change] = useUrlState(unfiltered);
  const [shown, setShown] = useState<StoreTemplate | null>(null);
  const chosen = templateTrades.find((each) => each === trade);
  const pages = usePagedRead(
    listStoreTemplates,
    { perPage: 30, ...(text ? { text } : {}), ...(chosen ? { trade: chosen } : {}) },
    { keep: true },
  );
  const isFiltered = text !== '' || chosen !== undefined;
  return (
    <>
      <PageHeader
        title={t('store.title')}
        purpose={t('store.purpose')}
        breadcrumbs={[{ label: t('title'), to: '/templates' }]}
      />
      <div className={classes.toolbar}>
        <SearchBox
          value={text}
          onSearch={(next) => change({ text: next })}
          label={t('store.search')}
          placeholder={t('store.search')}
        />
        <Select
          aria-label={t('store.trade')}
          data={[
            { value: '', label: t('store.allTrades') },
            ...templateTrades.map((value) => ({ value, label: t(`store.trades.${value}`) })),
          ]}
          value={chosen ?? ''}
          allowDeselect={false}
          onChange={(next) => change({ trade: next ?? '' })}
        />
      </div>
      {pages.status === 'failed' && <ErrorState failure={pages.failure} onRetry={pages.retry} />}
      {pages.status === 'loading' && (
        <div className={classes.cards}>
          {[1, 2, 3].map((n) => (
            <CardSkeleton key={n} height={190} />
          ))}
        </div>
      )}
      {pages.status === 'loaded' && pages.rows.length === 0 && (
        <NoTemplates onClear={isFiltered ? () => change(unfiltered) : undefined} />
      )}
      <ul className={classes.cards} aria-label={t('store.title')}>
        {pages.rows.map((row) => (
          <StoreCard key={row.id} row={row} onShow={() => setShown(row)} />
        ))}
      </ul>
      {pages.hasMore && (
        <div className={classes.more}>
          <Button variant="default" onClick={pages.more} loading={pages.loadingMore}>
            {t('store.more')}
          </Button>
        </div>
      )}
      {shown && (
        <Suspense>
          <PreviewDialog row={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  );
}

function StoreCard({ row, onShow }: { row: StoreTemplate; onShow: () => void }) {
  const t = useTranslation('templates');
  const counts = usePartCounts();
  const copy = useCopy();
  return (
    <li className={classes.card}>
      <div>
        <StatusPill tone="info">{t(`store.trades.${row.trade}`)}</StatusPill>
      </div>
      <h2 className={classes.name}>{row.name}</h2>
      <div className={classes.description}>{row.description}</div>
      <div className={classes.counts}>{counts(row)}</div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onShow} aria-label={t('store.previewOf', { name: row.name })}>
          {t('store.preview')}
        </Button>
        <Button
          variant="light"
          onClick={() => void copy.send({ id: row.id })}
          loading={copy.pending}
          aria-label={t('store.addNamed', { name: row.name })}
        >
          {t('store.add')}
        </Button>
      </div>
    </li>
  );
}

function NoTemplates({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useTranslation('templates');
  return (
    <EmptyState
      icon={<IconTemplate size={24} stroke={1.6} />}
      title={t(onClear ? 'store.noneFound' : 'store.none')}
      hint={onClear ? undefined : t('store.noneHint')}
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            {t('store.clear')}
          </Button>
        )
      }
    />
  );
}
