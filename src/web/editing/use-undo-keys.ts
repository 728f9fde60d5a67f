import { useEffect, useRef } from 'react';

/** An editor whose steps can be undone. */
export interface Undoable {
  undo(): void;
  redo(): void;
}

/** Ctrl+Z reverts, Ctrl+Y and Ctrl+Shift+Z do it again, except inside a text, which has its own. */
export function useUndoKeys(editor: Undoable | null | undefined): void {
  const latest = useRef(editor);
  latest.current = editor;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isText =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]');
      // A dialog with steps of its own, such as the drawing on a photo, has undone one of these.
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || isText) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) latest.current?.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) latest.current?.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
