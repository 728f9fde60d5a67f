import { Accessibility, StyleInjector } from '@dnd-kit/dom';
import { move } from '@dnd-kit/helpers';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { styleNonce } from '#web/theme/theme.ts';
import classes from './sortable-list.module.css';
import type { RowElements, SortableListProps } from './sortable-list.tsx';

interface Dragged {
  operation: { source: { id: string | number } | null };
}

interface Props extends Pick<SortableListProps, 'ids' | 'nameOf' | 'onOrder'> {
  elementsOf: (id: string) => RowElements;
  /** Called when the rows can be dragged. */
  onReady: () => void;
}

/**
 * Makes the rows of a sortable list draggable. Rendered next to the list: its rows stay as they are, with whatever is
 * open in them. Announcements are in the user's language.
 */
export function DraggableRows({ ids, onOrder, nameOf, elementsOf, onReady }: Props) {
  const t = useTranslation('web');
  const [announcement, setAnnouncement] = useState('');
  useEffect(onReady, [onReady]);
  return (
    <DragDropProvider
      plugins={(defaults) => [
        ...defaults,
        StyleInjector.configure({ nonce: styleNonce() }),
        Accessibility.configure(announced(t, nameOf)),
      ]}
      onDragEnd={(event) => {
        const id = event.operation.source?.id;
        if (event.canceled || id === undefined) return;
        const next = move([...ids], event);
        if (next.join() === ids.join()) return;
        const moved = String(id);
        onOrder(next, moved);
        const place = { place: next.indexOf(moved) + 1, count: next.length };
        setAnnouncement(t('reorder.moved', { name: nameOf(moved), ...place }));
      }}
    >
      {ids.map((id, index) => (
        <DraggableRow key={id} id={id} index={index} elements={elementsOf(id)} />
      ))}
      <div className={classes.hidden} role="status">
        {announcement}
      </div>
    </DragDropProvider>
  );
}

/** What screen readers say while a row is dragged. The new position is announced by the list itself. */
function announced(t: ReturnType<typeof useTranslation>, nameOf: (id: string) => string) {
  return {
    screenReaderInstructions: { draggable: t('reorder.hint') },
    announcements: {
      dragstart: ({ operation: { source } }: Dragged) =>
        t('reorder.pickedUp', { name: source ? nameOf(String(source.id)) : '' }),
      dragend: () => undefined,
    },
  };
}

function DraggableRow({ id, index, elements }: { id: string; index: number; elements: RowElements }) {
  const { row, grip } = elements;
  const { isDragging } = useSortable({ id, index, element: row, handle: grip });
  useEffect(() => {
    row.current?.toggleAttribute('data-dragged', isDragging);
  }, [row, isDragging]);
  return null;
}
