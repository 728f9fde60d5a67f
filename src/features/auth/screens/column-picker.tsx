import { useRef } from 'react';
import { useWrite } from '#web/api.ts';
import { session, useUser } from '#web/session.ts';
import type { Column } from '#web/ui/table/data-table.tsx';
import { updatePreferences } from '../contract.ts';

/** A column of a list; `isExtra` shows only for those who ask for it. */
export type SelectableColumn<T> = Column<T> & { isExtra?: boolean };

/** Several boxes ticked in a row make one call. */
const restingTime = 600;

/** The columns somebody has chosen for a list (`people.clients`), kept with their account, and what changes them. */
export function useSavedColumns<T>(list: string, all: readonly SelectableColumn<T>[]) {
  const lists = useUser().saved_columns ?? {};
  // An empty list is how a choice is taken back.
  const saved = lists[list]?.length ? lists[list] : null;
  const shown = saved ?? all.filter((column) => !column.isExtra).map((column) => column.key);
  const { send } = useWrite(updatePreferences);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const change = (next: string[]) => {
    session.amend({ saved_columns: { ...lists, [list]: next } });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send({ saved_columns: { [list]: next } }), restingTime);
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
