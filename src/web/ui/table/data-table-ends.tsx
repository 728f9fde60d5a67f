import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { PagedRead } from '../../api.ts';
import { useFormat } from '../../format.ts';
import { useTranslation } from '../../i18n.ts';
import { EmptyState } from '../feedback/states.tsx';
import { IconSearch } from '../layout/icons.ts';
import classes from './data-table.module.css';

/** What a list without rows says. */
export interface EmptyList {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
}

interface NoRowsProps {
  empty: EmptyList;
  onClearSearch?: (() => void) | undefined;
  hasFilters?: boolean | undefined;
}

/** In place of the rows: the empty state, or that nothing matches the search or the filters. */
export function NoRows({ empty, onClearSearch, hasFilters }: NoRowsProps) {
  if (!onClearSearch) return <EmptyState {...empty} />;
  return <NoMatch onClear={onClearSearch} hasFilters={hasFilters} />;
}

/** Shows that nothing matches the search, or with `hasFilters` the filters, and offers to clear them. */
export function NoMatch({ onClear, hasFilters }: { onClear: () => void; hasFilters?: boolean | undefined }) {
  const t = useTranslation('web');
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t(hasFilters ? 'noFilterMatch' : 'noMatch')}
      hint={t(hasFilters ? 'noFilterMatchHint' : 'noMatchHint')}
      action={
        <Button variant="default" onClick={onClear}>
          {t(hasFilters ? 'clearFilters' : 'clearSearch')}
        </Button>
      }
    />
  );
}

/** Below the rows: how many are loaded, and the button for more. */
export function ListFooter<T>({ of }: { of: PagedRead<T> }) {
  const t = useTranslation('web');
  const format = useFormat();
  // A capped count may be lower than the number of loaded rows.
  const total = Math.max(of.total, of.rows.length);
  const values = { shown: format.number(of.rows.length), total: format.number(total) };
  return (
    <div className={classes.footer}>
      <span role="status">{t(of.totalIsCapped ? 'loadedCapped' : 'loaded', values)}</span>
      {of.hasMore && (
        <Button variant="default" onClick={of.more} loading={of.loadingMore}>
          {t('loadMore')}
        </Button>
      )}
    </div>
  );
}
