import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createFaults, type FaultAction, type Faults } from './faults.ts';

export interface SimCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The caller's address. */
  readonly remote: string;
  /** The groups of the route's pattern. */
  readonly params: readonly string[];
}

export interface SimReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
  /** Sent instead of the body when the response is not text. */
  readonly bytes?: Uint8Array;
}

export type SimRoute = readonly [
  method: string,
  path: RegExp,
  answer: (call: SimCall) => SimReply | Promise<SimReply>,
];

/** A provider's API: its routes and its error format. */
export interface SimApi {
  readonly routes: readonly SimRoute[];
  readonly notFound: (call: SimCall) => SimReply;
  readonly rateLimited: () => SimReply;
  readonly unauthorized: () => SimReply;
}

/** A received call, with card numbers and keys removed. */
interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly text: string;
}

export interface SimListener {
  readonly url: string;
  readonly faults: Faults;
  requests(): readonly RecordedCall[];
  forget(): void;
  stop(): Promise<void>;
}

const largestBody = 2_000_000;
const mostRemembered = 5000;

/** Where a listener is reached by other than its own server. */
export interface ListenerPlace {
  /** The address to listen at. */
  readonly host: string;
  /** The host name that browsers know the app by, used when the address means all of this computer's. */
  readonly name: string;
}

const onlyHere: ListenerPlace = { host: '127.0.0.1', name: '127.0.0.1' };

/** Serves an API on a separate port, on loopback unless a place is given; faults are decided per call. */
export async function startListener(api: SimApi, port = 0, place = onlyHere): Promise<SimListener> {
  const faults = createFaults();
  const seen: RecordedCall[] = [];
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await callOf(request);
    seen.push({
      method: call.method,
      path: call.path,
      query: maskCardNumbers(String(call.query)),
      text: maskCardNumbers(call.text),
    });
    if (seen.length > mostRemembered) seen.shift();
    const fault = faults.for(call);
    await answer(api, call, fault, response);
  };
  const url = await listening(server, port, place);
  return {
    url,
    faults,
    requests: () => seen,
    forget: () => {
      seen.length = 0;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Runs the call through its fault. A reply that is not sent does not undo the work that was done. */
async function answer(
  api: SimApi,
  call: SimCall,
  fault: FaultAction | null,
  response: ServerResponse,
): Promise<void> {
  if (fault?.kind === 'timeout_before_commit') return;
  if (fault?.kind === 'reset') return void response.destroy();
  if (fault?.kind === 'latency') await new Promise((done) => setTimeout(done, fault.ms));
  if (fault?.kind === 'status') return send(response, { status: fault.code, body: fault.body ?? '{}' });
  if (fault?.kind === 'auth_revoked') return send(response, api.unauthorized());
  if (fault?.kind === 'rate_limit') {
    const reply = api.rateLimited();
    return send(response, {
      ...reply,
      headers: { ...reply.headers, 'retry-after': String(fault.retryAfter) },
    });
  }
  const reply = await route(api, call);
  if (fault?.kind === 'timeout_after_commit') return;
  if (fault?.kind === 'reset_after_commit') return void response.destroy();
  if (fault?.kind === 'malformed_json')
    return send(response, { ...reply, body: `${reply.body.slice(0, 20)}]]` });
  if (fault?.kind === 'truncate') return truncate(response, reply);
  send(response, reply);
}

async function route(api: SimApi, call: SimCall): Promise<SimReply> {
  for (const [method, path, run] of api.routes) {
    const found = method === call.method ? path.exec(call.path) : null;
    if (found) return run({ ...call, params: found.slice(1).map(decodeURIComponent) });
  }
  return api.notFound(call);
}

function send(response: ServerResponse, reply: SimReply): void {
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.bytes ?? reply.body);
}

/** Announces the whole length and sends half. */
function truncate(response: ServerResponse, reply: SimReply): void {
  const bytes = Buffer.from(reply.bytes ?? reply.body);
  response.writeHead(reply.status, {
    'content-type': 'application/json',
    ...reply.headers,
    'content-length': bytes.length,
  });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () =>
    setTimeout(() => response.destroy(), 5),
  );
}

async function callOf(request: IncomingMessage): Promise<SimCall> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > largestBody) throw new Error('too large');
    chunks.push(chunk as Buffer);
  }
  const url = new URL(request.url ?? '/', 'http://sim');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    text: Buffer.concat(chunks).toString('utf8'),
    remote: request.socket.remoteAddress ?? '',
    params: [],
  };
}

/** Replaces thirteen to nineteen digits that may be a card number by [PAN]. */
function maskCardNumbers(text: string): string {
  return text.replace(/\d(?:[ +-]?\d){12,18}/g, '[PAN]');
}

function listening(server: Server, port: number, { host, name }: ListenerPlace): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      const at = server.address() as AddressInfo;
      const isEveryAddress = at.address === '0.0.0.0' || at.address === '::';
      const reached = isEveryAddress ? nameForOthers(name) : at.address;
      resolve(`http://${isIPv6(reached) ? `[${reached}]` : reached}:${at.port}`);
    });
  });
}

/** The given name, or this computer's address in its network when the name leads every other computer to itself. */
function nameForOthers(name: string): string {
  if (name !== 'localhost') return name;
  const all = Object.values(networkInterfaces()).flatMap((one) => one ?? []);
  return all.find((one) => one.family === 'IPv4' && !one.internal)?.address ?? name;
}

/** Returns a JSON response. */
export function json(status: number, body: unknown, headers?: Record<string, string>): SimReply {
  return { status, body: JSON.stringify(body), headers };
}
