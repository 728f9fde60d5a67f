import { chromium, type Page } from '@playwright/test';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { type BenchServer, withBenchServer } from './_server.ts';

const latencyMs = 300;
const most = { cold: 5, warm: 2, scripts: 20 };

interface Load {
  trips: number;
  scripts: number;
}

interface Sent {
  startedAt: number;
  endedAt: number | null;
}

/**
 * Counts how many requests wait for one another until a page shows its rows, with an empty cache and with a full one,
 * and the script files it loads. Counting instead of timing makes the result independent of the machine.
 */
await withBenchServer(async (server) => {
  const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: browserFlags() });
  try {
    for (const [name, path, rows] of await pagesOf(server)) {
      const context = await browser.newContext({ baseURL: server.origin });
      await context.request.post('/api/v2/auth/login', {
        data: { email: 'owner@demo.test', password: 'demo-Passw0rd' },
      });
      const page = await context.newPage();
      report(name, 'cold', await load(page, path, rows));
      report(name, 'warm', await load(page, path, rows));
      await context.close();
    }
  } finally {
    await browser.close();
  }
});

async function pagesOf(server: BenchServer): Promise<[name: string, path: string, rows: string][]> {
  const office = await server.login('owner@demo.test');
  const { data } = await office.get('/v2/appointments?perPage=1');
  return [
    ['appointments', '/appointments', 'tbody tr a'],
    ['people', '/people', 'tbody tr td'],
    ['calendar', '/calendar', '[data-state="loaded"]'],
    ['appointment details', `/appointments/details/${data.pageData[0]?.id}`, 'main h1'],
    ['dashboard', '/dashboard', 'main h2'],
  ];
}

async function load(page: Page, path: string, rows: string): Promise<Load> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const sent = new Map<string, Sent>();
  let scripts = 0;
  const cached = new Set<string>();
  cdp.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (/\.(?:woff2|svg|png|jpg)$/.test(request.url)) return;
    if (/\.js$/.test(request.url)) scripts += 1;
    sent.set(requestId, { startedAt: timestamp, endedAt: null });
  });
  cdp.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId));
  cdp.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache) cached.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp }) => {
    const one = sent.get(requestId);
    if (one) one.endedAt = timestamp;
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(rows).filter({ visible: true }).first().waitFor({ timeout: 60_000 });
  const counted = [...sent].filter(([id]) => !cached.has(id)).map(([, one]) => one);
  await cdp.detach();
  await page.goto('about:blank');
  return { trips: depthOf(counted), scripts };
}

/** The longest chain of requests each of which was sent after the one before it had ended. */
function depthOf(all: readonly Sent[]): number {
  const byEnd = all.filter((one) => one.endedAt !== null).sort((a, b) => a.startedAt - b.startedAt);
  const depths = new Map<Sent, number>();
  for (const one of byEnd) {
    const before = byEnd.filter((other) => (other.endedAt ?? 0) <= one.startedAt);
    depths.set(one, 1 + Math.max(0, ...before.map((other) => depths.get(other) ?? 0)));
  }
  return Math.max(0, ...depths.values());
}

function report(name: string, cache: 'cold' | 'warm', { trips, scripts }: Load): void {
  const isFine = trips <= most[cache] && scripts <= most.scripts;
  if (!isFine) process.exitCode = 1;
  const verdict = isFine ? 'ok' : 'TOO MANY';
  console.log(`loading: ${name}, ${cache}: ${trips} round trips, ${scripts} script files (${verdict})`);
}
