import { ActionIcon, Menu } from '@mantine/core';
import {
  Fragment,
  type ReactNode,
  type RefCallback,
  useCallback,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { useTranslation } from '../../i18n.ts';
import { UnstyledLink } from '../../navigation/link.tsx';
import { IconDots } from '../layout/icons.ts';

export interface RowAction {
  label: string;
  icon?: ReactNode;
  /** Either a path … */
  to?: string;
  /** … or an action. */
  run?: () => void;
  destroys?: boolean;
  disabled?: boolean;
  /** A separator above this entry. */
  separate?: boolean;
}

interface Opened {
  name: string;
  actions: RowAction[];
  button: HTMLElement;
}

/** State of the menu shared by all rows of a table: one menu per row would render again with every change. */
export function useRowMenu<T>(actionsOf: ((row: T) => RowAction[] | null) | undefined) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(
    (row: T, name: string, button: HTMLElement) => {
      setOpened({ name, actions: actionsOf?.(row) ?? [], button });
      // The same button again closes it.
      setOpen((wasOpen) => !(wasOpen && opened?.button === button));
    },
    [actionsOf, opened],
  );
  const close = useCallback(() => {
    setOpen(false);
    opened?.button.focus();
  }, [opened]);
  useEffect(() => {
    if (!isOpen || !opened) return;
    const { button } = opened;
    // Follows its row as long as that is visible.
    const closeIfHidden = () => {
      const { bottom, top } = button.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) setOpen(false);
    };
    // A re-rendered list has the same button again, unless another user removed the row.
    const follow = new MutationObserver(() => {
      if (button.isConnected) return;
      const again = sameButton(button);
      if (again) setOpened({ ...opened, button: again });
      else setOpen(false);
    });
    window.addEventListener('scroll', closeIfHidden, { passive: true, capture: true });
    follow.observe(document.body, { childList: true, subtree: true });
    return () => {
      window.removeEventListener('scroll', closeIfHidden, { capture: true });
      follow.disconnect();
    };
  }, [isOpen, opened]);
  return { opened, isOpen, open, close };
}

function sameButton(gone: HTMLElement): HTMLElement | undefined {
  const all = document.querySelectorAll<HTMLElement>('button[aria-haspopup="menu"]');
  return [...all].find((one) => one.getAttribute('aria-label') === gone.getAttribute('aria-label'));
}

/** The button at the end of a row. */
export function RowMenuButton({ name, onOpen }: { name: string; onOpen: (button: HTMLElement) => void }) {
  const t = useTranslation('web');
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

/** The shared menu, next to the button that opened it. */
export function RowMenu({ of }: { of: { opened: Opened | null; isOpen: boolean; close: () => void } }) {
  const t = useTranslation('web');
  const { opened } = of;
  if (!opened) return null;
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
        <Anchor button={opened.button} />
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

/** Sets the button the menu belongs to, which is in a row and not inside the menu's own tree. */
function Anchor({ button, ref }: { button: HTMLElement; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    ref?.(button);
  }, [button]);
  return null;
}

function Entry({ action }: { action: RowAction }) {
  const shared = {
    leftSection: action.icon,
    disabled: action.disabled ?? false,
    ...(action.destroys ? { color: 'red' } : {}),
  };
  if (action.to && !action.disabled) {
    return (
      <Menu.Item component={UnstyledLink} to={action.to} {...shared}>
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
