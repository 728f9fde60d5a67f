import { useRef } from 'react';
import { useConfirmLeave, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Returns how a dialog with input closes by Escape, its backdrop, its X or Cancel: at once while nothing is unsaved,
 * else after a confirmation. Leaving the page with unsaved input, also by the browser's back button, asks as well.
 */
export function useGuardedClose(isDirty: boolean, close: () => void): () => void {
  const confirmLeave = useConfirmLeave();
  const isAsking = useRef(false);
  useUnsavedGuard(isDirty);
  return () => {
    if (!isDirty) close();
    else if (!isAsking.current) {
      isAsking.current = true;
      void confirmLeave().then((leaves) => {
        isAsking.current = false;
        if (leaves) close();
      });
    }
  };
}
