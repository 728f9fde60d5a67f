import { parseFailure } from '#wire/envelope.ts';
import type { Route, RouteInput, RouteOutput } from '#wire/route.ts';
import { createEarlyStart, type EarlyStart } from './early-start.ts';
import { exclusively, readJson, tokenIn } from './refresh-response.ts';
import { filenameFromHeader, type RequestParts, toRequestParts } from './request-parts.ts';

/** Log line of a failed refresh; the wording is specified. */
export const noConnectionMessage =
  'We were unable to connect to the server. Please try again later or contact us for assistance.';
/** The message of a failure without a readable body. */
export const genericErrorMessage = 'Something went wrong';

/** Types that only the browser creates: no response, no response in time, or aborted by the caller. */
type ClientFailureType = 'NETWORK' | 'TIMEOUT' | 'ABORTED';

/** A failed call. `body` is the server's response as received, or null if there was none. */
export class ApiFailure extends Error {
  readonly type: string;
  readonly details: Record<string, unknown> | null;
  readonly status: number;
  readonly body: unknown;

  constructor(
    type: string,
    message: string,
    status: number,
    details: Record<string, unknown> | null,
    body: unknown,
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.type = type;
    this.details = details;
    this.status = status;
    this.body = body;
  }

  /** How long a busy server asks to wait before the next attempt. */
  get retryAfterMs(): number {
    return this.type === 'UNAVAILABLE' ? Number(this.details?.retryAfter ?? 0) * 1_000 : 0;
  }

  /** Messages by field name, from the details of BAD_USER_INPUT. */
  get fields(): Record<string, string> {
    if (this.type !== 'BAD_USER_INPUT' || !this.details) return {};
    const texts = Object.entries(this.details).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return Object.fromEntries(texts);
  }
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent with POST: the same key and body return the first response again. */
  idempotencyKey?: string | undefined;
  /** Called with the uploaded share, 0 to 1; makes the call use XMLHttpRequest. */
  onProgress?: ((share: number) => void) | undefined;
  /** Timeout in milliseconds: by default 30,000, none for uploads with progress, 120,000 for files. */
  timeoutMs?: number | undefined;
}

interface RequestOptions extends CallOptions {
  /** Asks for an answer with another tag than this one; '' for any, with its tag. */
  knownTag?: string;
}

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

/** Calls whose 401 does not mean an expired token (decisions T-17). */
const ownAnswer = new Set(['/v2/auth/login', '/v2/auth/refresh-token', '/v2/auth/logout']);
/** Calls that confirm, begin or end a session. */
const ofSession = new Set([...ownAnswer, '/v2/auth/me']);
const refreshPath = '/v2/auth/refresh-token';
/**
 * A used cookie stays valid for 10 more seconds (refresh-session.ts). With a longer timeout, a second attempt would be
 * treated as theft.
 */
const refreshTimeoutMs = 8000;

/** What the requests of one client share. The access token exists in memory only. */
interface Connection {
  readonly base: string;
  readonly send: typeof fetch;
  readonly language: () => string;
  readonly log: (message: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  accessToken: string | null;
  /** The refresh in progress, which concurrent calls share. */
  refreshing: Promise<string> | null;
  /** The same refresh, with its failure already logged and reported. */
  reporting: Promise<void> | null;
  onLost: (() => void) | null;
  onUnanswered: (() => void) | null;
  /** Asks the user for the password; resolves to whether the server has accepted it. */
  onIdentityRequired: (() => Promise<boolean>) | null;
  /** The question in progress, which concurrent calls share. */
  confirming: Promise<boolean> | null;
  /** Calls fail without being sent: the session is not confirmed yet, and no call may be answered as a visitor's. */
  isHeld: boolean;
  readonly early: EarlyStart;
}

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

/** Sends a call, and once more if the user confirms their identity because the server asks for that first. */
async function exchange(
  connection: Connection,
  route: AnyRoute,
  input: unknown,
  extra: RequestOptions,
): Promise<Response> {
  const response = await authorized(connection, route, input, extra);
  if (response.status !== 403 || !connection.onIdentityRequired) return response;
  if (parseFailure(await readJson(response.clone()))?.type !== 'IDENTITY_REQUIRED') return response;
  const asked = userOf(connection.accessToken);
  connection.confirming ??= connection.onIdentityRequired().finally(() => {
    connection.confirming = null;
  });
  if (!(await connection.confirming) || userOf(connection.accessToken) !== asked) return response;
  return authorized(connection, route, input, extra);
}

/** Sends a call, and once more with a new access token if the server no longer accepts the current one. */
async function authorized(
  connection: Connection,
  route: AnyRoute,
  input: unknown,
  extra: RequestOptions,
): Promise<Response> {
  const parts = toRequestParts(route, input);
  if (connection.isHeld && !ofSession.has(route.path)) throw unanswered(null, undefined, null);
  // A route that anyone may call would respond to an expired or missing token as to a visitor.
  if (connection.refreshing && route.path !== '/v2/auth/login')
    await connection.refreshing.catch(() => undefined);
  const sentWith = connection.accessToken;
  const response = await attempt(connection, parts, extra);
  if (response.status !== 401 || ownAnswer.has(route.path)) return response;
  if (sentWith === connection.accessToken || connection.accessToken === null) await shareReport(connection);
  // Someone else signed in since, in another tab: what the first user did is not done in the name of the second.
  const [before, now] = [userOf(sentWith), userOf(connection.accessToken)];
  if (before && now && before !== now) return response;
  return attempt(connection, parts, extra);
}

/** The user a token was issued to; null for none. The server alone decides whether it is valid. */
function userOf(token: string | null): string | null {
  const claims = token?.split('.')[1];
  if (!claims) return null;
  const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: string };
  return sub ?? null;
}

