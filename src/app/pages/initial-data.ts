import type { Lang } from '#web/i18n.ts';
import type { SeededRead } from '#web/seed-reads.ts';
import { initialDataId } from './initial-data-id.ts';

/** What the server sends with a page. */
export interface InitialData {
  reads: readonly SeededRead[];
  /** The address whose page this is, if it was asked for by another one. */
  to?: string;
  /** What the browser remembers for its session. */
  remember?: Record<string, string>;
  /** The language of the reader whose personal link this is. */
  reader?: Lang;
}

/** Takes the data that the server sent with the page, and puts the address in place that the page belongs to. */
export function takeInitialData(): InitialData {
  const element = document.getElementById(initialDataId);
  if (!element?.textContent) return { reads: [] };
  const data = JSON.parse(element.textContent) as InitialData;
  element.remove();
  if (data.to) window.history.replaceState(null, '', data.to + window.location.hash);
  for (const [key, value] of Object.entries(data.remember ?? {})) {
    try {
      sessionStorage.setItem(key, value);
    } catch {
      // Without storage, the page works all the same.
    }
  }
  return data;
}
