/** The address of the page shown; the server, which draws a page's first sight without a window, hands it in. */
let drawn = { path: '/', search: '' };

/** Whether a browser shows this, and not the server draws it. */
export const isInBrowser: boolean = typeof window !== 'undefined';

/** '/client-view/…' */
export function pagePath(): string {
  return isInBrowser ? window.location.pathname : drawn.path;
}

/** '?p=…', or ''. */
export function pageSearch(): string {
  return isInBrowser ? window.location.search : drawn.search;
}

/** '#summary', or ''. A server never hears of it. */
export function pageHash(): string {
  return isInBrowser ? window.location.hash : '';
}

/** Says for which address the server draws. Everything drawn for it must be drawn before anything else happens. */
export function setRenderedAddress(address: { path: string; search: string }): void {
  drawn = address;
}
