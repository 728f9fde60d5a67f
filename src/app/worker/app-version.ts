import type { WorkerBuild, WorkerScope } from './worker-scope.ts';

const prefix = 'gable-app-';
/** An address of the app without its own page: its document names only what every page needs. */
export const shellPath = '/app-shell';
const parallel = 4;

/** The files of one version of the app on the device. */
export interface AppVersion {
  /** Stores the whole version. Rejects if the server has another one, or not all files yet. */
  install(): Promise<void>;
  /** Removes older versions, except the previous one: pages that started with it may still be open. */
  removeOthers(): Promise<void>;
  /** Returns a file of any stored version, else of the server, and stores it. */
  file(request: Request): Promise<Response>;
  /** Returns the document of this version, with a new nonce. */
  shell(): Promise<Response>;
}

/** Creates the store of the version that this worker was built with. */
export function createAppVersion({ caches, fetch }: WorkerScope, build: WorkerBuild): AppVersion {
  const name = prefix + build.version;
  const get = async (path: string, init: RequestInit) => {
    const answer = await fetch(path, init);
    if (!isFile(answer)) throw new Error(`${path}: ${answer.status}`);
    return answer;
  };
  return {
    async install() {
      const cache = await caches.open(name);
      const shell = await fetch(shellPath, { cache: 'no-store', credentials: 'omit' });
      const html = await shell.clone().text();
      // During a deployment an older server may answer: its document would ask for files that are not stored here.
      if (!shell.ok || !html.includes(build.entry)) throw new Error('The server has another version');
      await eachOf(build.files, async (path) => {
        if (await cache.match(path)) return;
        await cache.put(path, (await found(caches, path)) ?? (await get(path, { priority: 'low' })));
      });
      // Last: a version with a document is complete.
      await cache.put(shellPath, shell);
    },
    async removeOthers() {
      const others = (await caches.keys()).filter((each) => each.startsWith(prefix) && each !== name);
      await Promise.all(others.slice(0, -1).map((each) => caches.delete(each)));
    },
    async file(request) {
      const known = await found(caches, request);
      if (known) return known;
      const answer = await fetch(request);
      if (isFile(answer)) {
        const copy = answer.clone();
        // A full device stores nothing; the page gets its file all the same.
        void caches
          .open(name)
          .then((cache) => cache.put(request, copy))
          .catch(() => {});
      }
      return answer;
    },
    async shell() {
      const stored = await (await caches.open(name)).match(shellPath);
      if (!stored) throw new Error('No version is stored');
      return withNewNonce(stored);
    },
  };
}

/** A file of the app. A server that answers a missing file with a page must not have that stored as a script. */
const isFile = (answer: Response) =>
  answer.ok && answer.type !== 'opaque' && !(answer.headers.get('content-type') ?? '').includes('text/html');

// The names contain a hash of the content, so the version they were stored with does not matter.
const found = (caches: CacheStorage, file: RequestInfo) => caches.match(file, { ignoreVary: true });

async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: parallel }, next));
}

/** Replaces the nonce of a stored document, so that none is ever used twice. */
async function withNewNonce(stored: Response): Promise<Response> {
  const headers = new Headers(stored.headers);
  const policy = headers.get('content-security-policy') ?? '';
  const before = /'nonce-([^']+)'/.exec(policy)?.[1];
  const html = await stored.text();
  if (!before) return new Response(html, { headers });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  headers.set('content-security-policy', policy.replaceAll(before, nonce));
  headers.set('cache-control', 'no-store');
  return new Response(html.replaceAll(before, nonce), { headers });
}
