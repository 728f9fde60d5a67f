import { isMainThread } from 'node:worker_threads';
import { type Load, neighborLoads } from './neighbors/neighbor-loads.ts';
import { reportNeighbor, sampleInWorker, serveSamples } from './neighbors/neighbor-samples.ts';
import { watchedServer, watchLoopDelay } from './support/loop-delay.ts';
import { withBenchServer } from './support/server.ts';

const companyB = { email: 'neighbor@bench.test', password: 'bench-Passw0rd-7' };
const idleMs = 3_000;

/**
 * What one company does must not slow another: while company A books, renders, imports or publishes, the list of company
 * B and GET /ready may take at most twice their time without A (measured before and after each), and neither fails.
 * Arguments choose among `bookings`, `agreements`, `import` and `photos`.
 */
async function run(): Promise<void> {
  const chosen = process.argv.slice(2);
  await withBenchServer(
    async (server) => {
      const a = await server.login('owner@demo.test');
      await server.post('/v2/auth/sign-up', {
        ...companyB,
        first_name: 'Nell',
        last_name: 'Neighbor',
        company_name: 'Neighbor Inspections',
        phone: '512-555-0100',
        timezone: 'America/Chicago',
        terms_of_policy: true,
      });
      const b = await server.login(companyB.email, companyB.password);
      const sampler = sampleInWorker(new URL(import.meta.url), { origin: server.origin, token: b.token });
      await sampler.during(() => sleep(idleMs));
      const loop = await watchLoopDelay(server);
      for (const load of neighborLoads) {
        if (chosen.length > 0 && !chosen.includes(load.name)) continue;
        const rounds = await load.prepare({ server, a });
        await loop.report(`neighbors: preparing ${load.name}`);
        await measure(load, rounds);
      }
      await sampler.stop();
      loop.close();

      async function measure({ name }: Load, rounds: readonly (() => Promise<Record<string, number>>)[]) {
        const idle = [await sampler.during(() => sleep(idleMs))];
        for (const [n, work] of rounds.entries()) {
          let answers: Record<string, number> = {};
          const busy = await sampler.during(async () => {
            answers = await work();
          });
          idle.push(await sampler.during(() => sleep(idleMs)));
          await loop.report(`neighbors: ${name} ${n + 1}`);
          reportNeighbor(`${name} ${n + 1}`, { idle: idle.slice(-2), busy, answers });
        }
      }
    },
    { EMAIL_VERIFICATION: '0', ...watchedServer },
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}

await (isMainThread ? run() : serveSamples());
