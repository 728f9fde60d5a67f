import type { Page } from '@playwright/test';

const latencyMs = 300;

/** What a page needed until it showed its rows. */
export interface PageLoad {
  /** The longest chain of requests each of which was sent after the one before it had ended. */
  trips: number;
  /** Script files fetched until then. */
  scripts: number;
  /** Script files of the whole page, a second after it was quiet. */
  settled: number;
}

interface Sent {
  startedAt: number;
  endedAt: number | null;
  isScript: boolean;
  isCached: boolean;
}

/**
 * Opens a page at a latency of 300 ms and counts its requests until `rows` are visible. Counting instead of timing makes
 * the result independent of the machine; the latency makes the order of the requests show.
 */
export async function countRequests(page: Page, path: string, rows: string): Promise<PageLoad> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const sent = new Map<string, Sent>();
  const at = (id: string, change: Partial<Sent>) => Object.assign(sent.get(id) ?? {}, change);
  let clockOffset = 0;
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, request }) => {
    clockOffset = wallTime - timestamp;
    if (/\.(?:woff2|svg|png|jpg)$/.test(request.url)) return;
    const isScript = /\.js$/.test(request.url);
    sent.set(requestId, { startedAt: timestamp, endedAt: null, isScript, isCached: false });
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => at(requestId, { isCached: true }));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) at(requestId, { isCached: true });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => at(requestId, { endedAt: timestamp }));
  // By the page's own clock and frames, so that a slow machine does not count what came after.
  await page.addInitScript(noteFirstVisible, rows);
  await page.goto(path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => (window as { shownAt?: number }).shownAt, null, {
    timeout: 60_000,
  });
  const shownAt = Number(await shown.jsonValue()) / 1000;
  await page.waitForLoadState('networkidle');
  const until = [...sent.values()].filter(
    (one) => one.endedAt !== null && one.endedAt + clockOffset <= shownAt,
  );
  const scripts = (all: readonly Sent[]) => all.filter((one) => one.isScript).length;
  const counts = { scripts: scripts(until), settled: scripts([...sent.values()]) };
  await cdp.detach();
  return { trips: depthOf(until.filter((one) => !one.isCached)), ...counts };
}

function noteFirstVisible(rows: string): void {
  const isVisible = () => [...document.querySelectorAll(rows)].some((one) => one.getClientRects().length > 0);
  const look = () => {
    if (isVisible()) Object.assign(window, { shownAt: Date.now() });
    else requestAnimationFrame(look);
  };
  look();
}

function depthOf(all: readonly Sent[]): number {
  const byStart = [...all].sort((a, b) => a.startedAt - b.startedAt);
  const depths = new Map<Sent, number>();
  for (const one of byStart) {
    const before = byStart.filter((other) => (other.endedAt ?? 0) <= one.startedAt);
    depths.set(one, 1 + Math.max(0, ...before.map((other) => depths.get(other) ?? 0)));
  }
  return Math.max(0, ...depths.values());
}
