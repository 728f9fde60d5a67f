import { systemClock } from '../src/server/clock.ts';
import { signAccessToken } from '../src/server/tokens.ts';
import { freePort, type RunningServer, startServer } from '../src/testing/running-server.ts';
import { benchId, openBenchCluster } from './data/list-data.ts';
import { addPeople, bigCompany, bigCompanySize } from './data/people-data.ts';

const secret = 'a secret for measuring, long enough for all';
/** A page is 25 groups; the finder compares numbers, addresses and names until it is full. */
const pageBudget = 250;

interface Page {
  pageData: { reasons: string[]; people: { id: string }[] }[];
  pageInfo: { endCursor: string | null };
}

/** Possible duplicates among one company's 140,000 people: all pages, through the API. */
async function run(): Promise<void> {
  const given = process.env.BENCH_DATABASE_URL;
  const cluster = given ? null : await openBenchCluster();
  try {
    if (cluster) await addPeople(cluster);
    if (cluster && process.env.BENCH_KEEP) console.log(`duplicates: BENCH_DATABASE_URL='${cluster.url}'`);
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
      await walk(server);
    } finally {
      await server.stop();
    }
    if (process.env.BENCH_KEEP)
      await new Promise((done) => setTimeout(done, Number(process.env.BENCH_KEEP) * 1000));
  } finally {
    await cluster?.stop();
  }
}

async function walk(server: RunningServer): Promise<void> {
  const owner = benchId(1, bigCompany);
  const session = {
    userId: owner,
    subscriberId: owner,
    sessionId: benchId(2, bigCompany),
    purpose: 'full',
  } as const;
  const authorization = `Bearer ${await signAccessToken(secret, session, systemClock.now())}`;
  const times: number[] = [];
  const first: Record<string, number> = {};
  const seen = new Set<string>();
  let cursor: string | null = '';
  for (let page = 0; cursor !== null && page < Number(process.env.BENCH_PAGES ?? 300); page += 1) {
    const begun = performance.now();
    const answer = await fetch(
      `${server.origin}/api/v2/people/duplicates?kind=clients&perPage=25${cursor ? `&cursor=${cursor}` : ''}`,
      { headers: { authorization } },
    );
    const { data, error } = (await answer.json()) as { data: Page; error: unknown };
    if (error) throw new Error(JSON.stringify(error));
    const ms = performance.now() - begun;
    times.push(ms);
    for (const { reasons, people } of data.pageData) {
      const key = people.map((one) => one.id).join();
      if (seen.has(key)) throw new Error(`${key} is shown twice`);
      seen.add(key);
      first[reasons[0] ?? ''] ??= ms;
    }
    cursor = data.pageInfo.endCursor;
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  console.log(
    `duplicates: ${bigCompanySize} people, ${seen.size} groups on ${times.length} pages, none twice`,
  );
  console.log(
    `duplicates: first page ${times[0]?.toFixed(0)} ms, median ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1)} ms (at most ${pageBudget})`,
  );
  console.log(`duplicates: first page with a group of ${JSON.stringify(first)}`);
  if (Number(at(0.95)) > pageBudget) {
    console.log('duplicates: TOO SLOW');
    process.exitCode = 1;
  }
}

await run();
