import { useEffect, useRef } from 'react';

/** A keyboard shortcut: what it does, and its keys as `event.key`; `mod` is Ctrl, on a Mac Command. */
export interface Shortcut {
  /** One of these presses runs it: `['mod+k', '/']`. Shown only if nothing runs. */
  keys: readonly string[];
  label: string;
  /** The page or part it belongs to, as a heading of the list. */
  group: string;
  /** Absent if a control handles the key itself while it has the focus. */
  run?: () => void;
}

const registrations = new Set<{ current: readonly Shortcut[] }>();

/** Adds shortcuts for as long as the component is mounted. They are listed in the dialog that `?` opens. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const registration = useRef(shortcuts);
  useEffect(() => {
    registration.current = shortcuts;
  });
  useEffect(() => {
    registrations.add(registration);
    return () => {
      registrations.delete(registration);
    };
  }, []);
}

/** Returns the shortcuts that are available now: those of the page, then those of the shell. */
export function listShortcuts(): readonly Shortcut[] {
  return [...registrations].toReversed().flatMap((one) => one.current);
}

/** Runs shortcuts while the shell is mounted. */
export function useShortcutKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', runShortcut);
    return () => document.removeEventListener('keydown', runShortcut);
  }, []);
}

function runShortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.repeat || event.isComposing || isDialogOpen()) return;
  const press = pressOf(event);
  if (press === null || isTaken(event, press)) return;
  const found = listShortcuts().find((one) => one.run && one.keys.includes(press));
  if (!found) return;
  event.preventDefault();
  found.run?.();
}

/**
 * The press in the notation of `keys`. Signs are compared by what the layout types, whatever is held for them: `/` is
 * Shift+7 on a German keyboard.
 */
function pressOf(event: KeyboardEvent): string | null {
  const { key } = event;
  if (event.getModifierState('AltGraph')) return /^[^\p{L}\p{N}]$/u.test(key) ? key : null;
  const mod = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  const isSign = /^[^\p{L}\p{N}\s]$/u.test(key);
  if (event.altKey && !(isMac() && isSign)) return null;
  if (mod) return event.shiftKey ? null : `mod+${key.toLowerCase()}`;
  if (event.ctrlKey || event.metaKey || (event.shiftKey && !isSign)) return null;
  return key.length === 1 ? key.toLowerCase() : key;
}

const textFields =
  'input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit], [type=range], [type=color]), textarea, select';
const ownKeys = '[role=listbox], [role=menu], [role=combobox], [role=textbox], dialog';

/** Returns whether keys pressed on an element belong to it: it is a field or a list to choose from. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest(`${textFields}, ${ownKeys}, [contenteditable]:not([contenteditable=false])`) !== null;
}

// In a plain field, Ctrl+K types nothing; a text editor and a list have their own commands.
function isTaken({ target }: KeyboardEvent, press: string): boolean {
  if (!press.startsWith('mod+')) return isTyping(target);
  return isTyping(target) && !(target instanceof Element && target.matches(textFields));
}

/** True while a dialog, drawer or popover is open: it has the keyboard. */
function isDialogOpen(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null;
}

/** Returns whether the keyboard is that of a Mac. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
