import { useEffect, useRef } from 'react';

const openDialogs: symbol[] = [];

/** Returns a function that checks whether this dialog is the topmost open one. */
export function useIsTopmostDialog(opened: boolean): () => boolean {
  const me = useRef<symbol>(undefined);
  useEffect(() => {
    if (!opened) return;
    const mine = Symbol('dialog');
    me.current = mine;
    openDialogs.push(mine);
    return () => {
      // Lower dialogs receive the same key event afterwards, so it is removed only after the event.
      setTimeout(() => openDialogs.splice(openDialogs.indexOf(mine), 1));
    };
  }, [opened]);
  return () => openDialogs.at(-1) === me.current;
}
