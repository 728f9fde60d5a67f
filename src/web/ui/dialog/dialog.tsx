import { Drawer, Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsPhone } from '../layout/use-is-phone.ts';
import classes from './dialog.module.css';
import { modalClasses, sheetClasses } from './dialog-classes.ts';
import { useIsTopmostDialog } from './dialog-stack.ts';

export interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Maximum width in pixels; 900 for two-column forms. */
  width?: number;
  /** While saving: Escape, the backdrop and the close button do not close it. */
  locked?: boolean;
  /** False: clicking outside does not close it. */
  closeOnBackdrop?: boolean;
  children: ReactNode;
  /** Buttons that stay visible at the bottom. Inside a form, render them in the form instead. */
  footer?: ReactNode;
  /** Next to the title, for example a Submit button on phones. */
  headerExtra?: ReactNode;
  /** Content without padding, up to the edges. */
  flush?: boolean;
}

/** A dialog; on phones a bottom drawer. Returns the focus on closing. Mark the first field with `data-autofocus`. */
export function Dialog(props: DialogProps) {
  const isPhone = useShape(props.opened);
  const returnFocus = useReturnFocus(props.opened);
  const isOnTop = useIsTopmostDialog(props.opened);
  const locked = props.locked ?? false;
  const shared = {
    opened: props.opened,
    onClose: () => {
      // One Escape closes one dialog: lower ones receive the event too.
      if (!locked && isOnTop()) props.onClose();
    },
    title: (
      <span className={classes.titleRow}>
        <span className={classes.titleText}>{props.title}</span>
        {props.headerExtra}
      </span>
    ),
    closeOnEscape: !locked,
    closeOnClickOutside: !locked && (props.closeOnBackdrop ?? true),
    closeButtonProps: { disabled: locked },
    returnFocus: false,
    onExitTransitionEnd: returnFocus,
    lockScroll: true,
  };
  const inner = (
    <>
      <div className={classes.content} data-flush={props.flush || undefined}>
        {props.children}
      </div>
      {props.footer && <div className={classes.footer}>{props.footer}</div>}
    </>
  );
  if (isPhone) {
    return (
      <Drawer {...shared} position="bottom" size="94dvh" classNames={sheetClasses}>
        {inner}
      </Drawer>
    );
  }
  return (
    <Modal {...shared} size={props.width ?? 560} classNames={modalClasses}>
      {inner}
    </Modal>
  );
}

/** Stays a drawer or a dialog while open: rotating a tablet must not discard input. */
function useShape(opened: boolean): boolean {
  const isPhone = useIsPhone();
  const shape = useRef(isPhone);
  if (!opened) shape.current = isPhone;
  return shape.current;
}

// The library loses the opener of a dialog that is mounted already open, such as lazily loaded ones.
function useReturnFocus(opened: boolean): () => void {
  const opener = useRef<Opener | null>(null);
  if (opened && opener.current === null && typeof document !== 'undefined')
    opener.current = { element: openerOf(document.activeElement), below: openers.at(-1) ?? null };
  useEffect(() => {
    const mine = opener.current;
    if (!opened || !mine) return;
    openers.push(mine);
    return () => {
      openers.splice(openers.indexOf(mine), 1);
      // Unmounted while open: no exit transition returns the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) focusOpener(mine);
      });
    };
  }, [opened]);
  return () => {
    const mine = opener.current;
    opener.current = null;
    focusOpener(mine);
  };
}

/** What opened a dialog, and what opened the one it was opened from. */
interface Opener {
  element: Element | null;
  below: Opener | null;
}

/** Of the open dialogs, in their order. */
const openers: Opener[] = [];

// A dialog that took the place of another one, such as that of its loading state, was opened from what is gone.
function focusOpener(from: Opener | null): void {
  let at = from;
  while (at && (at.element === document.body || !at.element?.isConnected)) at = at.below;
  if (at?.element instanceof HTMLElement) focusOnceEnabled(at.element);
}

/** A button is disabled while the call waits that opened the dialog, and a moment longer. */
function focusOnceEnabled(element: HTMLElement): void {
  if (!element.matches(':disabled')) {
    element.focus();
    return;
  }
  const watcher = new MutationObserver(() => {
    const isFree = document.activeElement === null || document.activeElement === document.body;
    if (element.isConnected && isFree && element.matches(':disabled')) return;
    watcher.disconnect();
    if (isFree) element.focus();
  });
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}

/** The button of the menu that had the focus last. */
let lastMenuButton = '';
let lastFocused: Element | null = null;
if (typeof document !== 'undefined')
  document.addEventListener('focusin', ({ target }) => {
    lastFocused = target instanceof Element ? target : null;
    const menu = target instanceof Element ? target.closest('[role="menu"]') : null;
    lastMenuButton =
      menu?.getAttribute('aria-labelledby') ?? (target === document.body ? lastMenuButton : '');
  });

/**
 * A menu entry no longer exists when the dialog closes; the button of its menu takes its place. If the code of the dialog
 * took longer to load than the menu to close, nothing has the focus any more, and the menu is remembered; so is a button
 * that lost the focus because it was disabled.
 */
function openerOf(element: Element | null): Element | null {
  const isNone = element === null || element === document.body;
  if (isNone && lastFocused?.matches(':disabled')) return lastFocused;
  const button = isNone ? lastMenuButton : element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (button && document.getElementById(button)) || element;
}
