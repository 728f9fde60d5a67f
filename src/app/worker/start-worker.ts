import { jobPhotosCache } from '#web/offline/job-photos-cache.ts';
import { entryFor, isMixedLayout } from '../routes/entries.ts';
import { createAppVersion, shellPath } from './app-version.ts';
import type { FetchEvent, WorkerBuild, WorkerScope } from './worker-scope.ts';

/** How long a page may take to arrive before the stored one is shown. */
const patienceMs = 5_000;
const photoPath = /^\/api\/v2\/reports\/[\w-]+\/media\/[\w-]+\/(?:thumb|medium|large)$/;
const previewPath = /^\/view-report2\/[\w-]+\/?$/;
const notPages = /^\/(?:api|assets|dev|health|ready|sw\.js|manifest\.webmanifest)(?:\/|$)/;

/**
 * Starts the service worker of the signed-in app. Documents come from the server whenever it answers, so that a new
 * version shows at once; without an answer the stored version is shown, which is complete. Files are stored by their
 * hash. Pages of clients and all data pass by, except the thumbnails of stored jobs, and without a network the team's
 * preview of a report, in whose place the app says what is available.
 */
export function startWorker(scope: WorkerScope, build: WorkerBuild, wait = pause): void {
  const version = createAppVersion(scope, build);
  scope.addEventListener('install', (event) => {
    // A page that started with the previous version finds its files in that version's cache.
    event.waitUntil(version.install().then(() => scope.skipWaiting()));
  });
  scope.addEventListener('activate', (event) => {
    const preload = scope.registration.navigationPreload?.enable();
    event.waitUntil(Promise.all([preload, version.removeOthers()]).then(() => scope.clients.claim()));
  });
  scope.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname, searchParams } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.location.origin) return;
    if (request.mode === 'navigate') {
      if (isAppPage(pathname)) event.respondWith(answerPage(scope, event, version.shell, wait));
      else if (previewPath.test(pathname) && searchParams.has('t'))
        event.respondWith(fromServer(scope, event).catch(version.shell));
    } else if (pathname.startsWith('/assets/')) event.respondWith(version.file(request));
    else if (photoPath.test(pathname)) event.respondWith(answerPhoto(scope, request));
  });
}

/** Whether the app may answer for this address. The pages of clients are never replaced by the app. */
function isAppPage(path: string): boolean {
  return path !== shellPath && !notPages.test(path) && (entryFor(path) === 'app' || isMixedLayout(path));
}

async function fromServer(
  { fetch }: WorkerScope,
  { request, preloadResponse }: FetchEvent,
): Promise<Response> {
  return (await preloadResponse) ?? fetch(request);
}

async function answerPage(
  scope: WorkerScope,
  event: FetchEvent,
  shell: () => Promise<Response>,
  wait: typeof pause,
): Promise<Response> {
  const online = fromServer(scope, event);
  const late = wait(patienceMs).then(() => null);
  const answer = await Promise.race([online, late]).catch(() => null);
  // A proxy answers 502 to 504 while the server is out of reach.
  if (answer && answer.status < 502) return answer;
  return shell().catch(() => online);
}

/** A photo of a report; without a network, its stored thumbnail. */
async function answerPhoto({ caches, fetch }: WorkerScope, request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const stored = await caches.open(jobPhotosCache);
    const thumb = request.url.replace(/\/\w+(?:\?.*)?$/, '/thumb');
    // The pass in the query changes every day.
    const found = await stored.match(thumb, { ignoreSearch: true, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
