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
}

/** In place of the rows: the empty state, or that nothing matches the search. */
export function NoRows({ empty, onClearSearch }: NoRowsProps) {
  const t = useTranslation('web');
  if (!onClearSearch) return <EmptyState {...empty} />;
  return (
    <EmptyState
      icon={<IconSearch size={24} stroke={1.6} />}
      title={t('noMatch')}
      hint={t('noMatchHint')}
      action={
        <Button variant="default" onClick={onClearSearch}>
          {t('clearSearch')}
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
