import { freePort, startServer } from '../src/testing/running-server.ts';
import { type BurstResult, runBurst } from './automations/automation-burst.ts';
import { addActions, fillCompanies, secret } from './automations/automation-data.ts';
import { measurePlanning } from './automations/automation-planning.ts';
import { measureQueue } from './automations/automation-queue.ts';
import { serveSink } from './automations/automation-sink.ts';
import { openBenchCluster } from './data/list-data.ts';
import { median } from './support/server.ts';

const say = (line: string) => console.log(`automations: ${line}`);

if (process.argv[2] === 'serve-sink') await serveSink(process.argv[3] ?? '');
else await run();

/**
 * 10,000 actions of one company are due at once while the worker is killed with -9: each is done once, and no mail is lost or
 * sent under a second Message-ID. Measures ordinary calls and the messages of other companies next to the burst, the worker's memory
 * with 100,000 planned actions, throughput relative to pg-boss alone, and the planning of an appointment with 40 actions.
 * Figures: decision 0073. Arguments: jobs, kills, seed.
 */
async function run(): Promise<void> {
  const thorough = process.env.GABLE_THOROUGH === '1';
  const [jobs = 10_000, kills = thorough ? 100 : 20, seed = 1] = process.argv.slice(2).map(Number);
  const cluster = await openBenchCluster();
  const env = {
    ...{ DATABASE_URL: cluster.url, SECRET_KEY: secret, DEMO: '0', ROLE: 'web' },
    ...{ NODE_ENV: 'production', LOG_LEVEL: 'fatal' },
  };
  const dataDir = `/tmp/gable-bench-none-${process.pid}`;
  const web = await startServer({ dataDir, port: await freePort(), env });
  try {
    await fillCompanies(cluster);
    await addActions(web.origin);
    const planning = await measurePlanning(cluster, web.origin);
    limit('planning a move of an appointment with 40 actions', planning, 20, ' ms');
    const result = await runBurst(cluster, web, { jobs, kills, seed, say });
    const alone = await measureQueue(cluster, jobs);
    report(result, alone);
    const { faults, arrivedAgain } = result;
    for (const fault of faults.slice(0, 20)) say(`wrong: ${fault}`);
    say(
      `${jobs} actions, ${kills} kills (seed ${seed}): ${arrivedAgain} mails arrived again under their Message-ID, ${faults.length} faults: ${faults.length === 0 ? 'ok' : 'FAILED'}`,
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await web.stop();
    await cluster.stop();
  }
}

function report({ idle, busy, waits, mailsPerSecond, workerMs, memoryMb }: BurstResult, alone: number): void {
  limit('memory of the worker with 100,000 planned actions', memoryMb.planned, 300, ' MB');
  say(`memory of the worker in the burst: ${memoryMb.burst.toFixed(0)} MB`);
  say(`p95 of ordinary calls: ${idle.toFixed(1)} ms idle, ${busy.toFixed(1)} ms in the burst`);
  limit('p95 of ordinary calls in the burst relative to idle', busy / idle, 2, ' times');
  limit('median wait of a single message behind the burst', median(waits) / 1000, 2, ' s');
  const share = ((mailsPerSecond / alone) * 100).toFixed(1);
  say(
    `${mailsPerSecond.toFixed(0)} actions/s sent, with ${workerMs.toFixed(1)} ms of processor time of the worker each; pg-boss alone: ${alone.toFixed(0)} empty jobs/s: ${share} %`,
  );
}

function limit(name: string, value: number, most: number, unit: string): void {
  const isGood = value <= most;
  say(`${name}: ${value.toFixed(value < 20 ? 2 : 0)}${unit} (at most ${most}) ${isGood ? 'ok' : 'TOO HIGH'}`);
  if (!isGood) process.exitCode = 1;
}
