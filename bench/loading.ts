import { chromium } from '@playwright/test';
import { countRequests, type PageLoad } from '../e2e/support/count-requests.ts';
import { browserFlags, findBrowser } from '../scripts/browser.mjs';
import { type BenchServer, withBenchServer } from './support/server.ts';

const most = { cold: 5, warm: 2, scripts: 20 };
/** Of the pages that clients open: their first screen is in the document. */
const mostOfClients = 1;

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
      report(name, 'cold', await countRequests(page, path, rows));
      await page.goto('about:blank');
      report(name, 'warm', await countRequests(page, path, rows));
      await context.close();
    }
    for (const [name, path] of await clientPagesOf(server)) {
      const context = await browser.newContext({ baseURL: server.origin, locale: 'en-US' });
      report(name, 'cold', await countRequests(await context.newPage(), path, 'main h1'), mostOfClients);
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

/** A report by its own and its former address, as a PDF, and one that is locked; e2e/loading.spec.ts has personal links. */
async function clientPagesOf(server: BenchServer): Promise<[name: string, path: string][]> {
  const office = await server.login('owner@demo.test');
  const reportOf = async (query: string) => {
    const { data } = await office.get(`/v2/appointments?perPage=1&${query}`);
    const found = await office.get(`/v2/appointments/${data.pageData[0]?.id}/reports`);
    return found.data.reports[0] as { id: string; public_id: string };
  };
  const open = await reportOf('published=true&paid=true&signed=true');
  const locked = await reportOf('tab=upcoming&signed=false&paid=false');
  return [
    ['report', `/view-report2/${open.public_id}`],
    ['report, former address', `/view-report/${open.public_id}`],
    ['report as PDF', `/report-pdf/${open.public_id}`],
    ['locked report', `/view-report2/${locked.public_id}`],
  ];
}

function report(
  name: string,
  cache: 'cold' | 'warm',
  { trips, scripts, settled }: PageLoad,
  mostTrips = most[cache],
): void {
  // From the cache, what follows the rows arrives together with them.
  const isFine = trips <= mostTrips && (cache === 'warm' || scripts <= most.scripts);
  if (!isFine) process.exitCode = 1;
  const verdict = isFine ? 'ok' : 'TOO MANY';
  console.log(
    `loading: ${name}, ${cache}: ${trips} round trips, ${scripts} script files, ${settled} when settled (${verdict})`,
  );
}
