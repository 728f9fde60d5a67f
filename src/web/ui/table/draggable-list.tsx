import { Accessibility, StyleInjector } from '@dnd-kit/dom';
import { move } from '@dnd-kit/helpers';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { styleNonce } from '#web/theme.ts';
import { IconGripVertical } from '#web/ui/layout/icons.ts';
import classes from './sortable-list.module.css';
import type { SortableListProps } from './sortable-list.tsx';

interface Dragged {
  operation: { source: { id: string | number } | null };
}

/** The list of sortable-list.tsx after dragging was loaded. Announcements are in the user's language. */
export function DraggableList({
  ids,
  onOrder,
  nameOf,
  label,
  children,
  className,
  rowClass,
}: SortableListProps) {
  const t = useTranslation('web');
  const [announcement, setAnnouncement] = useState('');
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
      <ul className={`${classes.list} ${className ?? ''}`} aria-label={label}>
        {ids.map((id, index) => (
          <Row key={id} id={id} index={index} name={nameOf(id)} className={rowClass}>
            {(grip) => children(id, grip, index)}
          </Row>
        ))}
      </ul>
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

interface RowProps {
  id: string;
  index: number;
  name: string;
  className: string | undefined;
  children: (grip: ReactNode) => ReactNode;
}

function Row({ id, index, name, className, children }: RowProps) {
  const t = useTranslation('web');
  const { ref, handleRef, isDragging } = useSortable({ id, index });
  const grip = (
    <button ref={handleRef} type="button" className={classes.grip} aria-label={t('reorder.grip', { name })}>
      <IconGripVertical size={16} aria-hidden />
    </button>
  );
  return (
    <li ref={ref} className={`${classes.row} ${className ?? ''}`} data-dragged={isDragging || undefined}>
      {children(grip)}
    </li>
  );
}
