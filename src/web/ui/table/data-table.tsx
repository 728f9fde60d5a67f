import { Skeleton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PagedRead, ReadStatus } from '../../api.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../feedback/states.tsx';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './data-table.module.css';
import { type EmptyList, ListFooter, NoRows } from './data-table-ends.tsx';
import {
  type RowSelection,
  SelectAllCheckbox,
  SelectionBar,
  SelectionToggle,
  SelectRowCheckbox,
  useRowToggle,
} from './data-table-selection.tsx';
import { type RowAction, RowMenu, RowMenuButton, useRowMenu } from './row-menu.tsx';

export interface Column<T> {
  key: string;
  header: string;
  render: (row: T) => ReactNode;
  width?: number | string;
  align?: 'left' | 'right';
  /** On a phone: the first line, the second line, the right end of the first line, or hidden. */
  phone?: 'title' | 'sub' | 'side' | 'hide';
}

/** Rows loaded page by page (usePagedRead), or all at once. */
export type Rows<T> =
  | PagedRead<T>
  | {
      rows: readonly T[];
      status: ReadStatus;
      failure?: PagedRead<T>['failure'];
      retry?: () => void;
      fetching?: boolean;
      isFormer?: boolean;
    };

interface Props<T> {
  /** Label of the table for screen readers. */
  label: string;
  of: Rows<T>;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  /** A picture at the start of a row on phones, next to both lines. */
  rowIcon?: (row: T) => ReactNode;
  /** Name of a row, for its menu button. */
  rowName: (row: T) => string;
  /** The menu at the end of each row; null for a row without one. */
  rowActions?: (row: T) => RowAction[] | null;
  /** Shown if there are no rows at all. */
  empty: EmptyList;
  /** Set while a search or filter is active: an empty result then says so and offers to clear it. */
  onClearSearch?: (() => void) | undefined;
  /** Filters are set, not only a search. */
  hasFilters?: boolean;
  /** Rows of the skeleton; the usual number keeps the page from shifting. */
  skeletonRows?: number;
  /** Above the table inside its card: search box, filters. */
  toolbar?: ReactNode;
  /** Below the toolbar: what the whole list adds up to. */
  summary?: ReactNode;
  /** Makes rows selectable; the bar of the selection has its actions. */
  selection?: RowSelection | undefined;
}

/**
 * The list of the product: a table with a sticky header, a two-line list on phones; with skeleton rows of the final
 * height, empty state, no-match state, error with retry, and load more.
 */
export function DataTable<T>(props: Props<T>) {
  const isPhone = useIsPhone();
  const menu = useRowMenu(props.rowActions);
  const { of, selection } = props;
  // On a phone the checkboxes are shown on request: a list for reading has no space for them.
  const [isSelecting, setSelecting] = useState(false);
  const isChoosing = selection !== undefined && (!isPhone || isSelecting || selection.chosen.size > 0);
  const select = isChoosing ? selection : undefined;
  const toggle = useRowToggle(select, of.rows.map(props.rowKey));
  const state = of.status !== 'loaded' ? of.status : of.rows.length === 0 ? 'empty' : 'rows';
  return (
    <div className={classes.card} data-rows>
      {(props.toolbar || selection) && (
        <div className={classes.toolbar}>
          {props.toolbar}
          {selection && isPhone && state === 'rows' && (
            <SelectionToggle
              pressed={isChoosing}
              onToggle={() => {
                selection.onChange(new Set());
                setSelecting(!isChoosing);
              }}
            />
          )}
        </div>
      )}
      {props.summary && <div className={classes.summary}>{props.summary}</div>}
      {selection && <SelectionBar of={selection} />}
      {state === 'failed' && (
        <ErrorState failure={of.failure ?? null} {...(of.retry ? { onRetry: of.retry } : {})} />
      )}
      {state === 'empty' && (
        <NoRows empty={props.empty} onClearSearch={props.onClearSearch} hasFilters={props.hasFilters} />
      )}
      {(state === 'rows' || state === 'loading') &&
        (isPhone ? (
          <PhoneList
            {...props}
            selection={select}
            toggle={toggle}
            openMenu={menu.open}
            loading={state === 'loading'}
          />
        ) : (
          <WideTable
            {...props}
            selection={select}
            toggle={toggle}
            openMenu={menu.open}
            loading={state === 'loading'}
          />
        ))}
      {state === 'rows' && 'more' in of && <ListFooter of={of} />}
      <RowMenu of={menu} />
    </div>
  );
}

type Inner<T> = Props<T> & {
  loading: boolean;
  toggle: (id: string, isRange: boolean) => void;
  openMenu: (row: T, name: string, button: HTMLElement) => void;
};

