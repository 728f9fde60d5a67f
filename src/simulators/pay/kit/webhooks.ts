import type { SimClock } from './clock.ts';
import type { SimIds } from './ids.ts';

/** One webhook for one endpoint. */
interface SimEvent {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  /** The exact bytes that are signed and sent. */
  readonly body: string;
  /** Identifies the endpoint to the signer (its secret). */
  readonly endpoint: string;
}

export type WebhookMode =
  | { readonly kind: 'auto' }
  | { readonly kind: 'hold' }
  | { readonly kind: 'duplicate'; readonly n: number }
  | { readonly kind: 'shuffle' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drop'; readonly rate: number }
  | { readonly kind: 'bad_signature' }
  | { readonly kind: 'stale_timestamp' };

interface Delivery {
  readonly eventId: string;
  readonly type: string;
  readonly url: string;
  readonly status: number | 'failed' | 'dropped';
}

/** Returns the headers that authenticate a body sent at `atMs`. */
export type Signer = (event: SimEvent, atMs: number) => Record<string, string>;

export interface SimWebhooks {
  mode(mode: WebhookMode): void;
  emit(event: SimEvent): void;
  /** Delivers held webhooks: in the order of these event ids, or in their original order. */
  release(order?: readonly string[]): Promise<void>;
  replay(eventId: string): Promise<void>;
  events(): readonly SimEvent[];
  deliveries(): readonly Delivery[];
  /** Resolves when no delivery is in progress. */
  idle(): Promise<void>;
  reset(): void;
}

const maxAttempts = 3;
const stale = 10 * 60_000;
const shuffleMs = 25;

export interface WebhookOptions {
  readonly clock: SimClock;
  readonly ids: SimIds;
  readonly userAgent: string;
  readonly sign: Signer;
  readonly retryMs?: number;
}

interface State {
  readonly options: WebhookOptions;
  mode: WebhookMode;
  events: SimEvent[];
  held: SimEvent[];
  deliveries: Delivery[];
  readonly running: Set<Promise<void>>;
}

/** Sends webhooks like a provider, with three attempts each, as reliably or unreliably as the mode says. */
export function simWebhooks(options: WebhookOptions): SimWebhooks {
  const state: State = {
    options,
    mode: { kind: 'auto' },
    events: [],
    held: [],
    deliveries: [],
    running: new Set(),
  };
  return {
    mode: (next) => {
      state.mode = next;
    },
    emit: (event) => emit(state, event),
    async release(order) {
      const batch = state.held.splice(0);
      const sorted = order ? order.flatMap((id) => batch.filter((event) => event.id === id)) : batch;
      for (const event of sorted) await deliver(state, event, { kind: 'auto' });
    },
    async replay(eventId) {
      const found = state.events.filter(({ id }) => id === eventId);
      for (const event of found) await deliver(state, event, { kind: 'auto' });
    },
    events: () => state.events,
    deliveries: () => state.deliveries,
    idle: async () => {
      while (state.running.size > 0) await Promise.allSettled([...state.running]);
    },
    reset() {
      state.mode = { kind: 'auto' };
      state.events = [];
      state.held = [];
      state.deliveries = [];
    },
  };
}

function emit(state: State, event: SimEvent): void {
  const { mode } = state;
  state.events.push(event);
  if (mode.kind === 'hold' || mode.kind === 'shuffle') {
    state.held.push(event);
    if (mode.kind === 'shuffle') start(state, flushShuffled(state));
    return;
  }
  if (mode.kind === 'drop' && state.options.ids.number(1000) < mode.rate * 1000) {
    state.deliveries.push({ eventId: event.id, type: event.type, url: event.url, status: 'dropped' });
    return;
  }
  const copies = mode.kind === 'duplicate' ? mode.n : 1;
  const wait = mode.kind === 'delay' ? mode.ms : 0;
  for (let n = 0; n < copies; n += 1)
    start(
      state,
      pause(wait).then(() => deliver(state, event, mode)),
    );
}

function start(state: State, work: Promise<void>): void {
  state.running.add(work);
  void work.finally(() => state.running.delete(work));
}

async function flushShuffled(state: State): Promise<void> {
  await pause(shuffleMs);
  const batch = state.held.splice(0);
  while (batch.length > 0) {
    const [next] = batch.splice(state.options.ids.number(batch.length), 1);
    if (next) await deliver(state, next, state.mode);
  }
}

async function deliver(state: State, event: SimEvent, as: WebhookMode): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const status = await send(state.options, event, as);
    state.deliveries.push({ eventId: event.id, type: event.type, url: event.url, status });
    if (typeof status === 'number' && status < 300) return;
    if (tried >= maxAttempts) return;
    await pause((state.options.retryMs ?? 50) * tried);
  }
}

async function send(options: WebhookOptions, event: SimEvent, as: WebhookMode): Promise<number | 'failed'> {
  const at = options.clock.ms() - (as.kind === 'stale_timestamp' ? stale : 0);
  const headers = options.sign(event, at);
  if (as.kind === 'bad_signature') corruptSignatures(headers);
  try {
    const answer = await fetch(event.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': options.userAgent, ...headers },
      body: event.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 'failed';
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

/** Changes one character of everything that looks like a signature. */
function corruptSignatures(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!/sig|authorization/i.test(name)) continue;
    const at = value.length - 4;
    headers[name] = value.slice(0, at) + (value[at]?.toLowerCase() === 'a' ? 'b' : 'a') + value.slice(at + 1);
  }
}
