import type { QueryClient } from '@tanstack/react-query';
import { initialDataId } from './initial-data-id.ts';

/** Puts the data that the server sent with the page into the query cache. */
export function hydrateInitialData(queries: QueryClient): void {
  const element = document.getElementById(initialDataId);
  if (!element?.textContent) return;
  const reads = JSON.parse(element.textContent) as { key: readonly unknown[]; data: unknown }[];
  for (const { key, data } of reads) queries.setQueryData(key, data);
  element.remove();
}
