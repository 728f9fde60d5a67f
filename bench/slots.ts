import { Agent, get } from 'node:http';
import { addDays, asInstant, asLocalDate, asZone } from '../src/domain/base/time.ts';
import { type BusyTime, freeSlots, type SlotTechnician } from '../src/domain/scheduling/slots.ts';
import { seededRandom } from '../src/domain/scheduling/slots-oracle-for-tests.ts';
import { systemClock } from '../src/server/clock.ts';
import { signAccessToken } from '../src/server/tokens.ts';
import { freePort, startServer } from '../src/testing/running-server.ts';
import { addCompanies, type BenchCluster, benchId, openBenchCluster } from './data/list-data.ts';
import { median } from './support/server.ts';

const secret = 'a secret for measuring, long enough for all';
const runs = 5;
const from = asLocalDate('2027-06-07');
const dice = seededRandom(4);

/** `count` technicians available every half hour of two weeks, with `busy` bookings. */
function technicians(count: number, busy: number): SlotTechnician[] {
  const begin = Date.parse(`${from}T04:00Z`) / 60_000;
  const halves = Array.from({ length: 48 }, (_, i) => i * 30);
  const all = Array.from({ length: count }, (_, i) => ({
    id: `t${i}`,
    name: `Technician ${String(i).padStart(3, '0')}`,
    week: Array.from({ length: 7 }, () => halves),
    overrides: [],
    busy: [] as BusyTime[],
    bufferMinutes: 15,
    maxPerDay: 4,
    noticeMinutes: 0,
    maxDaysAhead: 90,
    offers: null,
    areas: [],
  }));
  for (let n = 0; n < busy; n += 1) {
    const start = begin + 1440 * dice.below(14) + 30 * dice.below(46);
    all[n % count]?.busy.push({ start, end: start + 180, isAppointment: true });
  }
  return all;
}

function measure(count: number, busy: number, most: number): void {
  const question = {
    from,
    to: addDays(from, 13),
    zone: asZone('America/New_York'),
    now: asInstant('2027-06-01T12:00:00Z'),
    durationMinutes: 180,
    isPublic: false,
    wanted: null,
    zip: null,
  };
  const team = technicians(count, busy);
  const first = performance.now();
  const slots = freeSlots(question, team);
  const cold = performance.now() - first;
  // Warm up, as on a running server.
  for (let n = 0; n < 20; n += 1) freeSlots(question, team);
  const times = Array.from({ length: runs }, () => {
    const begin = performance.now();
    freeSlots(question, team);
    return performance.now() - begin;
  });
  const offered = slots.reduce((sum, slot) => sum + slot.technicians.length, 0);
  const middle = median(times);
  console.log(
    `slots: function, ${count} technicians x 14 days x 48 starts, ${busy} busy: ${middle.toFixed(2)} ms (first call ${cold.toFixed(1)} ms; at most ${most}) ${slots.length} slots, ${offered} entries ${middle <= most ? 'ok' : 'TOO SLOW'}`,
  );
  if (middle > most) process.exitCode = 1;
}

measure(20, 200, 3);
measure(200, 2000, 40);

/**
 * Measures the route on a built server, compared with the same result in plain SQL: every start of the days, minus busy
 * times. The functions of `@calcom/platform-libraries` (0.0.100 to 0.0.360, evaluated on 2026-11-22) cannot be the
 * peer: each version requires packages that were never published (`@calcom/features`, `@calcom/lib`).
 */
async function measureEndpoint(): Promise<void> {
  const cluster = await openBenchCluster();
  try {
    await fill(cluster);
    const server = await startServer({
      dataDir: `/tmp/gable-bench-none-${process.pid}`,
      port: await freePort(),
      env: { DATABASE_URL: cluster.url, SECRET_KEY: secret, DEMO: '0', ROLE: 'web', NODE_ENV: 'production' },
    });
    try {
      const headers = { authorization: `Bearer ${await token()}` };
      const url = `${server.origin}/api/v2/technicians/availability?fromDate=${from}&toDate=${addDays(from, 13)}&duration=3`;
      const bytes: number[] = [];
      const ours = await timed(
        300,
        async () => {
          bytes.push(await answerOf(url, headers));
        },
        (nth) => moveBooking(cluster, nth),
      );
      const same = await timed(300, async () => {
        await answerOf(url, headers);
      });
      const raw = await timed(100, async () => {
        await cluster.ask(rangeSubtraction);
      });
      console.log(
        `slots: endpoint, 20 technicians x 2 weeks x 48 starts, 200 busy: p50 ${at(ours, 0.5)} ms, p95 ${at(ours, 0.95)} ms (at most 15) with a booking moved before each request, p50 ${at(same, 0.5)} ms, p95 ${at(same, 0.95)} ms without, ${Math.round((bytes[0] ?? 0) / 1024)} KiB on the wire; range subtraction in SQL without server: p50 ${at(raw, 0.5)} ms, p95 ${at(raw, 0.95)} ms ${Number(at(ours, 0.95)) <= 15 ? 'ok' : 'TOO SLOW'}`,
      );
      if (Number(at(ours, 0.95)) > 15) process.exitCode = 1;
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

const agent = new Agent({ keepAlive: true });

/** Requests as a browser does, and waits for the last byte on the wire; decompression is up to the browser. */
function answerOf(url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = get(
      url,
      { agent, headers: { ...headers, 'accept-encoding': 'gzip, deflate, br, zstd' } },
      (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(bytes);
          else reject(new Error(`answered ${answer.statusCode}`));
        });
      },
    );
    asked.on('error', reject);
  });
}

