import { raceBookings } from '../src/testing/booking-race.ts';
import { bookingParts, overlappingBookings } from './_bookings.ts';
import { type BenchServer, type Caller, median, withBenchServer } from './_server.ts';

const rounds = 5;
const writers = 40;
const companyB = { email: 'neighbor@bench.test', password: 'bench-Passw0rd-7' };

/**
 * What one company does must not slow another: while company A books one technician 40 times at once, the list of company
 * B and GET /ready may take at most twice their time without A, and neither fails.
 */
await withBenchServer(
  async (server) => {
    const a = await server.login('owner@demo.test');
    const parts = await bookingParts(a);
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
    await measure(server, b, () => sleep(1_000));
    const idle = await measure(server, b, () => sleep(1_500));
    let busy: Sample = { list: [], ready: [], failures: 0 };
    for (let round = 0; round < rounds; round++) {
      const bookings = overlappingBookings(a, parts, { writers, round, name: 'NEIGHBOR' });
      const sample = await measure(server, b, async () => {
        const { statuses } = await raceBookings(server.origin, a.token, bookings);
        console.log(`neighbors: round ${round + 1}: ${JSON.stringify(statuses)}`);
      });
      busy = {
        list: [...busy.list, ...sample.list],
        ready: [...busy.ready, ...sample.ready],
        failures: busy.failures + sample.failures,
      };
    }
    report('list of company B', idle.list, busy.list);
    report('GET /ready', idle.ready, busy.ready);
    console.log(`neighbors: ${busy.failures} failures`);
    if (busy.failures > 0) process.exitCode = 1;
  },
  { EMAIL_VERIFICATION: '0' },
);

interface Sample {
  list: number[];
  ready: number[];
  failures: number;
}

/** Asks for B's list and for readiness, one after the other, until `work` is done. */
async function measure(server: BenchServer, b: Caller, work: () => Promise<unknown>): Promise<Sample> {
  const sample: Sample = { list: [], ready: [], failures: 0 };
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const before = performance.now();
    const { status } = await b.get('/v2/appointments');
    const between = performance.now();
    const ready = await fetch(`${server.origin}/ready`);
    sample.list.push(between - before);
    sample.ready.push(performance.now() - between);
    if (status !== 200 || !ready.ok) sample.failures++;
    await sleep(5);
  }
  await working;
  return sample;
}

function report(what: string, idle: readonly number[], busy: readonly number[]): void {
  const ratio = median(busy) / median(idle);
  console.log(
    `neighbors: ${what}: p50 ${median(idle).toFixed(1)} ms idle (${idle.length}), ${median(busy).toFixed(1)} ms while A books (${busy.length}): ${ratio.toFixed(2)} times, at most 2: ${ratio <= 2 ? 'ok' : 'FAILED'}`,
  );
  if (ratio > 2) process.exitCode = 1;
}

function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms));
}
