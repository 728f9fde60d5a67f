import { systemClock } from '../src/server/clock.ts';
import { signAccessToken } from '../src/server/tokens.ts';
import { freePort, type RunningServer, startServer } from '../src/testing/running-server.ts';
import { type BenchCluster, benchId, openBenchCluster } from './data/list-data.ts';
import { addPeople, benchPerson, bigCompany, bigCompanySize, totalPeople } from './data/people-data.ts';
import { processorMs } from './support/cpu.ts';

const secret = 'a secret for measuring, long enough for all';
const rounds = Number(process.env.BENCH_ROUNDS ?? 60);
const searchBudget = 15;
const firstPageBudget = 8;
const wide = 100;

interface Query {
  name: string;
  /** Queries for GET /v2/clients; several, so that no response comes from the cache of the previous one. */
  texts: string[];
}

const someone = (n: number) => benchPerson(bigCompany, n);
const people = [11, 4_711, 77_777, 123_456, 99_001].map(someone);

const queries: Query[] = [
  {
    name: 'rare name',
    texts: people.map((one) => `${one.first_name} ${one.last_name} ${one.email.match(/\d+/)?.[0]}`),
  },
  { name: 'made-up surname', texts: ['abrder', 'Hottson', 'fennwood', 'girtley', 'chckard'] },
  { name: 'common first name', texts: ['john', 'mary', 'james', 'robert', 'patricia'] },
  { name: 'common surname', texts: ['smith', 'johnson', 'garcia', 'brown', 'miller'] },
  { name: 'one letter', texts: ['a', 'j', 's', 'z', 'w'] },
  { name: 'two letters', texts: ['sm', 'jo', 'ma', 'wr', 'da'] },
  { name: 'two words', texts: ['jo sm', 'ma ga', 'john a', 'smith jo', 'john john'] },
  { name: 'three words', texts: ['jo sm gm', 'mary gmail jo', 'li ma yahoo', 'dav mi 5', 'jo smith gmail'] },
  { name: 'email', texts: people.map((one) => one.email) },
  { name: 'half an email', texts: people.map((one) => one.email.slice(0, 9)) },
  { name: 'phone', texts: people.map((one) => one.phone) },
  { name: 'phone digits', texts: people.flatMap((one) => [one.phone.slice(3, 6), one.phone.slice(-4)]) },
  { name: 'no hit', texts: ['zzzzzz', 'xylophone', 'john zzzz', '0000000', 'q@nowhere'] },
];
const filters = ['', '&status=1', '&status=0'];

/**
 * Search and first page among one company's 140,000 people and a million in total, through the API; and fifty pages
 * deep.
 */
async function run(): Promise<void> {
  const given = process.env.BENCH_DATABASE_URL;
  const cluster = given ? null : await openBenchCluster();
  try {
    if (cluster) await addPeople(cluster);
    const env = {
      DATABASE_URL: given ?? cluster?.url ?? '',
      SECRET_KEY: secret,
      DEMO: '0',
      ROLE: 'web',
      NODE_ENV: 'production',
    };
    const server = await startServer({
      dataDir: `/tmp/gable-bench-none-${process.pid}`,
      port: await freePort(),
      env,
    });
    try {
      console.log(`people: ${bigCompanySize} in one company, ${totalPeople} in total`);
      await measureAll(server, decodeURIComponent(new URL(env.DATABASE_URL).searchParams.get('host') ?? ''));
      if (cluster) await explain(cluster);
    } finally {
      await server.stop();
    }
  } finally {
    await cluster?.stop();
  }
}

async function measureAll(server: RunningServer, folder: string): Promise<void> {
  const get = await getter(server, bigCompany);
  for (const { texts } of queries) for (const text of texts) await get(`?text=${encodeURIComponent(text)}`);
  const all: number[] = [];
  for (const { name, texts } of queries) {
    const line: string[] = [];
    const before = processorMs(folder) ?? 0;
    for (const filter of filters) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const text = texts[round % texts.length] ?? '';
        times.push((await get(`?text=${encodeURIComponent(text)}${filter}`)).ms);
      }
      all.push(...times);
      line.push(`${filter || 'all'}: median ${at(times, 0.5)} p95 ${at(times, 0.95)} ms`);
      if (percentile(times, 0.95) > searchBudget) line.push('TOO SLOW');
    }
    const used = ((processorMs(folder) ?? 0) - before) / (rounds * filters.length);
    console.log(`people: ${name.padEnd(18)} ${line.join('   ')}   processor ${used.toFixed(1)} ms each`);
  }
  verdict('search, every query with every status', all, searchBudget);
  const before = processorMs(folder) ?? 0;
  for (const filter of filters) await firstPage(get, filter);
  const used = ((processorMs(folder) ?? 0) - before) / (rounds * filters.length);
  console.log(`people: first page: processor ${used.toFixed(1)} ms each`);
  for (const text of ['a', 'john', 'jo sm', 'smith']) await deep(get, text);
}

