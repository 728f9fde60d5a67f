import { useCallback, useEffect, useState } from 'react';
import type { Editor, Saving } from './editor-types.ts';

/** Is everything on the server: `unsure` what is on its way has not arrived yet, `no` something stays on this device. */
export type SyncStatus = 'yes' | 'no' | 'unsure';

/**
 * Sends what waits and tells whether the server has it all. Photos that are still on their way are waited for; what cannot
 * leave the device now is told as soon as it is known, and looked at again once it has left.
 */
export function useSyncBeforeHandoff(
  editor: Pick<Editor, 'sync'>,
  saving: Saving,
): [SyncStatus, retry: () => void] {
  const [isSynced, setSynced] = useState<boolean | null>(null);
  const sync = useCallback(() => void editor.sync().then(setSynced), [editor]);
  useEffect(sync, [sync]);
  const hasArrived = saving === 'saved' || saving === 'refused';
  useEffect(() => {
    if (hasArrived && isSynced === false) sync();
  }, [hasArrived, isSynced, sync]);
  const isOnItsWay = isSynced === null || (!isSynced && saving === 'saving');
  return [isSynced ? 'yes' : isOnItsWay ? 'unsure' : 'no', sync];
}
