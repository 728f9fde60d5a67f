import type { SeededRead } from '#web/client/seed-reads.ts';
import type { Lang } from '#web/i18n.ts';
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

/** Also read by public.html, which hides a first screen in another language. */
const readerLanguageKey = 'reader-language';

/**
 * Takes the data that the server sent with the page, and puts the address in place that the page belongs to. The language
 * of the last personal link applies to the session: the address that took its place does not name the reader.
 */
export function takeInitialData(): InitialData {
  const element = document.getElementById(initialDataId);
  const data = JSON.parse(element?.textContent || '{"reads":[]}') as InitialData;
  element?.remove();
  if (data.to) window.history.replaceState(null, '', data.to + window.location.hash);
  try {
    for (const [key, value] of Object.entries(data.remember ?? {})) sessionStorage.setItem(key, value);
    if (data.to || data.reader) sessionStorage.setItem(readerLanguageKey, data.reader ?? '');
    const reader = sessionStorage.getItem(readerLanguageKey);
    return reader ? { ...data, reader: reader as Lang } : data;
  } catch {
    // Without storage, the page works all the same.
    return data;
  }
}
