import { useCallback, useEffect, useState } from 'react';
import type { Saving } from '#web/editing/save-status.tsx';
import type { Editor } from './editor-types.ts';

/**
 * Whether everything is on the server: `unsure` while uploads are in progress, `no` if something stays on this device.
 */
export type SyncStatus = 'yes' | 'no' | 'unsure';

/**
 * Sends pending changes and returns whether the server has everything. Waits for photos being uploaded. Returns `no` as
 * soon as something cannot be uploaded, and syncs again once it has been.
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
