import { call } from '#web/client.ts';
import { recordView, recordVisit } from '../../reading-contract.ts';

const everyMs = 30_000;
const visitKey = (reportId: string) => `visit:${reportId}`;
const portalKey = (reportId: string) => `portal:${reportId}`;

/** The page of the person who came by a personal link, or null. */
export function rememberedPortal(reportId: string): string | null {
  return remembered(portalKey(reportId));
}

/** Opens a personal link and remembers the visit it began; gives the public id of the report and what it opens with. */
export async function openPersonalLink(viewId: string): Promise<{ report_id: string; pass: string | null }> {
  const { report_id, visit, portal, pass } = await call(recordView, { viewId });
  if (visit) remember(visitKey(report_id), visit);
  if (portal) remember(portalKey(report_id), portal);
  return { report_id, pass };
}

/** Tells the company how long the report is looked at, while the page is visible. Nothing on the page waits for it. */
export function countVisit(reportId: string): () => void {
  let seconds = 0;
  let visit = remembered(visitKey(reportId));
  const tell = async () => {
    try {
      const answer = await call(recordVisit, { reportId, ...(visit ? { visit, seconds } : {}) });
      visit ??= answer.visit;
      if (visit) remember(visitKey(reportId), visit);
    } catch {
      // The report is there to be read, not to be counted.
    }
  };
  if (!visit) void tell();
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

function remember(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Without storage every load is a visit of its own.
  }
}
