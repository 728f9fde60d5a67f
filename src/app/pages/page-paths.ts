import { entryFor } from '../routes/entries.ts';

/** Whether a path is served by the public entry. */
export function isPublicPath(path: string): boolean {
  return entryFor(path) === 'public';
}

/** Whether other sites may show the page in a frame: only the booking embed. */
export function canBeFramed(path: string): boolean {
  return /^\/iframe-appointment\/[\w-]+\/?$/.test(path);
}
