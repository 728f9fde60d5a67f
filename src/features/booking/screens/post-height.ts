/**
 * Posts the height of the embedded form to the page around it, whenever it changes, and returns a function that stops. The
 * height is that of the content, which does not depend on the frame's: a parent that sets it does not change it.
 */
export function postHeight(box: HTMLElement): () => void {
  if (window.parent === window) return () => undefined;
  let posted = 0;
  const post = () => {
    const height = Math.ceil(box.getBoundingClientRect().height);
    if (Math.abs(height - posted) < 2) return;
    posted = height;
    window.parent.postMessage({ type: 'gable-height', path: window.location.pathname, height }, '*');
  };
  const observer = new ResizeObserver(post);
  observer.observe(box);
  post();
  return () => observer.disconnect();
}
