import { type RefObject, useEffect } from 'react';

/** Runs the current callback on unmount, and when the browser closes or hides the page. */
export function useOnLeave(callback: RefObject<() => void>): void {
  useEffect(() => {
    const leave = () => callback.current();
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);
}
