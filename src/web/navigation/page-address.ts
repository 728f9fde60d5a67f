/**
 * The address of the current page. On the server, which renders the first view without a window, it is set explicitly.
 */
let drawn = { path: '/', search: '' };

/** Whether this runs in a browser rather than in server rendering. */
export const isInBrowser: boolean = typeof window !== 'undefined';

/** Returns '/client-view/…'. */
export function pagePath(): string {
  return isInBrowser ? window.location.pathname : drawn.path;
}

/** Returns '?p=…', or ''. */
export function pageSearch(): string {
  return isInBrowser ? window.location.search : drawn.search;
}

/** Returns '#summary', or ''. Never sent to a server. */
export function pageHash(): string {
  return isInBrowser ? window.location.hash : '';
}

/** Sets the address for which the server renders. Rendering for it must be synchronous, before anything else runs. */
export function setRenderedAddress(address: { path: string; search: string }): void {
  drawn = address;
}
