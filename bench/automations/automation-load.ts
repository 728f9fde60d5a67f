import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { company, ownerHeaders, scheduled } from './automation-data.ts';

const agent = new Agent({ keepAlive: true });
const everyMs = 25;

/** Calls ordinary routes of ten companies forty times a second for a while, and returns the sorted response times. */
export async function measureCalls(origin: string, ms: number): Promise<number[]> {
  const owners = await Promise.all(
    company.others.map(async (nth) => ({ nth, headers: await ownerHeaders(nth) })),
  );
  const pending: Promise<number>[] = [];
  const until = performance.now() + ms;
  for (let n = 0; performance.now() < until; n += 1) {
    const owner = owners[n % owners.length];
    if (!owner) throw new Error('no owner');
    const path =
      n % 2 === 0
        ? '/v2/appointments?perPage=25'
        : `/v2/appointments/${scheduled(owner.nth, n % 150)}/activity`;
    pending.push(answerOf(`${origin}/api${path}`, owner.headers));
    await sleep(everyMs);
  }
  const times = await Promise.all(pending);
  if (times.includes(Number.NaN)) throw new Error(`${times.filter(Number.isNaN).length} calls were refused`);
  return times.sort((a, b) => a - b);
}

/** Returns the value below which this share of the sorted numbers are. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** NaN if it is refused. */
function answerOf(url: string, headers: Record<string, string>): Promise<number> {
  const begin = performance.now();
  return new Promise((resolve) => {
    get(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode === 200 ? performance.now() - begin : Number.NaN));
    }).on('error', () => resolve(Number.NaN));
  });
}
