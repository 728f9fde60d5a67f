import { beforeEach, describe, expect, test, vi } from 'vitest';
import { jobPhotosCache } from '#web/offline/job-photos-cache.ts';
import { startWorker } from './start-worker.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

const origin = 'https://gable.test';
const script = { 'content-type': 'text/javascript' };
/** The caches of the device, by name. They outlive a worker. */
let device: Map<string, Map<string, Response>>;
/** The files of the server, and whether it can be reached. */
let server: Map<string, () => Response>;
let isReachable: boolean;

const keyOf = (request: RequestInfo, ignoreSearch = false) => {
  const url = new URL(typeof request === 'string' ? request : request.url, origin);
  return url.pathname + (ignoreSearch ? '' : url.search);
};

function cacheOf(name: string) {
  const files = device.get(name) ?? new Map<string, Response>();
  device.set(name, files);
  return {
    match: async (request: RequestInfo, how: CacheQueryOptions = {}) =>
      files.get(keyOf(request, how.ignoreSearch))?.clone(),
    put: async (request: RequestInfo, answer: Response) => void files.set(keyOf(request), answer),
  };
}

const caches = {
  open: async (name: string) => cacheOf(name),
  keys: async () => [...device.keys()],
  delete: async (name: string) => device.delete(name),
  match: async (request: RequestInfo) => {
    for (const name of device.keys()) {
      const found = await cacheOf(name).match(request);
      if (found) return found;
    }
    return undefined;
  },
} as unknown as CacheStorage;

const page = (version: string) => () =>
  new Response(`<script nonce="n1" src="/assets/app-${version}.js"></script>`, {
    headers: { 'content-type': 'text/html', 'content-security-policy': "script-src 'nonce-n1'" },
  });

/** Releases a version: the server has its files only. */
function release(version: string): void {
  server = new Map([
    ['/app-shell', page(version)],
    ['/dashboard', page(version)],
    [`/assets/app-${version}.js`, () => new Response(`app ${version}`, { headers: script })],
    [`/assets/part-${version}.js`, () => new Response(`part ${version}`, { headers: script })],
  ]);
}

/** A worker as the build makes it for a version. */
function workerOf(version: string, wait: () => Promise<void> = () => new Promise(() => {})) {
  const listeners = new Map<string, (event: unknown) => void>();
  const skipWaiting = vi.fn(async () => {});
  const fetch = vi.fn(async (request: RequestInfo) => {
    if (!isReachable) throw new TypeError('Failed to fetch');
    return server.get(keyOf(request))?.() ?? new Response('Not found', { status: 404 });
  });
  const scope = {
    location: { origin },
    caches,
    clients: { claim: async () => {} },
    registration: {},
    fetch,
    skipWaiting,
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  } as unknown as WorkerScope;
  const entry = `/assets/app-${version}.js`;
  startWorker(scope, { version, entry, files: [entry] }, wait);
  const emit = async (type: 'install' | 'activate') => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ waitUntil: (given: Promise<unknown>) => (work = given) });
    await work;
  };
  const ask = (path: string, mode: RequestMode = 'no-cors', method = 'GET'): Promise<Response> | null => {
    let answer: Promise<Response> | null = null;
    const event = {
      request: { url: origin + path, method, mode } as Request,
      preloadResponse: Promise.resolve(undefined),
      respondWith: (given: Promise<Response>) => {
        answer = given;
      },
    };
    listeners.get('fetch')?.(event as unknown as FetchEvent);
    return answer;
  };
  const textOf = async (path: string, mode?: RequestMode) => (await ask(path, mode))?.text();
  const start = async () => {
    await emit('install');
    await emit('activate');
  };
  return { emit, start, ask, textOf, skipWaiting, fetch };
}

beforeEach(() => {
  device = new Map();
  isReachable = true;
  release('a');
});

