import { ApiFailure } from '#web/client.ts';
import { isRetryable } from '../../../../web/editing/is-retryable.ts';
import type { MediaOnWire } from '../../contract.ts';
import type { DraftStore, PendingMedia, PendingVideo } from './draft-store.ts';

/** A pending photo or video as the screen shows it. */
export interface UploadingMedia {
  media_id: string;
  item_id: string;
  comment_id: string | null;
  caption: string;
  blob: Blob;
  /** Only for a video. */
  film?: PendingVideo;
  /** Upload progress, 0 to 1. */
  progress: number;
  /** `refused`: the server has refused it for good; the user can only dismiss it. */
  state: 'waiting' | 'uploading' | 'failed' | 'refused';
  /** Why the server refused it; null if it is retried automatically. */
  reason: string | null;
}

/** A photo to upload, or with `film` a video. */
export interface MediaUpload {
  media_id: string;
  item_id: string;
  comment_id: string | null;
  caption: string;
  file: File;
  film?: PendingVideo;
}

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
  /** Called when uploaded; `caption` is the current caption. */
  done(media: MediaOnWire, caption: string): void;
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
      show(queue, id, { state: 'waiting', reason: null });
      pump(queue);
    },
    drop: (id: string) => cancel(queue, id),
    caption: (id: string, caption: string) => changeCaption(queue, id, caption),
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

/** Without storage on the device (private mode, full disk), photos are still uploaded. */
const logFailure = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => console.error('photo not stored', error));

async function add(
  queue: UploadQueue,
  { file, ...rest }: Omit<PendingMedia, 'blob' | 'name' | 'caption'> & { file: File },
): Promise<void> {
  const stored: PendingMedia = { ...rest, caption: '', name: file.name, blob: file };
  await logFailure(queue.options.drafts.putPhoto(stored));
  queue.uploads = [...queue.uploads, shownOf(stored)];
  queue.options.changed();
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
    const latest = find(queue, id);
    forget(queue, id);
    queue.options.done(media, latest?.caption ?? photo.caption);
  } catch (error) {
    handleFailure(queue, id, error);
  } finally {
    queue.running.delete(id);
    pump(queue);
  }
}

/** Sends the file itself. */
function transfer(queue: UploadQueue, photo: Upload, signal: AbortSignal): Promise<MediaOnWire> {
  const { media_id, item_id, comment_id, caption, film, stored } = photo;
  show(queue, media_id, { state: 'uploading', progress: 0 });
  const file = new File([stored.blob], stored.name, { type: stored.blob.type });
  // Recorded before the first byte is sent, so that the upload can resume after a reload.
  if (film && !film.begun) note(queue, media_id, { film: { ...film, begun: true } });
  queue.left.add(media_id);
  return queue.options.upload(
    { media_id, item_id, comment_id, caption, file, ...(film ? { film } : {}) },
    (share) => show(queue, media_id, { progress: share }),
    signal,
  );
}

/** Records on the device, for after a reload, that an upload started or was refused for good. */
function note(queue: UploadQueue, id: string, facts: Pick<PendingMedia, 'film' | 'refused'>): void {
  const photo = find(queue, id);
  if (!photo) return;
  const stored = { ...photo.stored, ...facts };
  patch(queue, id, { ...(facts.film ? { film: facts.film } : {}), stored });
  void logFailure(queue.options.drafts.putPhoto(stored));
}

function handleFailure(queue: UploadQueue, id: string, error: unknown): void {
  if (error instanceof ApiFailure && error.type === 'ABORTED') return;
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

function forget(queue: UploadQueue, id: string): void {
  queue.uploads = queue.uploads.filter((photo) => photo.media_id !== id);
  void logFailure(queue.options.drafts.dropPhoto(id));
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

function changeCaption(queue: UploadQueue, id: string, caption: string): void {
  const photo = find(queue, id);
  if (!photo) return;
  const stored = { ...photo.stored, caption };
  patch(queue, id, { caption, stored });
  void logFailure(queue.options.drafts.putPhoto(stored));
  queue.options.changed();
}

/** Retrying would not help: the server refuses this very file. */
function isFinal({ type }: ApiFailure): boolean {
  return type === 'BAD_USER_INPUT' || type === 'UNSUPPORTED_FILE' || type === 'PAYLOAD_TOO_LARGE';
}

function shownOf(stored: PendingMedia): Upload {
  const { media_id, item_id, comment_id, caption, blob, film } = stored;
  const shown = { media_id, item_id, comment_id, caption, blob, ...(film ? { film } : {}) };
  const { refused = null } = stored;
  return { ...shown, progress: 0, state: refused ? 'refused' : 'waiting', reason: refused, stored };
}
