import type { z } from 'zod/mini';
import { type Clock, dateOf } from '../clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts';
import { isRetryableStatus, maxAttempts, retryDelayMs } from './http-retry.ts';

/** A call to an outside service. `template` is the path as logged, without ids. */
export interface ExternalRequest {
  readonly provider: string;
  /** Whose keys are used (a connection's id): there is one circuit per provider and credential. */
  readonly credential: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly template: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Determines the timeout: a read 10 s, a charge 30 s, an upload 60 s. */
  readonly kind: 'read' | 'charge' | 'upload';
  /** Whether the call is idempotent: reads, and writes with an idempotency key. Only these are retried. */
  readonly isRepeatable: boolean;
  /** Further statuses worth a retry with this provider. */
  readonly alsoRetry?: readonly number[];
}

/** The service's response, whatever its status. */
export interface ExternalResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The raw body, for content that is not text. */
  readonly bytes: Uint8Array;
  /** An earlier attempt of the same call may have been executed: a rejection now does not undo it. */
  readonly isDoubtful: boolean;
}

/** Receives log lines about calls; pino's logger fits. */
export interface CallLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

/** What the client needs from the server; `random` and `sleep` are only replaced in tests. */
export interface HttpClientOptions {
  readonly clock: Clock;
  readonly log: CallLog;
  readonly random?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly timeoutsMs?: Partial<Record<ExternalRequest['kind'], number>>;
}

export interface HttpClient {
  /** Returns the last response after all attempts. Throws RequestFailed when there is no response. */
  send(call: ExternalRequest): Promise<ExternalResponse>;
}

/**
 * No response was received. `circuit_open` and `not_sent` mean that the service never received the call; with
 * `uncertain` it may have done everything that was requested.
 */
export class RequestFailed extends Error {
  readonly reason: 'circuit_open' | 'not_sent' | 'uncertain';
  constructor(reason: RequestFailed['reason'], message: string) {
    super(message);
    this.name = 'RequestFailed';
    this.reason = reason;
  }
}

/** The response violates the service's contract; the requested work may have been done. */
export class UnexpectedResponse extends Error {
  readonly code = 'provider_contract_error';
  constructor(message: string) {
    super(message);
    this.name = 'UnexpectedResponse';
  }
}

const defaultTimeouts = { read: 10_000, charge: 30_000, upload: 60_000 };
/** No further attempt after this time, because a user is waiting. */
const patienceMs = 30_000;
const requestIds = ['request-id', 'paypal-debug-id', 'x-request-id', 'intuit_tid', 'square-request-id'];

/**
 * Creates the client for all outside services with an HTTP API: timeouts, no redirects, retries of idempotent calls
 * (full jitter, Retry-After), a circuit per provider and credential, and a log without bodies, queries or credentials.
 */
export function createHttpClient(kit: HttpClientOptions): HttpClient {
  const breaker = createCircuitBreaker();
  const sleep = kit.sleep ?? ((ms: number) => new Promise<void>((done) => setTimeout(done, ms)));
  const random = kit.random ?? Math.random;
  return {
    async send(call) {
      let waited = 0;
      let isDoubtful = false;
      for (let tried = 1; ; tried += 1) {
        const started = performance.now();
        const result = await attemptOnce(call, kit, breaker);
        waited += performance.now() - started;
        const isLast = !call.isRepeatable || tried >= maxAttempts || !mayRetry(call, result);
        if (isLast) return answerOrThrow(result, isDoubtful);
        const asked = result instanceof RequestFailed ? null : result.headers.get('retry-after');
        const wait = retryDelayMs(tried - 1, asked, nowMs(kit.clock), random);
        if (waited + wait > patienceMs) return answerOrThrow(result, isDoubtful);
        isDoubtful ||= mayHaveHappened(result);
        await sleep(wait);
        waited += wait;
      }
    },
  };
}

function answerOrThrow(result: ExternalResponse | RequestFailed, isDoubtful: boolean): ExternalResponse {
  if (!(result instanceof RequestFailed)) return { ...result, isDoubtful };
  throw isDoubtful ? new RequestFailed('uncertain', result.message) : result;
}

function mayHaveHappened(result: ExternalResponse | RequestFailed): boolean {
  if (result instanceof RequestFailed) return result.reason === 'uncertain';
  return result.status >= 500 || result.status === 408;
}

function mayRetry(call: ExternalRequest, result: ExternalResponse | RequestFailed): boolean {
  if (result instanceof RequestFailed) return result.reason !== 'circuit_open';
  return isRetryableStatus(result.status, call.alsoRetry);
}

async function attemptOnce(
  call: ExternalRequest,
  kit: HttpClientOptions,
  breaker: CircuitBreaker,
): Promise<ExternalResponse | RequestFailed> {
  const line = `${call.provider}:${call.credential}`;
  if (breaker.isOpen(line, nowMs(kit.clock))) {
    return new RequestFailed('circuit_open', `${call.provider} is not responding`);
  }
  const started = performance.now();
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: { ...call.headers },
      body: call.body,
      redirect: 'error',
      signal: AbortSignal.timeout(kit.timeoutsMs?.[call.kind] ?? defaultTimeouts[call.kind]),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    if (response.status >= 500) breaker.failed(line, nowMs(kit.clock));
    else breaker.succeeded(line);
    logCall(call, kit, started, response.status, response.headers);
    return { status: response.status, headers: response.headers, text, bytes, isDoubtful: false };
  } catch (error) {
    breaker.failed(line, nowMs(kit.clock));
    const failure = failureOf(error);
    logCall(call, kit, started, failure.reason, null);
    return failure;
  }
}

/** Error codes of connections that were never established: not a byte of the call was sent. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

function failureOf(error: unknown): RequestFailed {
  const { name, cause } = error as { name?: string; cause?: { code?: string } };
  const code = cause?.code ?? name ?? 'unknown';
  return new RequestFailed(neverSent.has(code) ? 'not_sent' : 'uncertain', code);
}

function logCall(
  call: ExternalRequest,
  kit: HttpClientOptions,
  started: number,
  outcome: number | string,
  headers: Headers | null,
) {
  const facts = {
    provider: call.provider,
    method: call.method,
    host: new URL(call.url).host,
    path: call.template,
    outcome,
    ms: Math.round(performance.now() - started),
    provider_request: requestIds.map((name) => headers?.get(name)).find(Boolean) ?? undefined,
  };
  const isGood = typeof outcome === 'number' && outcome < 500;
  if (isGood) kit.log.info(facts, 'outside call');
  else kit.log.warn(facts, 'outside call failed');
}

function nowMs(clock: Clock): number {
  return dateOf(clock.now()).getTime();
}

/** Parses the response's JSON by a schema. Throws UnexpectedResponse for anything else. A leading BOM is skipped. */
export function parseResponse<S extends z.ZodMiniType>(text: string, schema: S): z.infer<S> {
  let json: unknown;
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UnexpectedResponse('the response is not JSON');
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return parsed.data;
  // Field names only: the values may be personal data.
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).slice(0, 5);
  throw new UnexpectedResponse(`unexpected response at ${where.join(', ') || 'its root'}`);
}
