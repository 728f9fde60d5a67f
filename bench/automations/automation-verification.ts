import type { BenchCluster } from '../data/list-data.ts';
import type { Arrived } from './automation-sink.ts';

/** Compares jobs, messages and mails; returns what was not done, queued or sent exactly once. */
export async function findFaults(
  cluster: BenchCluster,
  arrived: readonly Arrived[],
  expected: number,
): Promise<{ faults: string[]; arrivedAgain: number }> {
  const jobs = await cluster.ask<{ id: string; status: string; reason: string | null }>(
    `select id, status, reason from automation_jobs where dedupe_key like 'burst%' or dedupe_key like 'single%'`,
  );
  const messages = await cluster.ask<{ key: string; status: string }>(
    `select key, status from outbound_messages where key like 'action.%'`,
  );
  const jobOfKey = (key: string) => key.split('.')[1] ?? '';
  const queued = countBy(messages.map((one) => jobOfKey(one.key)));
  const hashes = new Map<string, Set<string>>();
  for (const { key, hash } of arrived) hashes.set(key, (hashes.get(key) ?? new Set()).add(hash));
  const sent = countBy([...hashes.keys()].map(jobOfKey));
  const known = new Set(jobs.map((one) => one.id));
  const faults = [
    ...(jobs.length === expected ? [] : [`${jobs.length} jobs instead of ${expected}`]),
    ...jobs.filter((one) => one.status !== 'done').map((one) => `job ${one.id}: ${one.status} ${one.reason}`),
    ...jobs.flatMap(({ id }) => oncePer(id, queued.get(id) ?? 0, sent.get(id) ?? 0)),
    ...messages.filter((one) => one.status !== 'sent').map((one) => `message ${one.key}: ${one.status}`),
    ...[...hashes].filter(([, same]) => same.size > 1).map(([key]) => `${key} arrived with different bytes`),
    ...[...hashes.keys()].filter((key) => !known.has(jobOfKey(key))).map((key) => `${key} is of no job`),
  ];
  return { faults, arrivedAgain: arrived.length - hashes.size };
}

function oncePer(id: string, queued: number, sent: number): string[] {
  return queued === 1 && sent === 1 ? [] : [`job ${id}: ${queued} messages, ${sent} mails`];
}

function countBy(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
