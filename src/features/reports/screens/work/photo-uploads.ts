import type { PhotoEdit, PhotoMark } from '#domain/reports/photos/photo-marks.ts';
import { ApiFailure } from '#web/client/api-failure.ts';
import { within } from '../../../../web/editing/device-database.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import type { Removal } from '../../editing-contract.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import type { DraftStore, PendingMedia, PendingVideo } from './draft-store.ts';
import type { PhotoFacts } from './photo-facts.ts';

/** A pending photo or video as the screen shows it. */
export interface UploadingMedia {
  media_id: string;
  /** Null for the unsorted photos. */
  item_id: string | null;
  comment_id: string | null;
  location?: string;
  caption: string;
  annotations?: PhotoMark[];
  edit?: PhotoEdit | null;
  /** The name of the file. */
  name: string;
  blob: Blob;
  facts?: PhotoFacts;
  /** Only for a video. */
  film?: PendingVideo;
  /** Upload progress, 0 to 1. */
  progress: number;
  /** `storing`: being stored on the device first. `refused`: the server has refused it for good; the user can only dismiss it. */
  state: 'storing' | 'waiting' | 'uploading' | 'failed' | 'refused';
  /** Why the server refused it; null if it is retried automatically. */
  reason: string | null;
  /** If its comment was removed. */
  removed?: Removal;
  /** False if the device could not store it (full, private mode): it is lost if the window closes before it arrives. */
  isStored: boolean;
}

/** A photo to upload, or with `film` a video. */
export interface MediaUpload {
  media_id: string;
  item_id: string | null;
  comment_id: string | null;
  location?: string;
  caption: string;
  file: File;
  facts?: PhotoFacts;
  film?: PendingVideo;
}

/** What the user may change while a photo is uploaded. */
export type UploadedFacts = Pick<PendingMedia, 'caption' | 'item_id' | 'comment_id' | 'annotations' | 'edit'>;

interface Options {
  drafts: DraftStore;
  upload(photo: MediaUpload, onProgress: (share: number) => void, signal: AbortSignal): Promise<MediaOnWire>;
  /** Abandons an upload. The file, or parts of a video, may be on the server or be arriving now. */
  abandon(mediaId: string, isFilm: boolean): void;
  /** Sends what the photo may depend on (a new comment). Resolves to false if not possible now. */
  before(): Promise<boolean>;
  changed(): void;
  /** Called when offline and the photos have to wait. */
  stuck(): void;
  /** Called when uploaded; `latest` are the caption and the place that it has been given since. */
  done(media: MediaOnWire, latest: UploadedFacts): void;
}

const atOnce = 2;
// A video takes minutes to upload; photos must not wait for it.
const videosAtOnce = 1;
const longestPauseMs = 30_000;

type Upload = UploadingMedia & { stored: PendingMedia };

/** The state of the uploads of one editor. */
interface UploadQueue {
  readonly options: Options;
  uploads: Upload[];
  readonly running: Map<string, AbortController>;
  /** Uploads the server may know about. */
  readonly left: Set<string>;
  timer: ReturnType<typeof setTimeout> | undefined;
  pause: number;
  isClosed: boolean;
}

/** The uploads of one editor; see `createUploads`. */
export type Uploads = ReturnType<typeof createUploads>;

/** Uploads photos and videos in order, two at a time. Each stays on the device until the server has it. */
export function createUploads(options: Options) {
  const queue: UploadQueue = {
    options,
    uploads: [],
    running: new Map(),
    left: new Set(),
    timer: undefined,
    pause: 0,
    isClosed: false,
  };
  return {
    /** The photos that are still to be uploaded. */
    waiting: () => queue.uploads.filter((photo) => photo.state !== 'refused'),
    shown: (): UploadingMedia[] => queue.uploads,
    add: (given: Omit<PendingMedia, 'blob' | 'name' | 'caption'> & { file: File }) => add(queue, given),
    resume(stored: readonly PendingMedia[]): void {
      queue.uploads = stored.map(shownOf);
      for (const { media_id } of stored) queue.left.add(media_id);
      pump(queue);
    },
    retry(id: string): void {
      retry(queue, id);
    },
    drop: (id: string) => cancel(queue, id),
    change: (id: string, changes: Partial<UploadedFacts>) => change(queue, id, changes),
    place(ids: readonly string[], to: Pick<PendingMedia, 'item_id' | 'comment_id'>): void {
      for (const id of ids) change(queue, id, to);
    },
    /** Stores everything again: the browser may have cleared the device's store. */
    async storeAll(): Promise<void> {
      for (const { media_id } of queue.uploads) await store(queue, media_id);
    },
    /** Tries again to store on the device what it could not store before. */
    async storeAgain(): Promise<void> {
      for (const { media_id, isStored } of queue.uploads) if (!isStored) await store(queue, media_id);
    },
    wake: () => wake(queue),
    close(): void {
      queue.isClosed = true;
      clearTimeout(queue.timer);
      for (const control of queue.running.values()) control.abort();
    },
  };
}

