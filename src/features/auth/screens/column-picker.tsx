import { useRef } from 'react';
import { isSavedColumn, type SavedList } from '#domain/people/saved-columns.ts';
import { useWrite } from '#web/api.ts';
import { session, useUser } from '#web/session.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { updatePreferences } from '../contract.ts';

/** A column of a list; with `isExtra` it is hidden by default. */
export type SelectableColumn<T> = Column<T> & { isExtra?: boolean };

/** Debounce in ms, so that several checkboxes in a row cause one request. */
const debounceMs = 600;

/**
 * The columns a user selected for a list (`people.clients`), stored with their account, and the functions to change
 * them.
 */
export function useSavedColumns<T>(list: SavedList, all: readonly SelectableColumn<T>[]) {
  const lists = useUser().saved_columns ?? {};
  // An empty list means the selection was reset.
  const saved = lists[list]?.length ? lists[list] : null;
  const shown = saved ?? all.filter((column) => !column.isExtra).map((column) => column.key);
  const { send } = useWrite(updatePreferences);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (chosen: string[]) => {
    // Stored before a column was removed.
    const next = chosen.filter((column) => isSavedColumn(list, column));
    session.amend({ saved_columns: { ...lists, [list]: next } });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send({ saved_columns: { [list]: next } }), debounceMs);
  };
  return {
    columns: all.filter((column, i) => i === 0 || shown.includes(column.key)),
    chooser: {
      columns: all as readonly Pick<Column<never>, 'key' | 'header'>[],
      shown,
      onChange: change,
      onReset: saved ? () => change([]) : undefined,
    },
  };
}

/** Returns a function that shows these columns in a list, for a view that is opened. */
export function useSetColumns(): (list: string, shown: string[]) => void {
  const lists = useUser().saved_columns ?? {};
  const { send } = useWrite(updatePreferences);
  return (list, shown) => {
    session.amend({ saved_columns: { ...lists, [list]: shown } });
    void send({ saved_columns: { [list]: shown } } as never);
  };
}
