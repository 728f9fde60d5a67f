import type { Lang } from '#domain/base/date-formats.ts';

/** The list and what identifies its reader. */
export interface ListReader {
  listId: string;
  /** The key of its maker. */
  e?: string;
  p?: string;
  v?: string;
  t?: string;
}

function queryOf({ p, v, t }: ListReader, more: { lang?: Lang } = {}): string {
  const query = new URLSearchParams({ ...(p && { p }), ...(v && { v }), ...(t && { t }), ...more });
  return query.size > 0 ? `?${query}` : '';
}

/** The address of the PDF for this reader, in the language of the page. */
export function repairPdfUrl(reader: ListReader, lang: Lang): string {
  return `/api/v2/public/repair-lists/${reader.listId}/pdf${queryOf(reader, { lang })}`;
}

/** The address of the report that the list is about, for this reader. */
export function reportOfListUrl(reportId: string, reader: ListReader): string {
  return `/view-report2/${reportId}${queryOf(reader)}`;
}

/** The address to pass on: everyone with it reads the list, no one changes it. */
export function sharedListUrl({ listId }: ListReader): string {
  return `${window.location.origin}/repair-list/${listId}`;
}
