import { call } from '#web/client/client.ts';
import { recordView, recordVisit, visitKeys } from '../../reading-contract.ts';
import { rememberReader } from '../parts/reader-link.ts';

const everyMs = 30_000;
const visitKey = (reportId: string) => visitKeys.visit + reportId;
const portalKey = (reportId: string) => visitKeys.portal + reportId;
const openedKey = (reportId: string) => visitKeys.opened + reportId;

/** Path of the portal page of the person who opened a personal link, or null. */
export function rememberedPortal(reportId: string): string | null {
  return remembered(portalKey(reportId));
}

/** Opens a personal link and remembers its visit. Returns the report's public id and the token to open it with. */
export async function openPersonalLink(viewId: string): Promise<{ report_id: string; pass: string | null }> {
  const { report_id, visit, portal, pass } = await call(recordView, { viewId });
  if (visit) remember(visitKey(report_id), visit);
  if (portal) remember(portalKey(report_id), portal);
  forget(openedKey(report_id));
  rememberReader(report_id, viewId);
  return { report_id, pass };
}

/** Reports to the server how long the report has been visible. The page does not wait for it. */
export function countVisit(reportId: string): () => void {
  let seconds = 0;
  let visit = remembered(visitKey(reportId));
  const tell = async () => {
    try {
      const viewId = remembered(openedKey(reportId));
      if (viewId) {
        await openPersonalLink(viewId);
        visit = remembered(visitKey(reportId));
        return;
      }
      const answer = await call(recordVisit, { reportId, ...(visit ? { visit, seconds } : {}) });
      visit ??= answer.visit;
      if (visit) remember(visitKey(reportId), visit);
    } catch {
      // Counting must never get in the way of reading.
    }
  };
  // The personal link counts for its owner, also in a tab that has read the report before.
  if (!visit || remembered(openedKey(reportId))) void tell();
  const timer = setInterval(() => {
    if (document.visibilityState !== 'visible') return;
    seconds += everyMs / 1000;
    if (visit) void tell();
  }, everyMs);
  return () => clearInterval(timer);
}

function remembered(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then nothing was remembered.
  }
}

function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage, every page load counts as a visit.
  }
}
