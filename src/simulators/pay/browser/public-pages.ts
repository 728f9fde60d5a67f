import { cardOf } from '../kit/cards.ts';
import { json, type SimApi, type SimCall, type SimReply, type SimRoute } from '../kit/listener.ts';
import type { PaySimulator } from '../kit/provider.ts';
import { framePage, sdkScript } from './frame-kit.ts';
import { webPage } from './pages.ts';

type Find = (name: string) => PaySimulator | undefined;
interface Typed {
  card?: Record<string, string>;
  context?: Record<string, string>;
}

/** A sandboxed frame has the origin "null", so all origins are allowed, without cookies. */
const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
};

/** What browsers need from all providers: scripts, frames, hosted pages. */
export function publicApi(find: Find, more: readonly SimRoute[], publicUrl: () => string): SimApi {
  const on = (path: RegExp, run: (sim: PaySimulator, call: SimCall) => SimReply): [RegExp, SimRoute[2]] => [
    path,
    (call) => {
      const sim = find(call.params[0] ?? '');
      return sim ? run(sim, call) : nowhere();
    },
  ];
  const hosted = on(/^\/hosted\/([\w-]+)\/(.+)$/, (sim, call) => {
    const form = new URLSearchParams([
      ...call.query,
      ...(call.method === 'POST' ? new URLSearchParams(call.text) : []),
    ]);
    return (
      sim.browser.hosted({ method: call.method, path: call.params[1] ?? '', form, publicUrl: publicUrl() }) ??
      nowhere()
    );
  });
  const posted = on(/^\/frames\/([\w-]+)\/(tokenize|check|ask)$/, (sim, call) => {
    const reply = typed(sim, call.params[1] ?? '', JSON.parse(call.text) as Typed);
    return json(200, reply, open);
  });
  return {
    routes: [
      ['GET', ...on(/^\/sdk\/([\w-]+)\.js$/, (sim) => sdkScript(sim.browser))],
      ['GET', ...on(/^\/frames\/([\w-]+)$/, (sim) => framePage(sim.browser))],
      ['OPTIONS', /^\/frames\//, () => ({ status: 204, headers: open, body: '' })],
      ['POST', ...posted],
      ['GET', ...hosted],
      ['POST', ...hosted],
      ...more,
    ],
    notFound: nowhere,
    rateLimited: nowhere,
    unauthorized: nowhere,
  };
}

function nowhere(): SimReply {
  return { ...webPage('Nothing here', '<p>No such page.</p>'), status: 404 };
}

function typed(sim: PaySimulator, what: string, { card: form = {}, context = {} }: Typed): unknown {
  if (what === 'ask') return sim.browser.ask?.(context) ?? {};
  const card = cardOf(form);
  if (what === 'check') return typeof card === 'string' ? { problem: card, error: { message: card } } : {};
  return typeof card === 'string' ? sim.browser.invalid(card) : sim.browser.tokenize(card, context);
}
