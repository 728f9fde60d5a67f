/** What decides whether a piece of a step can take the focus: elements, and these of their marks. */
const seen: MutationObserverInit = {
  childList: true,
  subtree: true,
  attributeFilter: ['data-leads', 'data-field', 'tabindex'],
};

/**
 * Calls `take` now and after each change of a panel, until it says that it has taken the focus, or somebody has put the focus
 * elsewhere meanwhile: the code of a step, or what it asks the server, may be on its way for as long as the network takes.
 * Gives what ends it.
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
