import { ActionIcon, Menu } from '@mantine/core';
import { Fragment, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../i18n.ts';
import { BareLink } from '../link.tsx';
import { IconDots } from './icons.ts';

export interface RowAction {
  label: string;
  icon?: ReactNode;
  /** Either a path … */
  to?: string;
  /** … or an act. */
  run?: () => void;
  destroys?: boolean;
  disabled?: boolean;
  /** A line above this entry. */
  separate?: boolean;
}

interface Opened {
  name: string;
  actions: RowAction[];
  at: { top: number; left: number; height: number; width: number };
}

/** State of the one menu that all rows of a table share: a menu a row would render again at every change. */
export function useRowMenu<T>(actionsOf: ((row: T) => RowAction[] | null) | undefined) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLElement | null>(null);
  const open = useCallback(
    (row: T, name: string, from: HTMLElement) => {
      const { top, left, height, width } = from.getBoundingClientRect();
      button.current = from;
      setOpened({ name, actions: actionsOf?.(row) ?? [], at: { top, left, height, width } });
      setOpen(true);
    },
    [actionsOf],
  );
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    // The menu is placed on the screen, not in the row: scrolling would leave it behind.
    const leave = () => setOpen(false);
    window.addEventListener('scroll', leave, { passive: true });
    return () => window.removeEventListener('scroll', leave);
  }, [isOpen]);
  return { opened, isOpen, open, close };
}

/** The button at the end of a row. */
export function RowMenuButton({ name, onOpen }: { name: string; onOpen: (button: HTMLElement) => void }) {
  const t = useText('web');
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label={t('rowActions', { name })}
      aria-haspopup="menu"
      onClick={(event) => onOpen(event.currentTarget)}
    >
      <IconDots size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The shared menu itself, placed over the button that opened it. */
export function RowMenu({ of }: { of: { opened: Opened | null; isOpen: boolean; close: () => void } }) {
  const t = useText('web');
  const { opened } = of;
  if (!opened) return null;
  const { top, left, width, height } = opened.at;
  return (
    <Menu
      opened={of.isOpen}
      onChange={(next) => {
        if (!next) of.close();
      }}
      position="bottom-end"
      width={200}
      returnFocus={false}
    >
      <Menu.Target>
        <span aria-hidden style={{ position: 'fixed', top, left, width, height, pointerEvents: 'none' }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('rowActions', { name: opened.name })} aria-labelledby={undefined}>
        {opened.actions.map((action) => (
          <Fragment key={action.label}>
            {action.separate && <Menu.Divider />}
            <Entry action={action} />
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Entry({ action }: { action: RowAction }) {
  const shared = {
    leftSection: action.icon,
    disabled: action.disabled ?? false,
    ...(action.destroys ? { color: 'red' } : {}),
  };
  if (action.to && !action.disabled) {
    return (
      <Menu.Item component={BareLink} to={action.to} {...shared}>
        {action.label}
      </Menu.Item>
    );
  }
  return (
    <Menu.Item {...shared} {...(action.run ? { onClick: action.run } : {})}>
      {action.label}
    </Menu.Item>
  );
}
