/** What decides whether part of a step can take the focus: elements and these attributes. */
const seen: MutationObserverInit = {
  childList: true,
  subtree: true,
  attributeFilter: ['data-leads', 'data-field', 'tabindex'],
};

/**
 * Calls `take` now and after each change of a panel until it reports that it took the focus, or the user has moved the
 * focus elsewhere: the code or data of a step may take as long as the network does. Returns a function that stops it.
 */
export function focusWhenReady(panel: HTMLElement, take: (panel: HTMLElement) => boolean): () => void {
  const before = document.activeElement;
  const watcher = new MutationObserver(attempt);
  function attempt() {
    const now = document.activeElement;
    const isElsewhere = now !== before && now !== document.body;
    if (isElsewhere || take(panel)) watcher.disconnect();
  }
  watcher.observe(panel, seen);
  attempt();
  return () => watcher.disconnect();
}