function WideTable<T>(props: Inner<T>) {
  return (
    <div className={classes.scroll} data-former={('isFormer' in props.of && props.of.isFormer) || undefined}>
      <table
        className={classes.table}
        aria-label={props.label}
        aria-busy={props.loading || props.of.fetching}
      >
        <WideHead {...props} />
        <tbody>
          {props.loading
            ? placeholders(props.skeletonRows).map((key) => <SkeletonRow key={key} {...props} />)
            : props.of.rows.map((row) => <WideRow key={props.rowKey(row)} {...props} row={row} />)}
        </tbody>
      </table>
    </div>
  );
}

function WideHead<T>({ of, columns, rowActions, selection, rowKey }: Inner<T>) {
  const t = useTranslation('web');
  const keys = of.rows.map(rowKey);
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className={classes.boxCell}>
            <SelectAllCheckbox of={selection} keys={keys} />
          </th>
        )}
        {columns.map((column) => (
          <th key={column.key} scope="col" style={{ width: column.width, textAlign: column.align }}>
            {column.header}
          </th>
        ))}
        {rowActions && (
          <th scope="col" className={classes.menuCell}>
            <span className={classes.hidden}>{t('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function SkeletonRow<T>({ columns, rowActions, selection }: Inner<T>) {
  return (
    <tr>
      {selection && <td className={classes.boxCell} />}
      {columns.map((column, i) => (
        <td key={column.key}>
          <Skeleton h={12} w={i === 0 ? '55%' : '70%'} radius={6} />
        </td>
      ))}
      {rowActions && <td className={classes.menuCell} />}
    </tr>
  );
}

function WideRow<T>(props: Inner<T> & { row: T }) {
  const { row, columns, rowActions, selection } = props;
  const id = props.rowKey(row);
  return (
    <tr data-chosen={selection?.chosen.has(id) || undefined}>
      {selection && (
        <td className={classes.boxCell}>
          <SelectRowCheckbox
            isChosen={selection.chosen.has(id)}
            name={props.rowName(row)}
            onToggle={(isRange) => props.toggle(id, isRange)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          style={{ textAlign: column.align }}
          data-number={column.align === 'right' || undefined}
        >
          {column.render(row)}
        </td>
      ))}
      {rowActions && (
        <td className={classes.menuCell}>
          <MenuButton {...props} row={row} />
        </td>
      )}
    </tr>
  );
}

function PhoneList<T>(props: Inner<T>) {
  const part = (where: Column<T>['phone']) =>
    props.columns.filter((column, i) => (column.phone ?? (i === 0 ? 'title' : 'sub')) === where);
  const [titles, subs, sides] = [part('title'), part('sub'), part('side')];
  return (
    <ul
      className={classes.list}
      aria-label={props.label}
      aria-busy={props.loading || props.of.fetching}
      data-former={('isFormer' in props.of && props.of.isFormer) || undefined}
    >
      {props.loading
        ? placeholders(props.skeletonRows).map((key) => (
            <li key={key} className={classes.item}>
              <div className={classes.itemWords}>
                <Skeleton h={13} w="55%" radius={6} my={4} />
                <Skeleton h={11} w="75%" radius={6} my={4} />
              </div>
            </li>
          ))
        : props.of.rows.map((row) => (
            <li
              key={props.rowKey(row)}
              className={classes.item}
              data-chosen={props.selection?.chosen.has(props.rowKey(row)) || undefined}
            >
              {props.selection && (
                <SelectRowCheckbox
                  isChosen={props.selection.chosen.has(props.rowKey(row))}
                  name={props.rowName(row)}
                  onToggle={(isRange) => props.toggle(props.rowKey(row), isRange)}
                />
              )}
              {props.rowIcon?.(row)}
              <div className={classes.itemWords}>
                <div className={classes.itemTitle}>
                  <span className={classes.cut}>{titles.map((column) => shown(column, row))}</span>
                  {sides.map((column) => shown(column, row))}
                </div>
                <div className={classes.itemSub}>{subs.map((column) => shown(column, row))}</div>
              </div>
              {props.rowActions && <MenuButton {...props} row={row} />}
            </li>
          ))}
    </ul>
  );
}

function shown<T>(column: Column<T>, row: T) {
  return (
    <span key={column.key} className={classes.piece}>
      {column.render(row)}
    </span>
  );
}

function MenuButton<T>(props: Inner<T> & { row: T }) {
  // As wide as the button, so that the content before it is aligned.
  if (!props.rowActions?.(props.row)) return <span className={classes.noMenu} />;
  const name = props.rowName(props.row);
  return <RowMenuButton name={name} onOpen={(button) => props.openMenu(props.row, name, button)} />;
}

function placeholders(count = 8): string[] {
  return Array.from({ length: count }, (_, i) => `placeholder-${i}`);
}
