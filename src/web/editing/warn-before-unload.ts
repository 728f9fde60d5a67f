/** Lets the browser ask before the window is closed or reloaded while work is at risk. Returns a function that stops it. */
export function warnBeforeUnload(isAtRisk: () => boolean): () => void {
  const listener = (event: BeforeUnloadEvent) => {
    if (isAtRisk()) event.preventDefault();
  };
  window.addEventListener('beforeunload', listener);
  return () => window.removeEventListener('beforeunload', listener);
}
