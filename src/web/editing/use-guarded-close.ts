import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConfirmLeave, useUnsavedGuard } from './use-unsaved-guard.ts';

/**
 * Returns how a dialog with input closes by Escape, its backdrop, its X or Cancel: at once while nothing is unsaved,
 * else after a confirmation. Leaving the page with unsaved input, also by the browser's back button, asks as well.
 */
export function useGuardedClose(isDirty: boolean, close: () => void): () => void {
  const confirmLeave = useConfirmLeave();
  const isAsking = useRef(false);
  const [isConfirmed, setConfirmed] = useState(false);
  useUnsavedGuard(isDirty && !isConfirmed);
  const closeConfirmed = useEffectEvent(close);
  // Only once the guard is off: closing may change the address, which it watches.
  useEffect(() => {
    if (!isConfirmed) return;
    setConfirmed(false);
    closeConfirmed();
  }, [isConfirmed]);
  return () => {
    if (!isDirty) close();
    else if (!isAsking.current) {
      isAsking.current = true;
      void confirmLeave().then((leaves) => {
        isAsking.current = false;
        if (leaves) setConfirmed(true);
      });
    }
  };
}
