import type { QueryClient } from '@tanstack/react-query';

/**
 * Reads everything on the page again when the browser's back or forward button returns to it as it was left: what it
 * shows may be old, and the session may have ended. Returns a function that stops it.
 */
export function refetchOnReturn(queries: QueryClient): () => void {
  const listener = (event: PageTransitionEvent) => {
    if (event.persisted) void queries.invalidateQueries();
  };
  window.addEventListener('pageshow', listener);
  return () => window.removeEventListener('pageshow', listener);
}
