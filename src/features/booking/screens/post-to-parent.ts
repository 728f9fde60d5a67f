/**
 * Posts a message to the page around the embedded form; without one, nothing. Any site may show the form, so a message
 * says nothing about the visitor.
 */
export function postToParent(message: { type: `gable-${string}`; height?: number; status?: string }): void {
  if (window.parent === window) return;
  window.parent.postMessage({ ...message, path: window.location.pathname }, '*');
}

/** How long a lower height must last: between two steps the form is low for a moment, and the page would jump twice. */
const shrinkAfterMs = 300;

/**
 * Posts the height of the embedded form whenever it changes, and returns a function that stops. The height is that of the
 * content, which does not depend on the frame's: a parent that sets it does not change it.
 */
export function postHeight(box: HTMLElement): () => void {
  let posted = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heightOf = () => Math.ceil(box.getBoundingClientRect().height);
  const post = () => {
    posted = heightOf();
    postToParent({ type: 'gable-height', height: posted });
  };
  const follow = () => {
    clearTimeout(timer);
    const change = heightOf() - posted;
    if (change >= 2 || posted === 0) post();
    else if (change <= -2) timer = setTimeout(post, shrinkAfterMs);
  };
  const observer = new ResizeObserver(follow);
  observer.observe(box);
  follow();
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
