import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { failureOf } from './api-failure.ts';
import type { CallOptions, Connection, RequestOptions } from './connection.ts';
import { createEarlyStart } from './early-start.ts';
import { refresh } from './refresh.ts';
import { readJson } from './refresh-response.ts';
import { filenameFromHeader, toRequestParts } from './request-parts.ts';
import { exchange } from './step-up.ts';

/** A downloaded file, with the name the server gave it. */
export interface DownloadedFile {
  blob: Blob;
  filename: string;
}

export interface ClientOptions {
  /** The base URL of the API; '/api' on the same origin. */
  base?: string;
  fetch?: typeof fetch;
  /** Language of the requested messages. */
  language?: () => string;
  log?: (message: string) => void;
  /** Waits between two attempts to refresh; tests do not. */
  wait?: (milliseconds: number) => Promise<void>;
}

type AnyRoute = Route;

/**
 * Creates a client for route data: `call(route, input)` returns the `data` of the envelope or throws an ApiFailure.
 * Holds the access token in memory only. Parallel 401s share one refresh, and each call is retried once.
 */
export function createClient(options: ClientOptions = {}) {
  const connection: Connection = {
    base: options.base ?? '/api',
    send: options.fetch ?? ((input, init) => fetch(input, init)),
    language: options.language ?? (() => document.documentElement.lang || 'en'),
    log: options.log ?? ((message) => console.error(message)),
    wait: options.wait ?? ((milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))),
    accessToken: null,
    refreshing: null,
    reporting: null,
    onLost: null,
    onUnanswered: null,
    onIdentityRequired: null,
    confirming: null,
    isHeld: false,
    early: createEarlyStart(),
  };
  return {
    /** Calls a route and returns its data. Rejects with an ApiFailure that holds the server's response. */
    call: <R extends AnyRoute>(route: R, input: RouteInput<R>, extra: CallOptions = {}) =>
      callRoute(connection, route, input, extra),
    /** Calls a route and returns the response as it is; `dataOf` reads it. */
    ask: (route: AnyRoute, input: unknown, extra: RequestOptions) =>
      exchange(connection, route, input, extra),
    /** Fetches a route that returns a file, named after content-disposition. */
    fetchFile: <R extends AnyRoute>(route: R, input: RouteInput<R>, extra: CallOptions = {}) =>
      fetchFileOf(connection, route, input, extra),
    /** Gets a new access token with the refresh cookie. Concurrent calls share one request. */
    refresh: () => refresh(connection),
    /** Sets the access token after a login, or removes it with null. */
    setAccessToken: (token: string | null) => {
      connection.early.drop();
      connection.accessToken = token;
    },
    hasAccessToken: () => connection.accessToken !== null,
    /** The authorization headers, for a library that sends its own requests. */
    authorization: (): Record<string, string> => ({
      'accept-language': connection.language(),
      ...(connection.accessToken ? { authorization: `Bearer ${connection.accessToken}` } : {}),
    }),
    /** Fails all calls, as without a network, until the server has confirmed the session. */
    holdCalls: (isHeld: boolean) => {
      connection.isHeld = isHeld;
    },
    /** Subscribes to calls that got no answer. */
    onUnanswered: (listener: () => void) => {
      connection.onUnanswered = listener;
    },
    /** Sets who asks the user for the password when a call needs it; the call is then repeated. */
    onIdentityRequired: (ask: (() => Promise<boolean>) | null) => {
      connection.onIdentityRequired = ask;
    },
    /** Subscribes to rejected refreshes: the session has ended. */
    onSessionLost: (listener: () => void) => {
      connection.onLost = listener;
    },
  };
}

async function callRoute<R extends AnyRoute>(
  connection: Connection,
  route: R,
  input: RouteInput<R>,
  extra: CallOptions,
): Promise<RouteOutput<R>> {
  const timeoutMs = extra.timeoutMs ?? (extra.onProgress ? Number.POSITIVE_INFINITY : undefined);
  const ready = earlyAnswer(connection, route, input);
  if (ready) return ready.data as RouteOutput<R>;
  return dataOf<R>(await exchange(connection, route, input, { ...extra, timeoutMs }));
}

/** Returns the data of a response. Throws the ApiFailure that it is otherwise. */
export async function dataOf<R extends AnyRoute>(response: Response): Promise<RouteOutput<R>> {
  const answer = await readJson(response);
  if (!response.ok) throw failureOf(answer, response.status);
  if (answer === null || typeof answer !== 'object' || !('data' in answer))
    throw failureOf(null, response.status);
  // The envelope determines success, regardless of the status.
  if ('success' in answer && answer.success === false) throw failureOf(answer, response.status);
  return answer.data as RouteOutput<R>;
}

function earlyAnswer({ early }: Connection, route: AnyRoute, input: unknown): { data: unknown } | undefined {
  if (route.method === 'GET') return early.takeRead(toRequestParts(route, input).url) as { data: unknown };
  if (route.kind !== 'read') early.drop();
  // The other reads sent as POST carry what a user types.
  else if (route.path.endsWith('/get-by-id')) {
    const { url, body } = toRequestParts(route, input);
    return early.takeRead(`${url} ${String(body)}`) as { data: unknown };
  }
  return undefined;
}

async function fetchFileOf<R extends AnyRoute>(
  connection: Connection,
  route: R,
  input: RouteInput<R>,
  extra: CallOptions,
): Promise<DownloadedFile> {
  const response = await exchange(connection, route, input, { timeoutMs: 120_000, ...extra });
  if (!response.ok) throw failureOf(await readJson(response), response.status);
  const filename = filenameFromHeader(response.headers.get('content-disposition')) ?? 'download';
  return { blob: await response.blob(), filename };
}

export type Client = ReturnType<typeof createClient>;

/** The client of this tab. */
export const client = createClient();
/** Calls a route and returns its data; see createClient. */
export const call: Client['call'] = client.call;
export const fetchFile: Client['fetchFile'] = client.fetchFile;

/** Fetches a file and starts its download in the browser. */
export async function downloadFile<R extends AnyRoute>(
  route: R,
  input: RouteInput<R>,
  extra?: CallOptions,
): Promise<void> {
  const { blob, filename } = await fetchFile(route, input, extra);
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: filename });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
