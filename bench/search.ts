import pg from 'pg';
import { systemClock } from '../src/server/clock.ts';
import { signAccessToken } from '../src/server/tokens.ts';
import { freePort, startServer } from '../src/testing/running-server.ts';
import { type BenchCluster, benchId, openBenchCluster } from './data/list-data.ts';
import { benchPerson, bigCompany } from './data/people-data.ts';
import { addSearchData, bigCompanyAppointments } from './data/search-data.ts';
import { processorMs } from './support/cpu.ts';
import { median } from './support/server.ts';

const secret = 'a secret for measuring, long enough for all';
const rounds = Number(process.env.BENCH_ROUNDS ?? 40);
const budget = 50;

const people = [11, 4_711, 77_777, 123_456, 99_001].map((n) => benchPerson(bigCompany, n));

/** Several texts each, so that no response comes from the cache of the previous one. */
const queries: Record<string, string[]> = {
  'order id': ['O-4711', 'o-77777', 'O-123456', 'O-5', 'o-399999'],
  'invoice number': ['INV-4711', '77777', 'inv-123456', 'INV-0005', '399999'],
  'full address': ['4711 oak st', '7 main st austin', '123 cedar ln', '9000 park', '55 hill rd salem'],
  'number and street': ['12 oak', '1 st', '99 main', '5 a', '100 elm'],
  'frequent word': ['st', 'oak', 'austin', 'main', 'park'],
  'one letter': ['a', 's', 'o', '1', 'm'],
  'two letters': ['st', 'ma', 'oa', 'jo', '12'],
  name: people.map((one) => `${one.first_name} ${one.last_name}`),
  'common name': ['john', 'smith', 'mary', 'garcia', 'brown'],
  'common names': ['jo sm', 'ma ga', 'john smith', 'smith jo', 'john john'],
  'name and street': ['smith oak', 'john main', 'garcia austin', 'mary st', 'j s'],
  email: people.map((one) => one.email),
  phone: people.map((one) => one.phone),
  'phone, formatted': people.map(
    ({ phone }) => `+1 (${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`,
  ),
  'phone, last digits': people.map((one) => one.phone.slice(-4)),
  amount: ['600', '$600.00', '123.45', '599.99', '100'],
  'no hit': ['zzzzzz', 'xylophone', 'oak zzzz', '0000000', 'q@nowhere'],
  'many words': ['a b c d e f g h', 'st st oak main 1 2', 'john smith oak st austin 78', 'o m p s a c'],
};

/**
 * The search among a million appointments and a million people, most of them in one company: time and processor time
 * per call, next to the first page of the list through the same server.
 */
async function run(): Promise<void> {
  const cluster = await openBenchCluster();
  try {
    const from = performance.now();
    await addSearchData(cluster);
    console.log(`search: data in ${((performance.now() - from) / 1000).toFixed(0)} s`);
    const server = await startServer({
      dataDir: `/tmp/gable-bench-none-${process.pid}`,
      port: await freePort(),
      env: { DATABASE_URL: cluster.url, SECRET_KEY: secret, DEMO: '0', ROLE: 'web', NODE_ENV: 'production' },
    });
    try {
      console.log(`search: ${bigCompanyAppointments} appointments in one company, 1,000,000 in total`);
      for (const company of [bigCompany, 2]) await measureAll(cluster, server.origin, company);
      await explain(cluster);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster.stop();
  }
}

async function measureAll(cluster: BenchCluster, origin: string, company: number): Promise<void> {
  const userId = benchId(1, company);
  const claims = { userId, subscriberId: userId, sessionId: benchId(2, company), purpose: 'full' } as const;
  await cluster.ask(`insert into sessions (id, family_id, user_id, subscriber_id, token_hash, user_agent, ip, created_at,
      family_started_at, expires_at) values ('${claims.sessionId}', '${claims.sessionId}', '${userId}', '${userId}', 't${company}',
      '', '', now(), now(), '2099-01-01') on conflict do nothing`);
  const authorization = `Bearer ${await signAccessToken(secret, claims, systemClock.now())}`;
  const call = async (path: string) => {
    const from = performance.now();
    const answer = await fetch(`${origin}/api/v2/${path}`, { headers: { authorization } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return performance.now() - from;
  };
  const measure = async (paths: readonly string[]) => {
    for (const path of paths) await call(path);
    const before = processorMs(cluster.embedded.connection.host) ?? 0;
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await call(paths[round % paths.length] ?? ''));
    const processor = ((processorMs(cluster.embedded.connection.host) ?? 0) - before) / rounds;
    return {
      median: median(times),
      p95: times.toSorted((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0,
      processor,
    };
  };
  const page = await measure(['appointments?perPage=6']);
  console.log(`search: company ${company}: first page of the list: ${show(page)}`);
  for (const [name, texts] of Object.entries(queries)) {
    const result = await measure(texts.map((text) => `search?q=${encodeURIComponent(text)}`));
    const isSlow = result.processor > budget;
    console.log(
      `search: company ${company}: ${name.padEnd(18)} ${show(result)} ${isSlow ? 'TOO SLOW' : 'ok'}`,
    );
    if (isSlow) process.exitCode = 1;
  }
}

const show = (of: { median: number; p95: number; processor: number }) =>
  `median ${of.median.toFixed(1)} p95 ${of.p95.toFixed(1)} ms, processor ${of.processor.toFixed(1)} ms each`;

/** No statement of a search reads a table from its beginning. */
async function explain(cluster: BenchCluster): Promise<void> {
  const client = new pg.Client({ ...cluster.embedded.connection, user: 'postgres' });
  await client.connect();
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    `select relname, seq_scan from pg_stat_user_tables where seq_tup_read > 100000 * greatest(seq_scan, 1)
      and relname in ('appointments', 'appointment_words', 'appointment_people', 'contacts', 'contact_words', 'invoices', 'payments')`,
  );
  await client.end();
  for (const { relname, seq_scan } of rows)
    console.log(`search: scans of ${relname} since the start: ${seq_scan}`);
}

await run();
