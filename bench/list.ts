import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { systemClock } from '../src/server/clock.ts';
import { signAccessToken } from '../src/server/tokens.ts';
import { freePort, startServer } from '../src/testing/running-server.ts';
import { addCompanies, type BenchCluster, benchId, openBenchCluster, perCompany } from './data/list-data.ts';
import { serveRaw } from './data/list-raw.ts';
import { median } from './support/server.ts';

const secret = 'a secret for measuring, long enough for all';
const rounds = 5;
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const connections = 16;
const poolSize = 10;
const companies = 1000;

type Name = 'ours' | 'guarded' | 'open';
interface Target {
  name: Name;
  url: string;
  /** Request headers of one company. */
  headers(company: number): Promise<Record<string, string>>;
}
interface Measured {
  perSecond: number;
  p95: number;
}

if (process.argv[2] === 'serve-raw') {
  await serveRaw({ url: process.argv[3] ?? '', port: Number(process.argv[4]), secret, poolSize });
} else {
  await run();
}

/**
 * Lists 25 appointments out of a million in a thousand companies, compared with a hand-written handler that verifies
 * the same token and uses the same row-level security, and with one that does neither; and p95 among 10,000 and among a
 * million.
 */
async function run(): Promise<void> {
  const cluster = await openBenchCluster();
  const port = await freePort();
  const rawPort = await freePort();
  const raw = spawn(process.execPath, [process.argv[1] ?? '', 'serve-raw', cluster.url, String(rawPort)], {
    stdio: 'inherit',
  });
  try {
    await addCompanies(cluster, 1, 10);
    const env = {
      DATABASE_URL: cluster.url,
      SECRET_KEY: secret,
      DEMO: '0',
      ROLE: 'web',
      NODE_ENV: 'production',
      DATABASE_POOL: String(poolSize),
    };
    const server = await startServer({ dataDir: `/tmp/gable-bench-none-${process.pid}`, port, env });
    try {
      await untilUp(`http://127.0.0.1:${rawPort}/open`, raw);
      await measureAll(cluster, targets(server.origin, rawPort));
    } finally {
      await server.stop();
    }
  } finally {
    raw.kill();
    await cluster.stop();
  }
}

function targets(origin: string, rawPort: number): Target[] {
  const bearer = async (company: number) => {
    const owner = benchId(1, company);
    const claims = {
      userId: owner,
      subscriberId: owner,
      sessionId: benchId(2, company),
      purpose: 'full',
    } as const;
    return { authorization: `Bearer ${await signAccessToken(secret, claims, systemClock.now())}` };
  };
  return [
    { name: 'ours', url: `${origin}/api/v2/appointments?perPage=25`, headers: bearer },
    { name: 'guarded', url: `http://127.0.0.1:${rawPort}/guarded`, headers: bearer },
    {
      name: 'open',
      url: `http://127.0.0.1:${rawPort}/open`,
      headers: async (company) => ({ 'x-tenant': benchId(1, company) }),
    },
  ];
}

async function measureAll(cluster: BenchCluster, all: Target[]): Promise<void> {
  const [ours] = all;
  if (!ours) return;
  const few = await measureRounds([ours], 10);
  console.log(`list: ${10 * perCompany} rows: p95 ${few.ours.p95.toFixed(1)} ms`);
  await addCompanies(cluster, 11, companies);
  await explain(cluster);
  const many = await measureRounds(all, companies);
  for (const { name } of all) {
    console.log(
      `list: ${companies * perCompany} rows: ${name}: ${many[name].perSecond.toFixed(0)}/s, p95 ${many[name].p95.toFixed(1)} ms`,
    );
  }
  const ratio = many.ours.perSecond / many.guarded.perSecond;
  const growth = many.ours.p95 / few.ours.p95;
  console.log(
    `list: throughput relative to the guarded hand-written handler: ${(ratio * 100).toFixed(0)} % (at least 60 %) ${ratio >= 0.6 ? 'ok' : 'TOO LOW'}`,
  );
  const guard = 1000 / many.guarded.perSecond - 1000 / many.open.perSecond;
  console.log(
    `list: the guard alone costs the hand-written handler ${guard.toFixed(2)} ms of server time per request`,
  );
  console.log(
    `list: p95 from 10,000 to 1,000,000 rows: ${growth.toFixed(2)} times (at most 1.5) ${growth <= 1.5 ? 'ok' : 'TOO HIGH'}`,
  );
  if (ratio < 0.6 || growth > 1.5) process.exitCode = 1;
}

/** Medians of five rounds; the targets alternate, so that load on the machine affects all of them. */
async function measureRounds(all: Target[], companyCount: number): Promise<Record<Name, Measured>> {
  const results: Record<Name, Measured[]> = { ours: [], guarded: [], open: [] };
  for (const target of all) await cannon(target, companyCount, 2);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of all) results[target.name].push(await cannon(target, companyCount, seconds));
  }
  const middle = (name: Name) => ({
    perSecond: median(results[name].map((one) => one.perSecond)),
    p95: median(results[name].map((one) => one.p95)),
  });
  return { ours: middle('ours'), guarded: middle('guarded'), open: middle('open') };
}

async function cannon(target: Target, companyCount: number, duration: number): Promise<Measured> {
  const step = Math.max(1, Math.floor(companyCount / 200));
  const chosen = Array.from({ length: Math.min(200, companyCount) }, (_, n) => 1 + n * step);
  const requests = await Promise.all(
    chosen.map(async (company) => ({ method: 'GET' as const, headers: await target.headers(company) })),
  );
  const times: number[] = [];
  const instance = autocannon({ url: target.url, connections, duration, requests });
  instance.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const result = await instance;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} refused, ${result.errors} failed`);
  times.sort((a, b) => a - b);
  return { perSecond: result.requests.average, p95: times[Math.floor(times.length * 0.95)] ?? 0 };
}

/** The plan of the page in a tenant's transaction: an index, no full sort. */
async function explain(cluster: BenchCluster): Promise<void> {
  const tenant = benchId(1, 500);
  await cluster.ask('begin');
  await cluster.ask(
    `select set_config('role', 'app_user', true), set_config('app.tenant_id', '${tenant}', true)`,
  );
  const rows = await cluster.ask<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off, timing off, summary off) select id, date_time from appointments
     where subscriber_id = '${tenant}' and deleted_at is null order by date_time desc, id desc limit 26`,
  );
  await cluster.ask('rollback');
  const plan = rows.map((row) => row['QUERY PLAN']);
  for (const line of plan) console.log(`list: plan: ${line}`);
  if (
    !plan.some((line) => line.includes('appointments_page')) ||
    plan.some((line) => /Sort|Seq Scan/.test(line))
  )
    process.exitCode = 1;
}

async function untilUp(url: string, process: ChildProcess): Promise<void> {
  for (let i = 0; i < 200; i += 1) {
    if (process.exitCode !== null) throw new Error('the hand-written handler did not start');
    const answer = await fetch(url, { headers: { 'x-tenant': benchId(1, 1) } }).catch(() => null);
    if (answer?.ok) return;
    await sleep(50);
  }
  throw new Error('the hand-written handler does not respond');
}
