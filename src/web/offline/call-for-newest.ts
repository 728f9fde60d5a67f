import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { type Client, dataOf } from '../client/client.ts';

/** An answer and the tag by which the server recognizes it; '' if it has none. */
interface TaggedCopy<T> {
  data: T;
  tag: string;
}

/** Calls a read for its newest answer. The given copy of an earlier one is returned as long as nothing has changed. */
export async function callForNewest<R extends Route<'read' | 'action'>>(
  client: Pick<Client, 'ask'>,
  route: R,
  input: RouteInput<R>,
  copy: TaggedCopy<RouteOutput<R>> | null,
): Promise<TaggedCopy<RouteOutput<R>>> {
  const response = await client.ask(route, input, { knownTag: copy?.tag ?? '' });
  if (copy && response.status === 304) return copy;
  return { data: await dataOf<R>(response), tag: response.headers.get('etag') ?? '' };
}
