import { type RefObject, useEffect, useRef } from 'react';

/**
 * Brings what has just appeared into sight, and the focus to it where there is none: a button that waits for its answer is
 * blocked meanwhile and loses it, and whoever has no mouse would begin again at the top.
 */
export function useScrollIntoView(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center', behavior: 'auto' });
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return box;
}