type Get = Awaited<ReturnType<typeof getter>>;

async function firstPage(get: Get, filter: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push((await get(`?perPage=25${filter}`)).ms);
  verdict(`first page ${filter || 'of all'}`, times, firstPageBudget);
}

/** Reads fifty pages by cursor, without gaps or repeats and in order; the last ten are timed. */
async function deep(get: Get, text: string): Promise<void> {
  const seen = new Set<string>();
  const times: number[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < 60 && cursor !== null; page += 1) {
    const from: string = cursor ? `&cursor=${cursor}` : '';
    const { ms, data } = await get(`?text=${encodeURIComponent(text)}${from}`);
    for (const row of data.pageData) {
      if (seen.has(row.id)) throw new Error(`${text}: a person is listed twice`);
      seen.add(row.id);
    }
    if (page >= 50) times.push(ms);
    cursor = data.pageInfo.endCursor;
  }
  const whole = (await get(`?text=${encodeURIComponent(text)}&perPage=${wide}`)).data.pageInfo;
  console.log(
    `people: ${text}: ${seen.size} in 60 pages of ${whole.total}${whole.totalIsCapped ? ' and more' : ''}`,
  );
  if (times.length > 0) verdict(`pages 51 to 60 of ${text}`, times, searchBudget);
}

interface Answer {
  ms: number;
  data: {
    pageData: { id: string }[];
    pageInfo: { total: number; totalIsCapped?: boolean; endCursor: string | null };
  };
}

async function getter(server: RunningServer, company: number): Promise<(query: string) => Promise<Answer>> {
  const owner = benchId(1, company);
  const claims = {
    userId: owner,
    subscriberId: owner,
    sessionId: benchId(2, company),
    purpose: 'full',
  } as const;
  const authorization = `Bearer ${await signAccessToken(secret, claims, systemClock.now())}`;
  return async (query) => {
    const begun = performance.now();
    const answer = await fetch(`${server.origin}/api/v2/clients${query}`, { headers: { authorization } });
    const { data, error } = (await answer.json()) as { data: Answer['data']; error: unknown };
    if (error) throw new Error(`${query}: ${JSON.stringify(error)}`);
    return { ms: performance.now() - begun, data };
  };
}

function verdict(what: string, times: number[], budget: number): void {
  const p95 = percentile(times, 0.95);
  const isFine = p95 <= budget;
  console.log(
    `people: ${what}: median ${at(times, 0.5)}, p95 ${at(times, 0.95)} ms (at most ${budget}) ${isFine ? 'ok' : 'TOO SLOW'}`,
  );
  if (!isFine) process.exitCode = 1;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
}
const at = (times: readonly number[], share: number) => percentile(times, share).toFixed(1);

/** The plans of both halves of a search in a tenant's transaction: indexes, and no full scan. */
async function explain(cluster: BenchCluster): Promise<void> {
  const tenant = benchId(1, bigCompany);
  await cluster.ask('begin');
  await cluster.ask(
    `select set_config('role', 'app_user', true), set_config('app.tenant_id', '${tenant}', true)`,
  );
  for (const asked of [
    `select distinct contact_id, last_name_key, first_name_key from contact_words
      where subscriber_id = '${tenant}' and kind = 'client' and word ^@ 'john' and status = 1`,
    `select * from contacts where subscriber_id = '${tenant}' and kind = 'client' and deleted_at is null
      order by last_name_key, first_name_key, id limit 26`,
  ]) {
    const rows = await cluster.ask<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, costs off, timing off, summary off) ${asked}`,
    );
    for (const row of rows) console.log(`people: plan: ${row['QUERY PLAN']}`);
    if (rows.some((row) => row['QUERY PLAN'].includes('Seq Scan'))) process.exitCode = 1;
  }
  await cluster.ask('rollback');
}

await run();
