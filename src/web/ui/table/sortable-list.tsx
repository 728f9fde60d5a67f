import { lazy, type ReactNode, Suspense } from 'react';
import classes from './sortable-list.module.css';

export interface SortableListProps {
  /** Names the list for screen readers. */
  label: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Told the whole new order and which row took another place. */
  onOrder: (ids: string[], moved: string) => void;
  /** A row's content; the grip is an empty place until dragging is possible. */
  children: (id: string, grip: ReactNode, index: number) => ReactNode;
  className?: string | undefined;
  rowClass?: string | undefined;
}

// Dragging weighs more than the page around it: the rows show at once and learn to be dragged later.
const Draggable = lazy(async () => ({ default: (await import('./draggable-list.tsx')).DraggableList }));

/** Rows that are dragged by their grip, with pointer, finger or keys; whoever renders them adds buttons for up and down. */
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

/** The order after one row took a step up or down. */
export function moveItem(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const rest = ids.filter((one) => one !== id);
  rest.splice(Math.max(0, ids.indexOf(id) + by), 0, id);
  return rest;
}
