import { useEffect, useRef } from 'react';

const openDialogs: symbol[] = [];

/** Tells whether this dialog is the topmost of those that are open. */
export function useIsTopmostDialog(opened: boolean): () => boolean {
  const me = useRef<symbol>(undefined);
  useEffect(() => {
    if (!opened) return;
    const mine = Symbol('dialog');
    me.current = mine;
    openDialogs.push(mine);
    return () => {
      // Those below hear the same key after this one: it leaves when that is over.
      setTimeout(() => openDialogs.splice(openDialogs.indexOf(mine), 1));
    };
  }, [opened]);
  return () => openDialogs.at(-1) === me.current;
}
