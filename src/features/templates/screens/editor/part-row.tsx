import { useDroppable } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { ActionIcon, Menu, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { IconDots, IconGripVertical } from '#web/ui/layout/icons.ts';
import { intoId } from './dropped-change.ts';
import classes from './editor.module.css';

interface Props {
  id: string;
  name: string;
  index: number;
  /** The list it is sorted in. */
  group: string;
  type: string;
  /** Kinds of parts that can be dropped into it. */
  takes?: string[];
  isCurrent?: boolean;
  isDim?: boolean;
  /** Next to the name: a count or marks. */
  meta?: ReactNode;
  /** Before the name: a checkbox. */
  lead?: ReactNode;
  /** Whether what it opens is below it, rather than in the next column. */
  expanded?: boolean;
  onOpen: () => void;
  onRename: (name: string) => void;
  /** Moves it one place up or down; null at the end. */
  onMove: ((by: -1 | 1) => void) | null;
  count: number;
  /** Further entries of its menu. */
  menu: ReactNode;
  children?: ReactNode;
}

/** One section, item or comment in its column: opened, renamed, dragged by its grip, moved with Alt and the arrow keys. */
export function PartRow(props: Props) {
  const { id, name, index, group, type, takes = [] } = props;
  const t = useTranslation('templates');
  const [isRenaming, setRenaming] = useState(false);
  const { ref, handleRef, isDragging } = useSortable({ id, index, group, type, accept: type });
  const into = useDroppable({ id: intoId(id), accept: takes, disabled: takes.length === 0 });
  const press = (event: React.KeyboardEvent) => {
    if (event.key === 'F2') setRenaming(true);
    else if (event.altKey && event.key === 'ArrowUp') props.onMove?.(-1);
    else if (event.altKey && event.key === 'ArrowDown') props.onMove?.(1);
    else return;
    event.preventDefault();
  };
  return (
    <li
      ref={ref}
      className={classes.part}
      data-dragged={isDragging || undefined}
      id={`${type.split(':')[0]}-${id}`}
    >
      <div
        ref={into.ref}
        className={classes.row}
        data-current={props.isCurrent || undefined}
        data-dim={props.isDim || undefined}
        data-over={into.isDropTarget || undefined}
      >
        <button
          ref={handleRef}
          type="button"
          className={classes.grip}
          aria-label={t('editor.drag', { name })}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
        {props.lead}
        {isRenaming ? (
          <Rename
            name={name}
            onDone={(next) => {
              setRenaming(false);
              if (next && next !== name) props.onRename(next);
            }}
          />
        ) : (
          <button
            type="button"
            className={classes.open}
            aria-current={props.isCurrent ? 'true' : undefined}
            aria-expanded={props.expanded}
            onClick={props.onOpen}
            onDoubleClick={() => setRenaming(true)}
            onKeyDown={press}
          >
            <span className={classes.name}>{name}</span>
            {props.meta}
          </button>
        )}
        <RowMenu {...props} isRenaming={isRenaming} onRename={() => setRenaming(true)} />
      </div>
      {props.children}
    </li>
  );
}

function RowMenu({
  name,
  index,
  count,
  onMove,
  isRenaming,
  onRename,
  menu,
}: Omit<Props, 'onRename'> & { isRenaming: boolean; onRename: () => void }) {
  const t = useTranslation('templates');
  return (
    // The focus is in the field of the new name; it returns to the menu's button afterwards.
    <Menu position="bottom-end" withinPortal returnFocus={!isRenaming}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t('editor.actions', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onRename}>{t('editor.rename')}</Menu.Item>
        {onMove && (
          <>
            <Menu.Item disabled={index === 0} onClick={() => onMove(-1)}>
              {t('editor.moveUp')}
            </Menu.Item>
            <Menu.Item disabled={index === count - 1} onClick={() => onMove(1)}>
              {t('editor.moveDown')}
            </Menu.Item>
          </>
        )}
        {menu}
      </Menu.Dropdown>
    </Menu>
  );
}

function Rename({ name, onDone }: { name: string; onDone: (name: string | null) => void }) {
  const t = useTranslation('templates');
  const [text, setText] = useState(name);
  return (
    <TextInput
      className={classes.rename}
      aria-label={t('editor.newName', { name })}
      value={text}
      maxLength={200}
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => onDone(text.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The key must not press the row, which has the focus next.
        event.preventDefault();
        onDone(event.key === 'Enter' ? text.trim() : null);
      }}
    />
  );
}
