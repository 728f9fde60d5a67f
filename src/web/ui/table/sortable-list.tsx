import { type ReactNode, Suspense } from 'react';
import { lazy } from '../../lazy.ts';
import classes from './sortable-list.module.css';

export interface SortableListProps {
  /** Label of the list for screen readers. */
  label: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Called with the new order and the id of the moved row. */
  onOrder: (ids: string[], moved: string) => void;
  /** The content of a row; the grip is empty until dragging is available. */
  children: (id: string, grip: ReactNode, index: number) => ReactNode;
  className?: string | undefined;
  rowClass?: string | undefined;
}

// Dragging is larger than the page around it: rows are shown immediately and become draggable later.
const Draggable = lazy(async () => ({ default: (await import('./draggable-list.tsx')).DraggableList }));

/**
 * Rows that are dragged by their grip with pointer, finger or keys. The caller renders buttons to move them up and
 * down.
 */
export function SortableList(props: SortableListProps) {
  return (
    <Suspense fallback={<PlainList {...props} />}>
      <Draggable {...props} />
    </Suspense>
  );
}

function PlainList({ ids, label, children, className, rowClass }: SortableListProps) {
  return (
    <ul className={`${classes.list} ${className ?? ''}`} aria-label={label}>
      {ids.map((id, index) => (
        <li key={id} className={`${classes.row} ${rowClass ?? ''}`}>
          {children(id, <span className={classes.grip} />, index)}
        </li>
      ))}
    </ul>
  );
}

/** Returns the order after moving one row one step up or down. */
export function moveItem(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const rest = ids.filter((one) => one !== id);
  rest.splice(Math.max(0, ids.indexOf(id) + by), 0, id);
  return rest;
}
