import { Agent, get } from 'node:http';
import { freePort, type RunningServer, startServer } from '../src/testing/running-server.ts';
import { secret } from './automations/automation-data.ts';
import { measureCalls, quantile } from './automations/automation-load.ts';
import { booked, fillBooked, moveOne, setRoadAware } from './data/booking-data.ts';
import { type BenchCluster, benchId, openBenchCluster } from './data/list-data.ts';
import { processorMs } from './support/cpu.ts';

const wanted = { ms: 40, kib: 60, timesIdle: 2 };
const calls = 200;
const visitors = 200;
const watchedMs = 6000;
const from = dayAhead(3);
const services = benchId(3, booked.nth, 0);

/**
 * The public pages of a company with 50 technicians: two weeks of free times, with roads and without, with a booking
 * moved before each request; and what the office's own calls take while 200 visitors open the page at once.
 */
async function run(): Promise<void> {
  const cluster = await openBenchCluster();
  try {
    await fillBooked(cluster, from);
    const server = await startServer({
      dataDir: `/tmp/gable-bench-none-${process.pid}`,
      port: await freePort(),
      env: {
        ...{ DATABASE_URL: cluster.url, SECRET_KEY: secret, DEMO: '0', ROLE: 'web', NODE_ENV: 'production' },
        // Each visitor has an address.
        TRUST_PROXY: '1',
      },
    });
    try {
      for (const isOn of [false, true]) {
        await setRoadAware(cluster, isOn);
        await measureSlots(cluster, server, isOn ? 'with roads' : 'without roads');
      }
      await measureVisitors(server);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function measureSlots(cluster: BenchCluster, server: RunningServer, name: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  let used = 0;
  for (let n = -20; n < calls; n += 1) {
    await moveOne(cluster, n + 20);
    const before = processorMs(cluster.embedded.connection.host) ?? 0;
    const begin = performance.now();
    const answer = await open(server.origin, slotsPath(), n + 20);
    // The first calls warm up.
    if (n < 0) continue;
    times.push(performance.now() - begin);
    used += (processorMs(cluster.embedded.connection.host) ?? 0) - before;
    bytes = Math.max(bytes, answer.bytes);
  }
  times.sort((a, b) => a - b);
  const [p95, kib] = [quantile(times, 0.95), bytes / 1024];
  const isFine = p95 <= wanted.ms && kib <= wanted.kib;
  console.log(
    `booking: ${booked.technicians} technicians x 2 weeks x 48 starts ${name}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (at most ${wanted.ms}), processor ${(used / calls).toFixed(1)} ms each, ${kib.toFixed(1)} KiB on the wire (at most ${wanted.kib}) ${isFine ? 'ok' : 'TOO SLOW'}`,
  );
  if (!isFine) process.exitCode = 1;
}

async function measureVisitors({ origin }: RunningServer): Promise<void> {
  // Warms up both.
  await measureCalls(origin, 2000);
  for (let n = 0; n < 20; n += 1) await visit(origin, n);
  const idle = await measureCalls(origin, watchedMs);
  const begin = performance.now();
  let took = 0;
  const visiting = Promise.all(Array.from({ length: visitors }, (_, n) => visit(origin, 1000 + n))).then(
    () => {
      took = performance.now() - begin;
    },
  );
  const busy = await measureCalls(origin, watchedMs);
  await visiting;
  const [before, during] = [idle, busy].map((one) => quantile(one, 0.95));
  const share = (during ?? 0) / (before ?? 1);
  const isFine = share <= wanted.timesIdle;
  const facts = [idle, busy].map(
    (one) =>
      `p50 ${quantile(one, 0.5).toFixed(1)} ms, p95 ${quantile(one, 0.95).toFixed(1)} ms, worst ${(one.at(-1) ?? 0).toFixed(0)} ms`,
  );
  console.log(
    `booking: the office's calls: idle ${facts[0]}; while ${visitors} visitors open the page at once (${took.toFixed(0)} ms for all) ${facts[1]}; ${share.toFixed(2)} times (at most ${wanted.timesIdle}) ${isFine ? 'ok' : 'TOO SLOW'}`,
  );
  if (!isFine) process.exitCode = 1;
}

/** What a browser asks for until a visitor can choose a time: the first screen comes with the document. */
async function visit(origin: string, visitor: number): Promise<void> {
  await open(origin, `/schedule/${booked.requestId}`, visitor);
  await open(origin, slotsPath(), visitor);
}

function slotsPath(): string {
  const query = new URLSearchParams({ fromDate: from, toDate: dayAhead(16), services, zip: '78701' });
  return `/api/v2/public/companies/${booked.requestId}/slots?${query}`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** Requests as a browser of this visitor does, and waits for the last byte on the wire. */
function open(origin: string, path: string, visitor: number): Promise<{ bytes: number }> {
  const headers = {
    'accept-encoding': 'gzip, deflate, br, zstd',
    'accept-language': 'en-US',
    'x-forwarded-for': `10.8.${visitor >> 8}.${visitor & 255}`,
  };
  return new Promise((resolve, reject) => {
    get(origin + path, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve({ bytes });
        else reject(new Error(`${path} answered ${answer.statusCode}`));
      });
    }).on('error', reject);
  });
}

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

await run();
