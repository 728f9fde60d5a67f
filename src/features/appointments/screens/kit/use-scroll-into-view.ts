import { type RefObject, useEffect, useRef } from 'react';

/**
 * Scrolls new content into view and focuses it if nothing has the focus: a button disabled while its request is pending
 * loses the focus, and keyboard users would have to start again at the top.
 */
export function useScrollIntoView(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return box;
}
