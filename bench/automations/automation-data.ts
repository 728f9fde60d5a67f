import { systemClock } from '../../src/server/clock.ts';
import { signAccessToken } from '../../src/server/tokens.ts';
import { addCompanies, type BenchCluster, benchId } from '../data/list-data.ts';

export const secret = 'a secret for measuring, long enough for all';

/** The company whose burst the others must not notice, ten with a smaller one, and one with a single message. */
export const company = { big: 1, others: Array.from({ length: 10 }, (_, n) => n + 2), small: 12 };
/** Appointments of the large company that its jobs belong to. */
const spreadOver = 50;

/** Calls a route as the owner of a company and returns its data. Throws if it is refused. */
// biome-ignore lint/suspicious/noExplicitAny: benchmarks read a few fields of many routes
export type OwnerCall = (method: string, path: string, body?: object) => Promise<any>;

/** Returns the headers of a company's owner. */
export async function ownerHeaders(nth: number): Promise<Record<string, string>> {
  const owner = benchId(1, nth);
  const claims = { userId: owner, subscriberId: owner, sessionId: benchId(2, nth), purpose: 'full' } as const;
  return { authorization: `Bearer ${await signAccessToken(secret, claims, systemClock.now())}` };
}

/** Calls routes as the owner of a company. */
export async function ownerOf(origin: string, nth: number): Promise<OwnerCall> {
  const headers = await ownerHeaders(nth);
  return async (method, path, body) => {
    const answer = await fetch(`${origin}/api${path}`, {
      method,
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { data, error } = (await answer.json()) as { data: unknown; error: { message: string } | null };
    if (error) throw new Error(`${method} ${path}: ${error.message} ${JSON.stringify(error)}`);
    return data;
  };
}

/** Adds twelve companies with 1,000 appointments each, whose clients have addresses. */
export async function fillCompanies(cluster: BenchCluster): Promise<void> {
  await addCompanies(cluster, 1, company.small);
  await cluster.ask(`update contacts set email = public_id || '@client.test'`);
  // The burst is larger than what a company sends in an hour.
  await cluster.ask(
    'insert into sending_figures (subscriber_id, email, updated_at) select subscriber_id, 100000, now() from companies',
  );
  await cluster.ask('vacuum analyze contacts');
}

/** The n-th appointment of a company that is scheduled. */
export const scheduled = (nth: number, n: number) => benchId(5, nth, n * 5);

/** Gives appointments of each company an action that writes to their clients. */
export async function addActions(origin: string): Promise<void> {
  for (const nth of [company.big, ...company.others, company.small]) {
    const call = await ownerOf(origin, nth);
    const group = await call('POST', '/v2/action-groups', { name: 'Burst' });
    await call('POST', `/v2/action-groups/${group.id}/actions`, {
      ...{ event_type: 2, action_type: 1, to_address: ['clients'] },
      subject: 'Your inspection on {{inspection.date}}',
      body_content:
        '<p>Hello {{clients.first_name}}, we come on {{inspection.date}} at {{inspection.time}}: {{inspection.client_link}}</p>',
    });
    for (let n = 0; n < (nth === company.big ? spreadOver : 1); n += 1)
      await call('PUT', `/v2/appointments/${scheduled(nth, n)}/action-groups`, { groupIds: [group.id] });
  }
}

/** Plans `count` jobs of a company's actions for one moment. */
export async function planJobs(
  cluster: BenchCluster,
  { nth, count, at, mark }: { nth: number; count: number; at: Date; mark: string },
): Promise<void> {
  await cluster.ask(`with own as (
      select *, row_number() over (order by appointment_id) - 1 as n, count(*) over () as all_of_them from actions
      where subscriber_id = '${benchId(1, nth)}' and appointment_id is not null and event_type = 2)
    insert into automation_jobs (subscriber_id, id, appointment_id, action_id, event_type, occurrence_id, occurred_at, event_data,
      dedupe_key, run_at, status, created_at, updated_at)
    select subscriber_id, gen_random_uuid(), appointment_id, id, 2, '${mark}' || k, '${at.toISOString()}', '{}', '${mark}' || k,
      '${at.toISOString()}', 'pending', now(), now()
    from generate_series(0, ${count - 1}) as k join own on own.n = k % own.all_of_them`);
}
