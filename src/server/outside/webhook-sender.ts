import { lookup as resolve } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { isPublicAddress } from '#domain/automations/public-address.ts';
import { type WebhookProblem, webhookTimeoutMs } from '#domain/automations/webhook-schedule.ts';
import { checkWebhookUrl, isAllowed } from '#domain/automations/webhook-url.ts';
import { withoutInvisible } from '#domain/text/clean.ts';

/** A request to a URL that a company entered. */
interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came back: a status, or the reason why none did. */
export interface WebhookAnswer {
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  readonly retryAfter?: string | undefined;
  /** The first kilobyte of the body. */
  readonly text: string;
  readonly durationMs: number;
}

/** Posts to URLs of companies, which must not reach private networks. */
export interface WebhookSender {
  /** host:port pairs of private receivers that may be called; empty outside the demo and tests. */
  readonly allowed: readonly string[];
  /** Sends one request and returns the answer. Never throws, follows no redirect, and takes ten seconds at most. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

interface SenderOptions {
  readonly allowed: readonly string[];
  readonly timeoutMs?: number;
  /** Replaced in tests only. */
  readonly lookup?: typeof resolve;
}

const mostRead = 64 * 1024;
const mostStored = 1024;

/**
 * Creates the sender. A URL that is not on the list is refused by its text, by any private address among those its name
 * resolves to, and again by the address that was really connected to, so that a name cannot change its answer in
 * between.
 */
export function createWebhookSender(options: SenderOptions): WebhookSender {
  return { allowed: options.allowed, send: (request) => send(request, options) };
}

async function send(request: WebhookRequest, options: SenderOptions): Promise<WebhookAnswer> {
  const startedAt = performance.now();
  const isRefused = checkWebhookUrl(request.url, options.allowed).problem !== undefined;
  const received: Received = isRefused
    ? { problem: 'private_address' }
    : await post(new URL(request.url), request, options);
  const durationMs = Math.round(performance.now() - startedAt);
  return { status: null, problem: null, text: '', ...received, durationMs };
}

type Received = Partial<Pick<WebhookAnswer, 'status' | 'problem' | 'retryAfter' | 'text'>>;

function post(url: URL, { headers, body }: WebhookRequest, options: SenderOptions): Promise<Received> {
  const isTrusted = isAllowed(url, options.allowed);
  const bytes = Buffer.from(body);
  const isPlain = url.protocol === 'http:';
  return new Promise((done) => {
    const outgoing = (isPlain ? httpRequest : httpsRequest)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': bytes.length },
      // A separate connection without a proxy: only a new one is checked.
      agent: isPlain ? new HttpAgent({ keepAlive: false }) : new HttpsAgent({ keepAlive: false }),
      lookup: isTrusted ? undefined : publicLookup(options.lookup ?? resolve),
    });
    const finish = (received: Received) => {
      clearTimeout(timer);
      done(received);
      outgoing.destroy();
    };
    let incoming: IncomingMessage | null = null;
    // The status is the acknowledgment; a body that takes longer is only missing in the log.
    const endNow = () => (incoming ? incoming.destroy() : finish({ problem: 'timeout' }));
    const timer = setTimeout(endNow, options.timeoutMs ?? webhookTimeoutMs);
    outgoing.on('socket', (socket: Socket) =>
      socket.once('connect', () => {
        if (!isTrusted && !isPublicAddress(socket.remoteAddress ?? ''))
          finish({ problem: 'private_address' });
      }),
    );
    outgoing.on('response', (answer) => {
      incoming = answer;
      const { statusCode, headers: answered } = answer;
      const known = { status: statusCode ?? null, retryAfter: answered['retry-after'] };
      void firstKilobyte(answer).then((text) => finish({ ...known, text }));
    });
    outgoing.on('error', (error) => incoming ?? finish({ problem: problemOf(error) }));
    outgoing.on('close', () => incoming ?? finish({ problem: 'connection' }));
    outgoing.end(bytes);
  });
}

/** Resolves a name and refuses it if any of its addresses is private, not only the first one. */
function publicLookup(lookup: typeof resolve): LookupFunction {
  return (hostname, wanted, callback) =>
    lookup(hostname, { ...wanted, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      const isPublic = first && addresses.every(({ address }) => isPublicAddress(address));
      if (error || !isPublic) return callback(error ?? new PrivateAddress(), []);
      if (wanted.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

class PrivateAddress extends Error {
  readonly code = 'GABLE_PRIVATE_ADDRESS';
}

/** Reads until the limit; what is longer, cut off or broken ends there. */
async function firstKilobyte(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of incoming) {
      if (size < mostStored) parts.push(part as Buffer);
      size += (part as Buffer).length;
      if (size >= mostRead) break;
    }
  } catch {
    // What arrived is enough.
  }
  const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, mostStored));
  return withoutInvisible(text.replace(/\ufffd$/, ''));
}

function problemOf(error: NodeJS.ErrnoException): WebhookProblem {
  const code = error.code ?? '';
  if (error instanceof PrivateAddress) return 'private_address';
  if (/^(?:ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'dns';
  if (/^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|UNABLE_TO|SELF_SIGNED|HOSTNAME_MISMATCH|EPROTO)/.test(code))
    return 'tls';
  return 'connection';
}
