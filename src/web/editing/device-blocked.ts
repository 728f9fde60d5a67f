import { useSyncExternalStore } from 'react';

const blocked = new Set<string>();
const listeners = new Set<() => void>();

/** Records whether a window with an older version keeps a database of the device from being opened. */
export function setDeviceBlocked(name: string, isBlocked: boolean): void {
  if (isBlocked === blocked.has(name)) return;
  if (isBlocked) blocked.add(name);
  else blocked.delete(name);
  for (const listener of listeners) listener();
}

/** Whether another window must be closed before what is stored on this device can be read. */
export function useIsDeviceBlocked(): boolean {
  return useSyncExternalStore(subscribe, () => blocked.size > 0);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
