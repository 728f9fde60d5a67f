import { randomUUID } from 'node:crypto';
import {
  json,
  type ListenerPlace,
  type SimApi,
  type SimCall,
  type SimListener,
  type SimReply,
  startListener,
} from '../pay/kit/listener.ts';

type Provider = 'turnstile' | 'hcaptcha' | 'recaptcha';

interface IssuedToken {
  hostname: string;
  action: string;
  at: number;
  isUsed: boolean;
}

/** A simulator of the three services that tell visitors from programs. */
export interface CaptchaSimulator extends SimListener {
  readonly keys: { readonly site: string; readonly secret: string };
  /** A token as the widget of a page on this host gets it. */
  issue(hostname: string, action?: string): string;
}

/** How long a token is valid [U: Turnstile 300 s, reCAPTCHA and hCaptcha 120 s]. */
const tokenSeconds = { turnstile: 300, hcaptcha: 120, recaptcha: 120 };
const globals = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' };

/** Starts the simulator of one provider: its script, the frame of its widget, and `siteverify`. */
export async function startCaptchaSimulator(options: {
  provider: Provider;
  port?: number;
  place?: ListenerPlace;
  nowMs?: () => number;
}): Promise<CaptchaSimulator> {
  const { provider, port = 0, place, nowMs = Date.now } = options;
  const keys = { site: 'sim-site-key', secret: 'sim-secret-key' };
  const tokens = new Map<string, IssuedToken>();
  const issue = (hostname: string, action = 'booking') => {
    const token = `${provider}.${randomUUID()}`;
    tokens.set(token, { hostname, action, at: nowMs(), isUsed: false });
    return token;
  };
  const solve = ({ text }: SimCall) => {
    const { hostname, action } = JSON.parse(text) as { hostname: string; action: string };
    return json(200, { token: issue(hostname, action) });
  };
  const verify = (call: SimCall) => {
    const answer = siteverify(provider, call, { keys, tokens, now: nowMs() });
    return json(answer['error-codes'].some((code) => code === 'bad-request') ? 400 : 200, answer);
  };
  const api: SimApi = {
    routes: [
      ['POST', /^\/(?:turnstile\/v0\/|recaptcha\/api\/)?siteverify$/, verify],
      ['GET', /^\/(?:turnstile\/v0|recaptcha|1)\/api\.js$/, () => script(provider)],
      ['GET', /^\/widget$/, widget],
      ['POST', /^\/widget\/solve$/, solve],
    ],
    notFound: () => json(404, {}),
    rateLimited: () => json(429, {}),
    unauthorized: () => json(200, { success: false, 'error-codes': ['invalid-input-secret'] }),
  };
  const listener = await startListener(api, port, place);
  return { ...listener, keys, issue };
}

function siteverify(
  provider: Provider,
  { text }: SimCall,
  { keys, tokens, now }: { keys: CaptchaSimulator['keys']; tokens: Map<string, IssuedToken>; now: number },
) {
  const sent = new URLSearchParams(text);
  const failed = (code: string) => ({ success: false, 'error-codes': [code] });
  if (!sent.get('secret')) return failed('missing-input-secret');
  if (sent.get('secret') !== keys.secret) return failed('invalid-input-secret');
  if (!sent.get('response')) return failed('missing-input-response');
  if (!/^[\w.-]{1,2048}$/.test(sent.get('response') ?? '')) return failed('bad-request');
  const token = tokens.get(sent.get('response') ?? '');
  if (!token) return failed('invalid-input-response');
  const isOld = now - token.at > tokenSeconds[provider] * 1000;
  if (token.isUsed || isOld) {
    if (provider !== 'hcaptcha') return failed('timeout-or-duplicate');
    return failed(token.isUsed ? 'already-seen-response' : 'expired-input-response');
  }
  token.isUsed = true;
  return {
    success: true,
    challenge_ts: new Date(token.at).toISOString(),
    hostname: token.hostname,
    'error-codes': [],
    ...(provider === 'turnstile' ? { action: token.action, cdata: '' } : {}),
  };
}

/** The provider's script: its global with `render`, `reset` and `remove`, and a frame for the widget. */
function script(provider: Provider): SimReply {
  const body = `(() => {
  const base = new URL(document.currentScript.src).origin;
  const widgets = new Map();
  const hear = (event) => {
    for (const [id, { frame, options }] of widgets)
      if (event.source === frame.contentWindow && event.data?.token) options.callback?.(event.data.token, id);
  };
  window.addEventListener('message', hear);
  const api = {
    ready: (run) => run(),
    render(box, options) {
      const id = 'sim-' + (widgets.size + 1);
      const frame = document.createElement('iframe');
      frame.title = 'Widget of the check';
      frame.width = '300';
      frame.height = '65';
      const query = new URLSearchParams({ hostname: location.hostname, action: options.action ?? '', theme: options.theme ?? '' });
      frame.src = base + '/widget?' + query;
      box.append(frame);
      widgets.set(id, { frame, options });
      return id;
    },
    reset(id) {
      const known = widgets.get(id);
      if (known) known.frame.src = known.frame.src;
    },
    remove(id) {
      widgets.get(id)?.frame.remove();
      widgets.delete(id);
    },
  };
  window.${globals[provider]} = api;
})();`;
  return { status: 200, headers: { 'content-type': 'text/javascript' }, body };
}

/** The widget: a checkbox that says the visitor is a person. */
function widget({ query }: SimCall): SimReply {
  const facts = JSON.stringify({ hostname: query.get('hostname'), action: query.get('action') });
  const colors = query.get('theme') === 'dark' ? '#eee;background:#222' : '#222;background:#fafafa';
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Check</title>
<body style="margin:0;font:15px sans-serif;color:${colors}"><label style="display:flex;gap:10px;align-items:center;height:63px;padding:0 14px;border:1px solid #888">
<input type="checkbox" style="width:22px;height:22px"> I am a person</label><script>
document.querySelector('input').addEventListener('change', async () => {
  const answer = await fetch('/widget/solve', { method: 'POST', body: ${JSON.stringify(facts).replaceAll('<', '\\u003c')} });
  parent.postMessage({ token: (await answer.json()).token }, '*');
});</script></body></html>`;
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
