import { useEffect } from 'react';

/** Prepares the page for printing; what that needs is fetched once the page is there. */
export function usePrinting(): void {
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    void import('./watch-printing.ts').then(({ watchPrinting }) => {
      if (!isGone) stop = watchPrinting();
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
}
