import { entryFor } from '../routes/entries.ts';

/** Whether a path is served by the public entry. */
export function isPublicPath(path: string): boolean {
  return entryFor(path) === 'public';
}

/** Whether other sites may show the page in a frame: only the booking embed. */
export function canBeFramed(path: string): boolean {
  return path.startsWith('/iframe-appointment/');
}

/** Whether search engines may list the page whatever it shows: the company's profile, which is made to be found. */
export function isForSearchEngines(path: string): boolean {
  return path.startsWith('/public-profile/');
}
