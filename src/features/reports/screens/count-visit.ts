import { call } from '#web/client.ts';
import { recordView, recordVisit } from '../contract.ts';

const everyMs = 30_000;
const visitKey = (reportId: string) => `visit:${reportId}`;

/** Opens a personal link and remembers the visit it began; gives the public id of the report. */
export async function openPersonalLink(viewId: string): Promise<string> {
  const { report_id, visit } = await call(recordView, { viewId });
  if (visit) remember(report_id, visit);
  return report_id;
}

/** Tells the company how long the report is looked at, while the page is visible. Nothing on the page waits for it. */
export function countVisit(reportId: string): () => void {
  let seconds = 0;
  let visit = remembered(reportId);
  const tell = async () => {
    try {
      const answer = await call(recordVisit, { reportId, ...(visit ? { visit, seconds } : {}) });
      visit ??= answer.visit;
      if (visit) remember(reportId, visit);
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

function remembered(reportId: string): string | null {
  try {
    return sessionStorage.getItem(visitKey(reportId));
  } catch {
    return null;
  }
}

function remember(reportId: string, visit: string): void {
  try {
    sessionStorage.setItem(visitKey(reportId), visit);
  } catch {
    // Without storage every load is a visit of its own.
  }
}