// Every attempt builds its own request, because a consumed body cannot be sent again.
async function attempt(
  connection: Connection,
  parts: RequestParts,
  extra: RequestOptions,
): Promise<Response> {
  const url = connection.base + parts.url;
  const headers = headersFor(connection, parts, extra);
  const timeout =
    extra.timeoutMs === Number.POSITIVE_INFINITY ? null : AbortSignal.timeout(extra.timeoutMs ?? 30_000);
  const signal = AbortSignal.any([extra.signal, timeout].filter((s): s is AbortSignal => !!s));
  try {
    if (extra.onProgress) {
      const { sendWithProgress } = await import('./upload.ts');
      return await sendWithProgress(url, parts, headers, extra.onProgress, signal);
    }
    const { send } = connection;
    const body = parts.body ?? null;
    return await send(url, { method: parts.method, headers, body, signal, credentials: 'same-origin' });
  } catch (error) {
    const failure = unanswered(error, extra.signal, timeout);
    if (failure.type !== 'ABORTED') connection.onUnanswered?.();
    throw failure;
  }
}

function headersFor(
  { language, accessToken }: Connection,
  parts: RequestParts,
  extra: RequestOptions,
): Headers {
  const headers = new Headers({ accept: 'application/json', 'accept-language': language() });
  if (accessToken && parts.url !== refreshPath) headers.set('authorization', `Bearer ${accessToken}`);
  if (typeof parts.body === 'string') headers.set('content-type', 'application/json');
  if (extra.idempotencyKey && parts.method === 'POST') headers.set('idempotency-key', extra.idempotencyKey);
  if (extra.knownTag !== undefined) headers.set('if-none-match', extra.knownTag || '""');
  return headers;
}

function refresh(connection: Connection): Promise<string> {
  connection.refreshing ??= exclusively(async () => {
    const before = connection.accessToken;
    const parts: RequestParts = { method: 'POST', url: refreshPath };
    const started = await connection.early.takeResponse();
    const response = started ?? (await attempt(connection, parts, { timeoutMs: refreshTimeoutMs }));
    const answer = await readJson(response);
    if (response.status === 401 && connection.accessToken === before) connection.accessToken = null;
    if (!response.ok) throw failureOf(answer, response.status);
    const token = tokenIn(answer);
    if (!token) throw failureOf(null, response.status);
    // A user who has signed in or out in the meantime takes precedence.
    if (connection.accessToken !== before) return token;
    connection.accessToken = token;
    if (started) connection.early.accept(answer);
    return token;
  }).finally(() => {
    connection.refreshing = null;
  });
  return connection.refreshing;
}

/** Refreshes for calls that failed with 401. A failure is logged and reported once for all of them. */
function shareReport(connection: Connection): Promise<void> {
  connection.reporting ??= refreshOrReport(connection).finally(() => {
    connection.reporting = null;
  });
  return connection.reporting;
}

/** Refreshes, and twice more after a pause if the server did not answer or failed: the session may well be valid. */
async function refreshPatiently(connection: Connection): Promise<void> {
  for (let again = 0; ; again += 1) {
    try {
      await refresh(connection);
      return;
    } catch (error) {
      const isFailure = error instanceof ApiFailure && (error.status >= 500 || error.status === 0);
      if (!isFailure || again === 2) throw error;
      await connection.wait(Math.max(400 * 3 ** again, error.retryAfterMs));
    }
  }
}

async function refreshOrReport(connection: Connection): Promise<void> {
  try {
    await refreshPatiently(connection);
  } catch (error) {
    connection.log(noConnectionMessage);
    if (error instanceof ApiFailure && error.status === 401) connection.onLost?.();
    throw error;
  }
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

function failureOf(answer: unknown, status: number): ApiFailure {
  const failure = parseFailure(answer);
  if (!failure) return new ApiFailure('INTERNAL', genericErrorMessage, status, null, answer ?? null);
  const { type, message, details } = failure;
  return new ApiFailure(type, message || genericErrorMessage, status, details, answer);
}

function unanswered(error: unknown, given: AbortSignal | undefined, timeout: AbortSignal | null): ApiFailure {
  const type: ClientFailureType = given?.aborted ? 'ABORTED' : timeout?.aborted ? 'TIMEOUT' : 'NETWORK';
  const failure = new ApiFailure(type, genericErrorMessage, 0, null, null);
  failure.cause = error;
  return failure;
}
