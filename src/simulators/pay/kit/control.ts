import { durationMs } from './clock.ts';
import type { Fault } from './faults.ts';
import { json, type SimCall, type SimReply, type SimRoute } from './listener.ts';
import type { PaySimulator } from './provider.ts';
import type { WebhookMode } from './webhooks.ts';

type Body = Record<string, unknown>;

/** /__sim/api/…: faults, webhooks, clock, requests, reset. Only local callers or callers with the token may use it. */
export function controlRoutes(all: readonly PaySimulator[], token: string | null): SimRoute[] {
  const chosen = (name: unknown) =>
    all.filter((sim) => name === undefined || name === null || sim.provider === name);
  const on = guarded(token);
  return [
    on('POST', /^\/__sim\/api\/faults$/, ({ provider, ...fault }) => {
      for (const sim of chosen(provider)) sim.listener.faults.add(fault as unknown as Fault);
    }),
    on('POST', /^\/__sim\/api\/webhooks$/, ({ provider, mode }) => {
      for (const sim of chosen(provider)) sim.webhooks.mode(mode as WebhookMode);
    }),
    on('POST', /^\/__sim\/api\/webhooks\/release$/, async ({ provider, order }) => {
      for (const sim of chosen(provider)) await sim.webhooks.release(order as string[] | undefined);
    }),
    on('POST', /^\/__sim\/api\/webhooks\/([^/]+)\/replay$/, async ({ provider }, call) => {
      for (const sim of chosen(provider)) await sim.webhooks.replay(call.params[0] ?? '');
    }),
    on('POST', /^\/__sim\/api\/clock$/, ({ provider, advance }) => {
      const ms = durationMs(String(advance));
      if (Number.isNaN(ms)) return json(400, { error: 'advance is no ISO duration' });
      for (const sim of chosen(provider)) sim.clock.advance(ms);
      return undefined;
    }),
    on('POST', /^\/__sim\/api\/reset$/, ({ provider }) => {
      for (const sim of chosen(provider)) sim.reset();
    }),
    on('POST', /^\/__sim\/api\/seed$/, ({ provider, seed }) => {
      for (const sim of chosen(provider)) sim.seed(Number(seed));
    }),
    ...reads(on, chosen),
  ];
}

function reads(on: On, chosen: (name: unknown) => PaySimulator[]): SimRoute[] {
  return [
    on('GET', /^\/__sim\/api\/requests$/, (_body, call) =>
      chosen(call.query.get('provider')).flatMap((sim) =>
        sim.listener.requests().map((seen) => ({ provider: sim.provider, ...seen })),
      ),
    ),
    on('GET', /^\/__sim\/api\/payments$/, (_body, call) =>
      chosen(call.query.get('provider')).flatMap((sim) =>
        sim.payments().map((one) => ({ provider: sim.provider, ...one })),
      ),
    ),
    on('GET', /^\/__sim\/api\/deliveries$/, (_body, call) =>
      chosen(call.query.get('provider')).flatMap((sim) => sim.webhooks.deliveries()),
    ),
  ];
}

type On = (method: string, path: RegExp, run: (body: Body, call: SimCall) => unknown) => SimRoute;

function guarded(token: string | null): On {
  return (method, path, run) => [
    method,
    path,
    async (call) => {
      if (!mayControl(call, token)) return json(403, { error: 'loopback only' });
      const body = call.text ? (JSON.parse(call.text) as Body) : {};
      return asReply(await run(body, call));
    },
  ];
}

function asReply(result: unknown): SimReply {
  if (result && typeof result === 'object' && 'status' in result && 'body' in result)
    return result as SimReply;
  return json(200, result ?? { ok: true });
}

function mayControl(call: SimCall, token: string | null): boolean {
  if (token !== null) return call.headers.authorization === `Bearer ${token}`;
  const isLoopback = /^(127\.|::1$|::ffff:127\.)/.test(call.remote);
  return isLoopback && call.headers['x-forwarded-for'] === undefined;
}