const find = (queue: UploadQueue, id: string) => queue.uploads.find((each) => each.media_id === id);

function patch(queue: UploadQueue, id: string, changes: Partial<Upload>): void {
  queue.uploads = queue.uploads.map((photo) => (photo.media_id === id ? { ...photo, ...changes } : photo));
}

function show(queue: UploadQueue, id: string, changes: Partial<UploadingMedia>): void {
  patch(queue, id, changes);
  queue.options.changed();
}

/** Stores the current state of a photo on the device. Without storage, photos are still uploaded. */
async function store(queue: UploadQueue, id: string): Promise<void> {
  const photo = find(queue, id);
  if (!photo) return;
  const isStored = await within(queue.options.drafts.putPhoto(photo.stored)).then(
    () => true,
    (error: unknown) => {
      console.error('photo not stored', error);
      return false;
    },
  );
  if (find(queue, id)?.isStored !== isStored) show(queue, id, { isStored });
}

async function add(
  queue: UploadQueue,
  { file, ...rest }: Omit<PendingMedia, 'blob' | 'name' | 'caption'> & { file: File },
): Promise<void> {
  const stored: PendingMedia = { ...rest, caption: '', name: file.name, blob: file };
  queue.uploads = [...queue.uploads, { ...shownOf(stored), state: 'storing' }];
  await store(queue, stored.media_id);
  show(queue, stored.media_id, { state: 'waiting' });
  pump(queue);
}

/** Starts as many uploads as may run at once. */
function pump(queue: UploadQueue): void {
  if (queue.isClosed) return;
  const { uploads, running } = queue;
  const next = uploads.filter((photo) => photo.state === 'waiting' && !running.has(photo.media_id));
  let videos = uploads.filter((photo) => photo.film && running.has(photo.media_id)).length;
  for (const photo of next) {
    if (running.size >= atOnce) return;
    if (photo.film && videos >= videosAtOnce) continue;
    if (photo.film) videos += 1;
    void send(queue, photo.media_id);
  }
}

async function send(queue: UploadQueue, id: string): Promise<void> {
  const control = new AbortController();
  queue.running.set(id, control);
  try {
    const isReady = await queue.options.before();
    const photo = find(queue, id);
    if (!photo || control.signal.aborted) return;
    if (!isReady) return waitForConnection(queue);
    const media = await transfer(queue, photo, control.signal);
    // Canceled at the moment it arrived; the server is notified.
    if (control.signal.aborted) return;
    queue.pause = 0;
    // Only then: what was changed during the upload is stored as a change before the photo leaves the device.
    queue.options.done(media, find(queue, id) ?? photo);
    forget(queue, id);
  } catch (error) {
    handleFailure(queue, id, error);
  } finally {
    queue.running.delete(id);
    pump(queue);
  }
}

/** Sends the file itself. */
function transfer(queue: UploadQueue, photo: Upload, signal: AbortSignal): Promise<MediaOnWire> {
  const { media_id, item_id, comment_id, location, caption, film, facts, stored } = photo;
  const place = { item_id, comment_id, ...(location ? { location } : {}) };
  show(queue, media_id, { state: 'uploading', progress: 0 });
  const file = new File([stored.blob], stored.name, { type: stored.blob.type });
  // Recorded before the first byte is sent, so that the upload can resume after a reload.
  if (film && !film.begun) note(queue, media_id, { film: { ...film, begun: true } });
  queue.left.add(media_id);
  return queue.options.upload(
    { media_id, ...place, caption, file, ...(film ? { film } : {}), ...(facts ? { facts } : {}) },
    (share) => show(queue, media_id, { progress: share }),
    signal,
  );
}

