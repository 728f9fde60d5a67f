/** The list and what identifies its reader. */
export interface ListReader {
  listId: string;
  /** The key of its maker. */
  e?: string;
  p?: string;
  v?: string;
  t?: string;
}

function queryOf({ p, v, t }: ListReader): string {
  const query = new URLSearchParams({ ...(p && { p }), ...(v && { v }), ...(t && { t }) });
  return query.size > 0 ? `?${query}` : '';
}

/** The address of the PDF for this reader. */
export function repairPdfUrl(reader: ListReader): string {
  return `/api/v2/public/repair-lists/${reader.listId}/pdf${queryOf(reader)}`;
}

/** The address of the report that the list is about, for this reader. */
export function reportOfListUrl(reportId: string, reader: ListReader): string {
  return `/view-report2/${reportId}${queryOf(reader)}`;
}

/** The address to pass on: everyone with it reads the list, no one changes it. */
export function sharedListUrl({ listId }: ListReader): string {
  return `${window.location.origin}/repair-list/${listId}`;
}
