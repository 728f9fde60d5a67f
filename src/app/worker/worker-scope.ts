/** What the build writes into the worker: the files of one version of the app. */
export interface WorkerBuild {
  /** Changes with every file of the app. */
  version: string;
  /** Path of the script with which the document of this version starts. */
  entry: string;
  /** Paths of the files that the app needs without a network. */
  files: readonly string[];
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A request of a page that the worker may answer. */
export interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}

interface WorkerEvents {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchEvent;
}

/** The globals of a service worker that ours uses; the types of the DOM and of workers exclude each other. */
export interface WorkerScope {
  readonly location: { readonly origin: string };
  readonly caches: CacheStorage;
  readonly clients: { claim(): Promise<void> };
  readonly registration: { readonly navigationPreload?: Pick<NavigationPreloadManager, 'enable'> };
  fetch(request: RequestInfo, init?: RequestInit): Promise<Response>;
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void;
}