describe('a release', () => {
  test('shows at once online, and the version before stays whole without a network', async () => {
    const a = workerOf('a');
    await a.start();
    release('b');
    expect(await a.textOf('/dashboard', 'navigate')).toContain('app-b.js');
    isReachable = false;
    expect(await a.textOf('/dashboard', 'navigate')).toContain('app-a.js');
    expect(await a.textOf('/assets/app-a.js')).toBe('app a');
  });

  test('is stored whole: the document, its files, and those of an open page of the version before', async () => {
    await workerOf('a').start();
    release('b');
    const b = workerOf('b');
    await b.start();
    expect(b.skipWaiting).toHaveBeenCalledOnce();
    isReachable = false;
    expect(await b.textOf('/dashboard', 'navigate')).toContain('app-b.js');
    expect(await b.textOf('/assets/app-b.js')).toBe('app b');
    expect(await b.textOf('/assets/app-a.js')).toBe('app a');
  });

  test('replaces the one before the previous', async () => {
    for (const version of ['a', 'b', 'c']) {
      release(version);
      await workerOf(version).start();
    }
    expect([...device.keys()]).toEqual(['gable-app-b', 'gable-app-c']);
  });

  test('is not installed while the server still has another one', async () => {
    const b = workerOf('b');
    await expect(b.emit('install')).rejects.toThrow('another version');
    expect(b.skipWaiting).not.toHaveBeenCalled();
  });

  test('is not installed if a file is missing, or answered with a page', async () => {
    release('b');
    server.set('/assets/app-b.js', page('b'));
    await expect(workerOf('b').emit('install')).rejects.toThrow('/assets/app-b.js');
    server.delete('/assets/app-b.js');
    await expect(workerOf('b').emit('install')).rejects.toThrow('404');
  });
});

describe('a file', () => {
  test('is stored when first used, and a missing one never', async () => {
    const a = workerOf('a');
    await a.start();
    expect(await a.textOf('/assets/part-a.js')).toBe('part a');
    expect((await a.ask('/assets/gone.css'))?.status).toBe(404);
    server.set('/assets/html.css', page('a'));
    await a.textOf('/assets/html.css');
    isReachable = false;
    expect(await a.textOf('/assets/part-a.js')).toBe('part a');
    await expect(a.ask('/assets/gone.css')).rejects.toThrow('Failed to fetch');
    await expect(a.ask('/assets/html.css')).rejects.toThrow('Failed to fetch');
  });
});

describe('a page', () => {
  test('comes from the device if the server is late or a proxy answers in its place', async () => {
    const late = workerOf('a', async () => {});
    await late.start();
    late.fetch.mockImplementation(() => new Promise(() => {}));
    expect(await late.textOf('/dashboard', 'navigate')).toContain('app-a.js');
    const behindProxy = workerOf('a');
    await behindProxy.start();
    server.set('/dashboard', () => new Response('Bad gateway', { status: 502 }));
    expect(await behindProxy.textOf('/dashboard', 'navigate')).toContain('app-a.js');
  });

  test('has a new nonce each time', async () => {
    const a = workerOf('a');
    await a.start();
    isReachable = false;
    const nonces = [];
    for (const _ of [1, 2]) {
      const answer = await a.ask('/dashboard', 'navigate');
      const policy = answer?.headers.get('content-security-policy') ?? '';
      const nonce = /nonce="([^"]+)"/.exec((await answer?.text()) ?? '')?.[1] ?? '';
      expect(policy).toBe(`script-src 'nonce-${nonce}'`);
      nonces.push(nonce);
    }
    expect(new Set([...nonces, 'n1']).size).toBe(3);
  });

  test.each([
    '/view-report2/abcdefghijklmnopqrstu',
    '/client-view1/abcdefghijklmnopqrstu',
    '/api/v2/reports/r/pdf',
    '/dev/outbox',
    '/health',
  ])('of clients, or no page, passes by: %s', async (path) => {
    expect(workerOf('a').ask(path, 'navigate')).toBeNull();
  });

  test('a team’s preview comes from the server, and without a network the app answers for it', async () => {
    const a = workerOf('a');
    await a.start();
    const preview = '/view-report2/abcdefghijklmnopqrstu?t=pass';
    server.set(preview, () => new Response('the report', { status: 503 }));
    expect(await a.textOf(preview, 'navigate')).toBe('the report');
    isReachable = false;
    expect(await a.textOf(preview, 'navigate')).toContain('app-a.js');
  });

  test('calls pass by, too', () => {
    const a = workerOf('a');
    expect(a.ask('/api/v2/appointments')).toBeNull();
    expect(a.ask('/assets/app-a.js', 'cors', 'HEAD')).toBeNull();
  });
});

test('a photo of a stored job shows its thumbnail without a network, whatever the pass in its address', async () => {
  const a = workerOf('a');
  await cacheOf(jobPhotosCache).put('/api/v2/reports/r1/media/m1/thumb', new Response('thumb'));
  isReachable = false;
  expect(await a.textOf('/api/v2/reports/r1/media/m1/thumb?t=today')).toBe('thumb');
  expect(await a.textOf('/api/v2/reports/r1/media/m1/large?t=today')).toBe('thumb');
  await expect(a.ask('/api/v2/reports/r1/media/m2/thumb?t=today')).rejects.toThrow('Failed to fetch');
});
