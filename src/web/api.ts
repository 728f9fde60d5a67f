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
import { ApiFailure } from './client/api-failure.ts';
import { call } from './client/client.ts';
import type { CallOptions } from './client/connection.ts';
import { readKey } from './client/request-parts.ts';
import { translateNow } from './i18n.ts';
import { toast } from './toast.ts';

/** The state of data from the server: not loaded yet, loaded, or failed. */
export type ReadStatus = 'loading' | 'loaded' | 'failed';

export interface ReadOptions {
  /** False postpones the request, for example until an id is known. */
  enabled?: boolean;
  /** Polls every 10 seconds while the page is visible; with a number, at that interval in milliseconds. */
  live?: boolean | number;
  /** Keeps showing the data of the previous input until the new data has loaded. */
  keep?: boolean;
  /** Logs this text with the failure if the read fails. */
  log?: string;
}

export interface Read<T> {
  data: T | undefined;
  status: ReadStatus;
  failure: ApiFailure | null;
  /** A request is in progress, including background ones. */
  fetching: boolean;
  retry: () => void;
}

type AnyRoute = Route;
type RowOf<R> = RouteOutput<R> extends { pageData: (infer T)[] } ? T : never;

/** Creates the cache of reads of this tab. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => count < 2 && error instanceof ApiFailure && isWorthRepeating(error),
        // All those who were refused at once would otherwise ask again at once.
        retryDelay: (count, error) =>
          Math.max(500 * 2 ** count, (error as ApiFailure).retryAfterMs * (1 + Math.random() / 2)),
      },
    },
  });
}

/** Returns the data of a route for an input. It is read again on focus and after every write that names its feature. */
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
  /** The rows are those of the previous input (`keep`) while the new data is loading. */
  isFormer: boolean;
  hasMore: boolean;
  loadingMore: boolean;
  more: () => void;
  retry: () => void;
}

/**
 * Returns a list that grows page by page along its cursor. Changing the input (search, tab) starts again at the first
 * page.
 */
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
  /** Called on every failure. Returning true means it has been shown and suppresses the toast. */
  onFail?: (failure: ApiFailure) => boolean | undefined;
  /** Text of the success toast. */
  toast?: string | ((data: RouteOutput<R>, input: RouteInput<R>) => string);
  /** False: failures show no toast (the screen shows them). */
  errorToast?: boolean;
}

export interface Write<R> {
  /** Sends the change. Returns its data, or null if it failed, in which case the failure has already been shown. */
  send: (
    input: RouteInput<R>,
    extra?: Pick<CallOptions, 'onProgress' | 'signal'>,
  ) => Promise<RouteOutput<R> | null>;
  pending: boolean;
  /** Messages of the last rejected attempt by field name. */
  fieldErrors: Record<string, string>;
  failure: ApiFailure | null;
  reset: () => void;
}

/**
 * Sends a change through a route, and marks the reads of the features that the route invalidates as stale. Messages of
 * fields are left to the form that reads them (`fieldErrors`); any other failure shows the server's message in an error
 * toast.
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
        // Without a response the first attempt may have succeeded, so a retry must have the same key.
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
/** Records which messages are read: those that no screen shows below a field must be shown elsewhere. */
function watched(fields: Record<string, string>, readers: Set<string>): Record<string, string> {
  return new Proxy(fields, {
    get: (target, field: string) => readers.add(field) && target[field],
    ownKeys: (target) => readers.add(every) && Object.keys(target),
  });
}

const idle = { pending: false, failure: null };

/** Failures that the user knows of: they left, the session ended, or they did not confirm their identity. */
const silent = new Set(['ABORTED', 'UNAUTHENTICATED', 'IDENTITY_REQUIRED']);

/** Shows the error toast of a failure, without the messages shown below its fields, and unless the user knows of it. */
export function showFailure(failure: ApiFailure, isShown = (_field: string) => false): void {
  if (silent.has(failure.type)) return;
  const fields = Object.entries(failure.fields);
  const unsaid = fields.filter(([field]) => !isShown(field)).map(([, message]) => message);
  if (fields.length > 0 && unsaid.length === 0) return;
  const text = [...new Set(unsaid)].join(' ') || failureMessage(failure);
  // A limit is a sentence with figures and a time: it stays long enough to be read.
  if (failure.type === 'RATE_LIMITED') toast(text, { kind: 'warning', milliseconds: 20_000 });
  else toast(text, { kind: 'error' });
}

/** Returns the message of a failure for the user: the server's, or ours if there was no response. */
export function failureMessage(failure: ApiFailure): string {
  if (failure.type === 'NETWORK') return translateNow('noConnection');
  if (failure.type === 'TIMEOUT') return translateNow('tookTooLong');
  return failure.body === null ? translateNow('somethingWrong') : failure.message;
}

/**
 * Returns a function that marks all reads of features as stale and reloads those on screen. For changes made elsewhere.
 */
export function useInvalidateFeatures(): (...features: string[]) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((...features) => stale(queries, features), [queries]);
}

function stale(queries: QueryClient, features: readonly string[]): Promise<void> {
  if (features.length === 0) return Promise.resolve();
  // Deliberately not awaited: the dialog closes while the list behind it loads.
  void queries.invalidateQueries({
    predicate: ({ queryKey }) =>
      Array.isArray(queryKey[0]) && queryKey[0].some((feature) => features.includes(feature)),
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

// crypto.randomUUID exists only on secure origins, which a demo on a LAN address is not.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
}

const intervalOf = ({ live = false }: ReadOptions) => (live === true ? 10_000 : live);
