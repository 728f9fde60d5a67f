import type { QueryClient } from '@tanstack/react-query';
import { initialDataId } from './initial-data-id.ts';

/** Puts into the cache what the server sent along with the page. */
export function hydrateInitialData(queries: QueryClient): void {
  const element = document.getElementById(initialDataId);
  if (!element?.textContent) return;
  const reads = JSON.parse(element.textContent) as { key: readonly unknown[]; data: unknown }[];
  for (const { key, data } of reads) queries.setQueryData(key, data);
  element.remove();
}