/** Records on the device, for after a reload, that an upload started or was refused for good. */
function note(
  queue: UploadQueue,
  id: string,
  facts: Pick<PendingMedia, 'film' | 'refused' | 'removed'>,
): void {
  const photo = find(queue, id);
  if (!photo) return;
  const stored = { ...photo.stored, ...facts };
  patch(queue, id, { ...(facts.film ? { film: facts.film } : {}), stored });
  void store(queue, id);
}

function handleFailure(queue: UploadQueue, id: string, error: unknown): void {
  if (error instanceof ApiFailure && error.type === 'ABORTED') return;
  const removed = error instanceof ApiFailure && (error.details?.removed as Removal | undefined);
  if (removed) {
    show(queue, id, { state: 'refused', reason: error.message, removed });
    note(queue, id, { refused: error.message, removed });
    return;
  }
  if (error instanceof ApiFailure && isItemGone(error) && find(queue, id)?.item_id) {
    // Its item was removed by someone else: the photo is kept with the unsorted ones.
    change(queue, id, { item_id: null, comment_id: null });
    show(queue, id, { state: 'waiting', progress: 0 });
    return;
  }
  if (error instanceof ApiFailure && !isRetryable(error)) {
    show(queue, id, { state: isFinal(error) ? 'refused' : 'failed', reason: error.message });
    if (isFinal(error)) note(queue, id, { refused: error.message });
    return;
  }
  show(queue, id, { state: 'waiting', progress: 0 });
  waitForConnection(queue);
}

/** Retries later; until then no other upload is started. */
function waitForConnection(queue: UploadQueue): void {
  // Even if already paused: of two running uploads, the second would otherwise restart immediately.
  queue.uploads = queue.uploads.map((photo) =>
    photo.state === 'waiting' ? { ...photo, state: 'failed' } : photo,
  );
  queue.options.stuck();
  if (queue.timer) return;
  queue.pause = Math.min(longestPauseMs, Math.max(2000, queue.pause * 2));
  queue.timer = setTimeout(() => wake(queue), queue.pause);
}

function wake(queue: UploadQueue): void {
  clearTimeout(queue.timer);
  queue.timer = undefined;
  queue.uploads = queue.uploads.map((photo) =>
    photo.state === 'failed' && !photo.reason ? { ...photo, state: 'waiting' } : photo,
  );
  pump(queue);
}

/** Sends one again, also after it was refused. */
function retry(queue: UploadQueue, id: string): void {
  const photo = find(queue, id);
  if (!photo) return;
  const { refused, removed: _, ...stored } = photo.stored;
  const { removed: _gone, ...rest } = photo;
  queue.uploads = queue.uploads.map((each) =>
    each === photo ? { ...rest, stored, state: 'waiting', reason: null } : each,
  );
  if (refused) void store(queue, id);
  queue.options.changed();
  pump(queue);
}

function forget(queue: UploadQueue, id: string): void {
  queue.uploads = queue.uploads.filter((photo) => photo.media_id !== id);
  queue.options.drafts.dropPhoto(id).catch((error: unknown) => console.error('photo not removed', error));
  queue.options.changed();
}

function cancel(queue: UploadQueue, id: string): void {
  queue.running.get(id)?.abort();
  const photo = find(queue, id);
  const isFilm = photo?.film !== undefined;
  forget(queue, id);
  // The server has nothing of what it refused for good.
  if (isFilm || (queue.left.has(id) && photo?.state !== 'refused')) queue.options.abandon(id, isFilm);
}

function change(queue: UploadQueue, id: string, changes: Partial<UploadedFacts>): void {
  const photo = find(queue, id);
  if (!photo) return;
  patch(queue, id, { ...changes, stored: { ...photo.stored, ...changes } });
  void store(queue, id);
  queue.options.changed();
}

/** Retrying would not help: the server refuses this very file. */
function isFinal({ type }: ApiFailure): boolean {
  return type === 'BAD_USER_INPUT' || type === 'UNSUPPORTED_FILE' || type === 'PAYLOAD_TOO_LARGE';
}

function isItemGone({ type, details }: ApiFailure): boolean {
  return type === 'BAD_USER_INPUT' && details?.item_id !== undefined;
}

function shownOf(stored: PendingMedia): Upload {
  const { report_id: _r, n: _n, refused = null, ...shown } = stored;
  const state = refused ? 'refused' : 'waiting';
  return { ...shown, progress: 0, state, reason: refused, isStored: true, stored };
}
