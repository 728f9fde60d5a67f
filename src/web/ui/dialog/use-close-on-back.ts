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
    const top = window.scrollY;
    window.history.pushState({ ...(window.history.state as object | null), [key]: own }, '');
    const onPopState = () => {
      if (layersNow() >= own) return;
      close();
      restore(document.activeElement, top);
    };
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('popstate', onPopState);
      // Closed by its own button: the entry goes as well. After a navigation there is none to remove.
      if (layersNow() !== own) return;
      const focused = document.activeElement;
      window.addEventListener('popstate', () => restore(focused, top), { once: true });
      window.history.back();
    };
  }, []);
}

/** To an address with a fragment, going back scrolls to its place and takes the focus away. */
function restore(focused: Element | null, top: number): void {
  requestAnimationFrame(() => {
    window.scrollTo({ top, behavior: 'instant' });
    if (document.activeElement === document.body && focused instanceof HTMLElement)
      focused.focus({ preventScroll: true });
  });
}

function layersNow(): number {
  const state = window.history.state as { [key]?: number } | null;
  return state?.[key] ?? 0;
}
