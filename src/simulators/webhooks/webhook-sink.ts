import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SignatureCheck, verifySignature } from './verify-signature.ts';

/** How a receiver answers. */
const sinkModes = [
  'ok',
  'fail',
  'slow',
  'late',
  'hang',
  'reset',
  'redirect',
  'gone',
  'rate_limit',
  'huge',
] as const;
export type SinkMode = (typeof sinkModes)[number];

/** A receiver's behavior: the mode for the next `times` requests (without: for all), and then `ok`. */
interface SinkBehavior {
  readonly mode: SinkMode;
  readonly times?: number | undefined;
  /** How long `slow` waits before it answers, and `late` after it did its work. */
  readonly ms?: number | undefined;
  /** Seconds that `rate_limit` asks for. */
  readonly retryAfter?: number | undefined;
}

/** A request as it arrived. */
export interface SinkRequest {
  readonly at: number;
  readonly id: string;
  readonly eventId: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly check: SignatureCheck;
  /** How it was answered. */
  readonly mode: SinkMode;
  /** Whether this request did the work: the first with its id that was not answered with an error. */
  readonly isProcessed: boolean;
}

/** Receivers of webhooks at /hooks-sink/{name}, each with a behavior, a secret and a list of what it got. */
export interface WebhookSink {
  /** host:port, as an allow list names it. */
  readonly place: string;
  urlOf(name: string): string;
  set(name: string, behavior: SinkBehavior): void;
  setSecret(name: string, secret: string): void;
  requests(name: string): readonly SinkRequest[];
  /** Answers a request to /hooks-sink/… that another server received. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  stop(): Promise<void>;
}

interface Receiver {
  behavior: SinkBehavior;
  left: number;
  secret: string | null;
  processed: Set<string>;
  requests: SinkRequest[];
}

const mostReceivers = 200;
const mostRemembered = 5000;
const largestBody = 1_000_000;
const path = /^\/hooks-sink\/([\w-]{1,60})$/;

/** Starts receivers on loopback. GET lists what one got, PUT sets its behavior and secret, DELETE empties it. */
export async function startWebhookSink(port = 0): Promise<WebhookSink> {
  const receivers = new Map<string, Receiver>();
  const at = (name: string): Receiver => {
    const known = receivers.get(name);
    if (known) return known;
    if (receivers.size >= mostReceivers) receivers.delete(receivers.keys().next().value ?? '');
    const made: Receiver = {
      behavior: { mode: 'ok' },
      ...{ left: 0, secret: null, processed: new Set<string>(), requests: [] },
    };
    receivers.set(name, made);
    return made;
  };
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://sink');
    const name = path.exec(url.pathname)?.[1];
    if (!name) return json(response, 404, { error: 'There is no such receiver' });
    serve(request, response, { url, name, receiver: at(name), receivers }).catch(() => response.destroy());
  };
  const server = createServer(handle);
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, '127.0.0.1', done);
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    place,
    handle,
    urlOf: (name) => `http://${place}/hooks-sink/${name}`,
    set: (name, behavior) => behave(at(name), behavior),
    setSecret: (name, secret) => {
      at(name).secret = secret;
    },
    requests: (name) => at(name).requests,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

interface Call {
  url: URL;
  name: string;
  receiver: Receiver;
  receivers: Map<string, Receiver>;
}

async function serve(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
  const { url, name, receiver, receivers } = call;
  if (request.method === 'GET') return list(response, receiver);
  const bytes = await bodyOf(request);
  if (request.method === 'DELETE') {
    receivers.delete(name);
    return json(response, 200, {});
  }
  if (request.method === 'PUT') return configure(response, receiver, bytes);
  const behavior = behaviorIn(url) ?? next(receiver);
  const isAnswered = !['fail', 'redirect', 'gone', 'rate_limit', 'hang', 'reset'].includes(behavior.mode);
  const id = String(request.headers['webhook-id'] ?? '');
  const isProcessed = isAnswered && !receiver.processed.has(id);
  if (isProcessed) receiver.processed.add(id);
  receiver.requests.push({
    at: performance.now(),
    id,
    eventId: String(request.headers['x-event-id'] ?? ''),
    timestamp: String(request.headers['webhook-timestamp'] ?? ''),
    signature: String(request.headers['webhook-signature'] ?? ''),
    headers: request.headers,
    body: bytes.toString('utf8'),
    check: verifySignature(request.headers, bytes, receiver.secret),
    mode: behavior.mode,
    isProcessed,
  });
  if (receiver.requests.length > mostRemembered) receiver.requests.shift();
  await answer(request, response, behavior);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  behavior: SinkBehavior,
): Promise<void> {
  const { mode, ms = mode === 'slow' ? 2000 : 12_000, retryAfter = 120 } = behavior;
  if (mode === 'hang') return;
  if (mode === 'reset') return void request.socket.resetAndDestroy();
  if (mode === 'slow' || mode === 'late') await new Promise((done) => setTimeout(done, ms));
  if (mode === 'fail') return json(response, 500, { error: 'The receiver failed' });
  if (mode === 'gone') return json(response, 410, { error: 'This address is gone' });
  if (mode === 'rate_limit') {
    response.setHeader('retry-after', String(retryAfter));
    return json(response, 429, { error: 'Too many requests' });
  }
  if (mode === 'redirect') {
    response.setHeader('location', `http://127.0.0.1:${request.socket.localPort}/hooks-sink/redirected`);
    return json(response, 302, {});
  }
  if (mode === 'huge') return void response.end('x'.repeat(5_000_000));
  json(response, 200, { received: true });
}

/** The behavior that the address asks for: `?mode=fail`. */
function behaviorIn(url: URL): SinkBehavior | null {
  const number = (name: string) => Number(url.searchParams.get(name)) || undefined;
  const mode = modeOf(url.searchParams.get('mode'));
  return mode && { mode, ms: number('ms'), retryAfter: number('retryAfter') };
}

function next(receiver: Receiver): SinkBehavior {
  if (receiver.left <= 0) return { mode: 'ok' };
  receiver.left -= 1;
  return receiver.behavior;
}

function behave(receiver: Receiver, behavior: SinkBehavior): void {
  receiver.behavior = behavior;
  receiver.left = behavior.times ?? Number.POSITIVE_INFINITY;
}

function configure(response: ServerResponse, receiver: Receiver, bytes: Buffer): void {
  const { mode, times, ms, retryAfter, secret } = JSON.parse(bytes.toString('utf8')) as Record<
    string,
    unknown
  >;
  const known = modeOf(mode);
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  if (known)
    behave(receiver, {
      mode: known,
      ...{ times: number(times), ms: number(ms), retryAfter: number(retryAfter) },
    });
  if (typeof secret === 'string') receiver.secret = secret;
  json(response, 200, { behavior: receiver.behavior, has_secret: receiver.secret !== null });
}

function list(response: ServerResponse, { behavior, secret, requests }: Receiver): void {
  const latest = requests.slice(-100).reverse();
  json(response, 200, { behavior, has_secret: secret !== null, requests: latest });
}

function modeOf(value: unknown): SinkMode | null {
  return sinkModes.find((mode) => mode === value) ?? null;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += (part as Buffer).length;
    if (size > largestBody) throw new Error('too large');
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts);
}
