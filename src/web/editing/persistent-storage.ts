let isAsked = false;

/** Asks the browser, once per window, not to clear what is stored on this device when space runs low. */
export function askForPersistentStorage(): void {
  if (isAsked) return;
  isAsked = true;
  // A refusal changes nothing: the browser then clears the oldest sites first.
  void globalThis.navigator?.storage?.persist?.().catch(() => false);
}
