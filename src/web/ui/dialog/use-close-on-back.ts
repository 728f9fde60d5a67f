import { useEffect, useEffectEvent } from 'react';

/** How many of these are open above the page, in the state of its history entry. */
const key = 'layersAbovePage';

/**
 * The browser's back button closes the caller, which covers the page, instead of leaving the page: while the caller is
 * rendered, the history has one more entry with the same address. What the caller covers stays open.
 */
export function useCloseOnBack(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const own = layersNow() + 1;
    window.history.pushState({ ...(window.history.state as object | null), [key]: own }, '');
    const onPopState = () => {
      if (layersNow() < own) close();
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      // Closed by its own button: the entry goes as well. After a navigation there is none to remove.
      if (layersNow() === own) window.history.back();
    };
  }, []);
}

function layersNow(): number {
  const state = window.history.state as { [key]?: number } | null;
  return state?.[key] ?? 0;
}
