import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, type RunningServer, startServer } from '../../src/testing/running-server.ts';
import { type BenchCluster, benchId } from '../data/list-data.ts';
import { createRandom } from '../payments/payment-faults.ts';
import { statOf } from '../support/cpu.ts';
import { median } from '../support/server.ts';
import { company, planJobs, secret } from './automation-data.ts';
import { measureCalls, quantile } from './automation-load.ts';
import { arrivedIn, countArrived, startSinkProcess } from './automation-sink.ts';
import { findFaults } from './automation-verification.ts';

export interface BurstOptions {
  jobs: number;
  kills: number;
  seed: number;
  say: (line: string) => void;
}

export interface BurstResult {
  /** p95 of ordinary calls in ms. */
  idle: number;
  busy: number;
  /** Milliseconds from the due time of each single message to its arrival. */
  waits: number[];
  mailsPerSecond: number;
  /** Processor time of the worker for each action: on a busy machine more meaningful than elapsed time. */
  workerMs: number;
  /** The highest resident memory of the worker in MB: with 100,000 planned actions, and in the burst. */
  memoryMb: { planned: number; burst: number };
  /** Mails that arrived again under the same Message-ID, because a worker was killed before it could mark them. */
  arrivedAgain: number;
  faults: string[];
}

const plannedLater = 100_000;
const perOther = 100;
const singles = 10;
const singleEveryMs = 1717;
const singlesMs = (singles + 1) * singleEveryMs;
const rounds = 5;
const roundMs = 4000;
const patienceMs = 240_000;

/**
 * Lets `jobs` actions of one company and a hundred of each of ten others be due at once, with 100,000 more planned. Measures
 * calls and single messages of another company for a while, then kills the worker again and again until all is sent.
 */
export async function runBurst(
  cluster: BenchCluster,
  web: RunningServer,
  { jobs, kills, seed, say }: BurstOptions,
): Promise<BurstResult> {
  const folder = mkdtempSync(join(tmpdir(), 'gable-burst-'));
  const sink = await startSinkProcess(folder);
  const port = await freePort();
  const env = {
    ...{ DATABASE_URL: cluster.url, SECRET_KEY: secret, DEMO: '0', ROLE: 'worker', NODE_ENV: 'production' },
    ...{ SMTP_URL: sink.url, LOG_LEVEL: 'fatal', PUBLIC_URL: web.origin },
  };
  const start = () => startServer({ dataDir: `/tmp/gable-bench-none-${process.pid}`, port, env });
  await planJobs(cluster, {
    nth: company.big,
    count: plannedLater,
    at: soon(90 * 86_400_000),
    mark: 'later',
  });
  await cluster.ask('vacuum analyze automation_jobs');
  let worker = await start();
  try {
    await sleep(5000);
    const planned = peakMemoryMb(worker.pid);
    await planBurst(cluster, jobs);
    const { idle, busy } = await compareCalls(web, worker);
    await planSingles(cluster);
    const [before, ticks] = [countArrived(folder), ticksOf(worker)];
    await sleep(singlesMs);
    const mails = countArrived(folder) - before;
    const workerMs = (10 * (ticksOf(worker) - ticks)) / mails;
    const mailsPerSecond = mails / (singlesMs / 1000);
    const memoryMb = { planned, burst: peakMemoryMb(worker.pid) };
    say(`${countArrived(folder)} mails so far; killing from now on`);
    const all = jobs + company.others.length * perOther + singles;
    for await (const _ of killMoments(folder, all, { kills, seed })) {
      await worker.kill();
      worker = await start();
    }
    await untilSent(cluster);
    const arrived = arrivedIn(folder);
    const { faults, arrivedAgain } = await findFaults(cluster, arrived, all);
    return {
      idle,
      busy,
      waits: await waitsOf(cluster, folder),
      mailsPerSecond,
      workerMs,
      memoryMb,
      arrivedAgain,
      faults,
    };
  } finally {
    await worker.stop();
    sink.process.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for random moments until all mails have arrived. */
async function* killMoments(
  folder: string,
  all: number,
  { kills, seed }: Pick<BurstOptions, 'kills' | 'seed'>,
): AsyncGenerator<void> {
  const random = createRandom(seed);
  const from = countArrived(folder);
  const moments = Array.from({ length: kills }, () => from + random() * 0.97 * (all - from));
  for (const moment of moments.sort((a, b) => a - b)) {
    while (countArrived(folder) < moment) await sleep(50);
    await sleep(random() * 300);
    yield;
  }
}

// The benchmark runs next to real servers, so it needs the real time.
const soon = (ms: number) => new Date(Date.now() + ms);

async function planBurst(cluster: BenchCluster, jobs: number): Promise<void> {
  const at = soon(1000);
  await planJobs(cluster, { nth: company.big, count: jobs, at, mark: 'burst' });
  for (const nth of company.others) await planJobs(cluster, { nth, count: perOther, at, mark: 'burst' });
  await sleep(2000);
}

async function planSingles(cluster: BenchCluster): Promise<void> {
  for (let n = 0; n < singles; n += 1)
    await planJobs(cluster, {
      ...{ nth: company.small, count: 1, mark: `single${n}-` },
      at: soon(1000 + singleEveryMs * n),
    });
}

/** Medians of the p95 of five rounds, in which the worker is stopped and continued, so that load on the machine affects both. */
async function compareCalls(
  web: RunningServer,
  worker: RunningServer,
): Promise<{ idle: number; busy: number }> {
  const [idle, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1)
    for (const [signal, times] of [
      ['SIGSTOP', idle],
      ['SIGCONT', busy],
    ] as const) {
      process.kill(worker.pid, signal);
      await sleep(500);
      times.push(quantile(await measureCalls(web.origin, roundMs), 0.95));
    }
  return { idle: median(idle), busy: median(busy) };
}

/** Mails that arrived twice do not count for others, so the rows say when all is sent. */
async function untilSent(cluster: BenchCluster): Promise<void> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const [row] = await cluster.ask<{ open: number }>(
      `select (select count(*) from outbound_messages where status in ('queued', 'sending'))::int
        + (select count(*) from automation_jobs where status = 'pending' and run_at <= now())::int as open`,
    );
    if (row?.open === 0) return;
    await sleep(500);
  }
}

const ticksOf = ({ pid }: RunningServer) => statOf(String(pid))?.ticks ?? 0;

/** The highest resident memory that the process has had. */
function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
}

async function waitsOf(cluster: BenchCluster, folder: string): Promise<number[]> {
  const rows = await cluster.ask<{ id: string; run_at: Date }>(
    `select id, run_at from automation_jobs where subscriber_id = '${benchId(1, company.small)}' and dedupe_key like 'single%'`,
  );
  const arrived = arrivedIn(folder);
  return rows.map(({ id, run_at }) => {
    const own = arrived.filter((mail) => mail.key.startsWith(`action.${id}.`)).map((mail) => mail.at);
    return Math.min(...own) - run_at.getTime();
  });
}
