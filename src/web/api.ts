import {
  keepPreviousData,
  QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '#wire/paging.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { ApiFailure, type CallOptions, call } from './client.ts';
import { translateNow } from './i18n.ts';
import { readKey } from './request-parts.ts';
import { toast } from './toast.ts';

/** How data from the server stands: nothing yet, here, or not to be had. */
export type ReadStatus = 'loading' | 'loaded' | 'failed';

export interface ReadOptions {
  /** False waits, for example until an id is known. */
  enabled?: boolean;
  /** Asks again every 10 seconds while the page is visible; with a number, every so many milliseconds. */
  live?: boolean | number;
  /** Keeps showing the answer of the former input until the new one is here. */
  keep?: boolean;
  /** Writes these words and the failure to the log when it cannot be read. */
  log?: string;
}

export interface Read<T> {
  data: T | undefined;
  status: ReadStatus;
  failure: ApiFailure | null;
  /** A request is under way, also a silent one. */
  fetching: boolean;
  retry: () => void;
}

type AnyRoute = Route;
type RowOf<R> = RouteOutput<R> extends { pageData: (infer T)[] } ? T : never;

/** The cache of reads in this tab. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => count < 2 && error instanceof ApiFailure && isWorthRepeating(error),
        retryDelay: (count) => 500 * 2 ** count,
      },
    },
  });
}

/** Data of a route for an input; read again on focus and after every write that names its room. */
export function useRead<R extends AnyRoute>(
  route: R,
  input: RouteInput<R>,
  options: ReadOptions = {},
): Read<RouteOutput<R>> {
  const query = useQuery<RouteOutput<R>, ApiFailure>({
    queryKey: readKey(route, input),
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled: options.enabled ?? true,
    refetchInterval: intervalOf(options),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  });
  const { refetch, error } = query;
  const { log } = options;
  useEffect(() => {
    if (error && log !== undefined) console.error(log, error);
  }, [error, log]);
  const retry = useCallback(() => void refetch(), [refetch]);
  const data = query.data as RouteOutput<R> | undefined;
  return { data, status: statusOf(query), failure: query.error, fetching: query.isFetching, retry };
}

export interface PagedRead<T> {
  /** Rows of all pages loaded so far. */
  rows: T[];
  total: number;
  totalIsCapped: boolean;
  status: ReadStatus;
  failure: ApiFailure | null;
  fetching: boolean;
  /** The rows are those of the former input (`keep`): the answer to this one is on its way. */
  isFormer: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  more: () => void;
  retry: () => void;
}

/** A list that grows page by page along its cursor. Changing the input (search, tab) begins anew. */
export function usePagedRead<R extends AnyRoute>(
  route: R,
  input: RouteInput<R>,
  options: ReadOptions = {},
): PagedRead<RowOf<R>> {
  const query = useInfiniteQuery({
    queryKey: [...readKey(route, input), 'pages'],
    queryFn: ({ signal, pageParam }) => {
      const asked = (pageParam ? { ...(input as object), cursor: pageParam } : input) as RouteInput<R>;
      return call(route, asked, { signal }) as Promise<Page<RowOf<R>>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.pageInfo.endCursor,
    enabled: options.enabled ?? true,
    refetchInterval: intervalOf(options),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  });
  const { refetch, fetchNextPage } = query;
  const pages = query.data?.pages ?? [];
  const info = pages.at(-1)?.pageInfo;
  return {
    rows: pages.flatMap((page) => page.pageData),
    total: info?.total ?? 0,
    totalIsCapped: info?.totalIsCapped ?? false,
    status: statusOf(query),
    failure: query.error as ApiFailure | null,
    fetching: query.isFetching,
    isFormer: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    loadingMore: query.isFetchingNextPage,
    more: useCallback(() => void fetchNextPage(), [fetchNextPage]),
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

export interface WriteOptions<R> {
  onDone?: (data: RouteOutput<R>, input: RouteInput<R>) => void;
  /** Told of every failure. Returning true says it has been shown: no toast then. */
  onFail?: (failure: ApiFailure) => boolean | undefined;
  /** Text of the success toast. */
  toast?: string | ((data: RouteOutput<R>, input: RouteInput<R>) => string);
  /** False: failures make no toast (the screen shows them). */
  errorToast?: boolean;
}

export interface Write<R> {
  /** Sends the change; gives its data, or null when it failed (which has been shown by then). */
  send: (
    input: RouteInput<R>,
    extra?: Pick<CallOptions, 'onProgress' | 'signal'>,
  ) => Promise<RouteOutput<R> | null>;
  pending: boolean;
  /** Messages by field name of the last refusal. */
  fieldErrors: Record<string, string>;
  failure: ApiFailure | null;
  reset: () => void;
}

/**
 * A change through a route. Afterwards the reads of the rooms the route refreshes are stale. Messages of fields stay with
 * the form that reads them (`fieldErrors`); any other failure shows the server's message as an error toast.
 */
export function useWrite<R extends AnyRoute>(route: R, options: WriteOptions<R> = {}): Write<R> {
  const queries = useQueryClient();
  const [state, setState] = useState<{ pending: boolean; failure: ApiFailure | null }>(idle);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const key = useRef<string>(undefined);
  const readers = useRef(new Set<string>());

  const send = useCallback<Write<R>['send']>(
    async (input, extra) => {
      key.current ??= newKey();
      setState({ pending: true, failure: null });
      try {
        const data = await call(route, input, { ...extra, idempotencyKey: key.current });
        key.current = newKey();
        await stale(queries, route.invalidates ?? []);
        setState(idle);
        const { toast: text, onDone } = latest.current;
        if (text) toast(typeof text === 'function' ? text(data, input) : text, { kind: 'success' });
        onDone?.(data, input);
        return data;
      } catch (error) {
        const failure = asFailure(error);
        // Without an answer the first attempt may have been done: the repeat must carry the same key.
        if (failure.status >= 400 && failure.status < 500) key.current = newKey();
        setState({ pending: false, failure });
        const seen = latest.current.onFail?.(failure) === true || latest.current.errorToast === false;
        const { current: read } = readers;
        if (!seen) showFailure(failure, (field) => read.has(every) || read.has(field));
        return null;
      }
    },
    [queries, route],
  );

  const reset = useCallback(() => {
    key.current = newKey();
    setState(idle);
  }, []);
  return {
    send,
    pending: state.pending,
    fieldErrors: watched(state.failure?.fields ?? {}, readers.current),
    failure: state.failure,
    reset,
  };
}

const every = '*';
/** The messages, which write down who reads them: what no screen shows under a field must be said elsewhere. */
function watched(fields: Record<string, string>, readers: Set<string>): Record<string, string> {
  return new Proxy(fields, {
    get: (target, field: string) => readers.add(field) && target[field],
    ownKeys: (target) => readers.add(every) && Object.keys(target),
  });
}

const idle = { pending: false, failure: null };

/** The error toast of a failure, without what stands under its fields and unless the session has just ended. */
export function showFailure(failure: ApiFailure, isShown = (_field: string) => false): void {
  if (failure.type === 'ABORTED' || failure.type === 'UNAUTHENTICATED') return;
  const fields = Object.entries(failure.fields);
  const unsaid = fields.filter(([field]) => !isShown(field)).map(([, message]) => message);
  if (fields.length > 0 && unsaid.length === 0) return;
  toast([...new Set(unsaid)].join(' ') || failureMessage(failure), { kind: 'error' });
}

/** What a person reads of a failure: the server's message, or ours when no answer came. */
export function failureMessage(failure: ApiFailure): string {
  if (failure.type === 'NETWORK') return translateNow('noConnection');
  if (failure.type === 'TIMEOUT') return translateNow('tookTooLong');
  return failure.body === null ? translateNow('somethingWrong') : failure.message;
}

/** Marks all reads of rooms as stale; what is on the screen is read again. For changes that come from elsewhere. */
export function useInvalidateFeatures(): (...rooms: string[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((...rooms) => stale(queries, rooms), [queries]);
}

function stale(queries: QueryClient, rooms: readonly string[]): Promise<void> {
  if (rooms.length === 0) return Promise.resolve();
  // Not awaited to the end: the dialog closes while the list behind it loads.
  void queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      Array.isArray(queryKey[0]) && queryKey[0].some((room) => rooms.includes(room)),
  });
  return Promise.resolve();
}

function statusOf(query: { isPending: boolean; isError: boolean; data: unknown }): ReadStatus {
  if (query.data !== undefined) return 'loaded';
  return query.isError ? 'failed' : 'loading';
}

function isWorthRepeating(failure: ApiFailure): boolean {
  return failure.type === 'NETWORK' || failure.type === 'TIMEOUT' || failure.status >= 502;
}

function asFailure(error: unknown): ApiFailure {
  if (error instanceof ApiFailure) return error;
  const failure = new ApiFailure('INTERNAL', translateNow('somethingWrong'), 0, null, null);
  failure.cause = error;
  console.error(error);
  return failure;
}

// crypto.randomUUID exists only on secure origins, and a demo on a LAN address is none.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

const intervalOf = ({ live = false }: ReadOptions) => (live === true ? 10_000 : live);
