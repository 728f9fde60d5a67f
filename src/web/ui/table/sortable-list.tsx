import { type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { useTranslation } from '../../i18n.ts';
import { lazy } from '../../loading/lazy.ts';
import { IconGripVertical } from '../layout/icons.ts';
import classes from './sortable-list.module.css';

export interface SortableListProps {
  /** Label of the list for screen readers. */
  label: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Called with the new order and the id of the moved row. */
  onOrder: (ids: string[], moved: string) => void;
  /** The content of a row; the grip is invisible until dragging is available. */
  children: (id: string, grip: ReactNode, index: number) => ReactNode;
  className?: string | undefined;
  rowClass?: string | undefined;
  /** The rows have no grip and stay where they are. */
  isFixed?: boolean;
}

/** The elements of a row that dragging uses. */
export interface RowElements {
  row: RefObject<HTMLLIElement | null>;
  grip: RefObject<HTMLButtonElement | null>;
}

// Dragging is larger than the page around it: rows are shown immediately and become draggable later.
const Draggable = lazy(async () => ({ default: (await import('./draggable-rows.tsx')).DraggableRows }));

/**
 * Rows that are dragged by their grip with pointer, finger or keys. The caller renders buttons to move them up and
 * down. What is open in a row stays open when dragging becomes available.
 */
export function SortableList({
  className,
  rowClass,
  children,
  label,
  isFixed = false,
  ...list
}: SortableListProps) {
  const { ids, nameOf } = list;
  const t = useTranslation('web');
  const [isDraggable, setDraggable] = useState(false);
  const onReady = useCallback(() => setDraggable(true), []);
  const elementsOf = useRowElements();
  return (
    <>
      <ul className={`${classes.list} ${className ?? ''}`} aria-label={label}>
        {ids.map((id, index) => {
          const { row, grip } = elementsOf(id);
          return (
            <li key={id} ref={row} className={`${classes.row} ${rowClass ?? ''}`}>
              {children(
                id,
                <button
                  ref={grip}
                  type="button"
                  className={classes.grip}
                  data-waiting={!isDraggable || undefined}
                  aria-label={t('reorder.grip', { name: nameOf(id) })}
                >
                  <IconGripVertical size={16} aria-hidden />
                </button>,
                index,
              )}
            </li>
          );
        })}
      </ul>
      {ids.length > 1 && !isFixed && (
        <Suspense>
          <Draggable {...list} elementsOf={elementsOf} onReady={onReady} />
        </Suspense>
      )}
    </>
  );
}

/** The elements of each row, the same objects every time. */
function useRowElements(): (id: string) => RowElements {
  const [known] = useState(() => new Map<string, RowElements>());
  return (id) => {
    const elements = known.get(id) ?? { row: { current: null }, grip: { current: null } };
    known.set(id, elements);
    return elements;
  };
}

/** Returns the order after moving one row one step up or down. */
export function moveItem(ids: readonly string[], id: string, by: -1 | 1): string[] {
  const rest = ids.filter((one) => one !== id);
  rest.splice(Math.max(0, ids.indexOf(id) + by), 0, id);
  return rest;
}
