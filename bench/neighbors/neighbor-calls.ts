import type { BenchServer, Caller } from '../support/server.ts';

export interface Company {
  server: BenchServer;
  a: Caller;
}

/** One round of a load; returns the number of answers by status. */
export type Round = () => Promise<Record<string, number>>;

/** Sends one request of A, counts its status, and returns the data of a JSON answer. */
export async function counted(
  count: Record<string, number>,
  server: BenchServer,
  a: Caller | null,
  path: string,
  init: RequestInit = {},
): Promise<Record<string, unknown> | null> {
  const answer = await fetch(`${server.origin}/api${path}`, {
    ...init,
    headers: {
      ...(a ? { authorization: `Bearer ${a.token}` } : {}),
      ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
    },
  });
  const isNamed = answer.status === 503 && answer.headers.has('retry-after');
  const status = isNamed ? '503 with Retry-After' : String(answer.status);
  count[status] = (count[status] ?? 0) + 1;
  const bytes = await answer.arrayBuffer();
  if (!answer.headers.get('content-type')?.includes('json')) return null;
  return (JSON.parse(Buffer.from(bytes).toString()) as { data: Record<string, unknown> | null }).data;
}