async function fill({ ask }: BenchCluster): Promise<void> {
  const company = benchId(1, 1);
  await addCompanies({ ask } as BenchCluster, 1, 1);
  const technicianId = `(lpad(to_hex(9), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(1), 6, '0') || lpad(to_hex(n), 6, '0'))::uuid`;
  await ask(`delete from technician_bookings where subscriber_id = '${company}'`);
  await ask(`update users set is_technician = false where subscriber_id = '${company}'`);
  await ask(`insert into users (subscriber_id, id, public_id, user_type, role, email, first_name, last_name, is_technician, created_at, updated_at)
    select '${company}', ${technicianId}, 'tech' || n, 2, 'Technician', 't' || n || '@bench.test', 'Tess', 'Technician ' || n, true, now(), now()
    from generate_series(1, 20) as n`);
  await ask(`insert into availability_slots (subscriber_id, id, team_id, start_time, day, created_at)
    select '${company}', gen_random_uuid(), ${technicianId}, half / 2 * 100 + half % 2 * 30, day, now()
    from generate_series(1, 20) as n, generate_series(0, 47) as half, generate_series(0, 6) as day`);
  await ask(`insert into technician_bookings (subscriber_id, id, technician_id, kind, source_id, during)
    select '${company}', gen_random_uuid(), ${technicianId}, 'busy', gen_random_uuid(),
      tstzrange(t, t + interval '3 hours')
    from generate_series(1, 20) as n, generate_series(1, 10) as b,
      lateral (select timestamptz '${from}T00:00Z' + b * interval '29 hours' + n * interval '30 minutes' as t) as at`);
  await ask('analyze');
}

/** The cost of a single SQL statement, which knows no buffers, limits, holds or response format. */
const rangeSubtraction = `
  select d::date, s.start_time, array_agg(s.team_id)
  from generate_series(date '${from}', date '${from}' + 13, interval '1 day') as d
  join availability_slots s on s.day = extract(dow from d)
  cross join lateral (
    select ((d::date + make_time(s.start_time / 100, s.start_time % 100, 0)) at time zone 'America/New_York') as at
  ) as a
  where s.subscriber_id = '${benchId(1, 1)}' and not exists (
    select 1 from technician_bookings b where b.subscriber_id = s.subscriber_id and b.technician_id = s.team_id
      and b.during && tstzrange(a.at, a.at + interval '3 hours'))
  group by 1, 2 order by 1, 2`;

/**
 * One of 200 moves by half an hour, forward at first and back on its next turn: a cached response for the last request
 * does not help.
 */
async function moveBooking({ ask }: BenchCluster, nth: number): Promise<void> {
  const sign = Math.floor(nth / 200) % 2 === 0 ? '+' : '-';
  await ask(`update technician_bookings set during = tstzrange(lower(during) ${sign} interval '30 minutes', upper(during) ${sign} interval '30 minutes')
    where id = (select id from technician_bookings where subscriber_id = '${benchId(1, 1)}' order by id offset ${nth % 200} limit 1)`);
}

async function token(): Promise<string> {
  const claims = {
    userId: benchId(1, 1),
    subscriberId: benchId(1, 1),
    sessionId: benchId(2, 1),
    purpose: 'full',
  } as const;
  return signAccessToken(secret, claims, systemClock.now());
}

async function timed(
  count: number,
  work: () => Promise<void>,
  before?: (nth: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < count + 20; n += 1) {
    await before?.(n);
    const begin = performance.now();
    await work();
    // The first calls warm up.
    if (n >= 20) times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b);
}

function at(sorted: readonly number[], share: number): string {
  return (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
}

await measureEndpoint();
