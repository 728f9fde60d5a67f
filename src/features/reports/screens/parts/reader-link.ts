import { isInBrowser, pageSearch } from '#web/navigation/page-address.ts';
import { visitKeys } from '../../reading-contract.ts';

const key = (reportId: string) => `reader:${reportId}`;

/** Keeps the mailed link with which this report was opened: the address of a public report does not contain it. */
export function rememberReader(reportId: string, viewId: string): void {
  try {
    sessionStorage.setItem(key(reportId), viewId);
  } catch {
    // Without storage, the reader is not identified.
  }
}

/** What identifies the reader of a report to the server: the personal part of the address, or the mailed link. */
export function readerCredentials(reportId: string): { p?: string; v?: string } {
  const search = new URLSearchParams(pageSearch());
  const p = search.get('p');
  if (p) return { p };
  const v = search.get('v') ?? remembered(reportId);
  return v ? { v } : {};
}

function remembered(reportId: string): string | null {
  try {
    if (!isInBrowser) return null;
    // Until its view is counted, the link is under the key of the page that was opened with it.
    return sessionStorage.getItem(key(reportId)) ?? sessionStorage.getItem(visitKeys.opened + reportId);
  } catch {
    return null;
  }
}
