import { ApiFailure } from '#web/client.ts';
import type { MediaOnWire } from '../../contract.ts';
import type { DraftStore, PendingMedia, PendingVideo } from './draft-store.ts';
import { isRetryable } from './is-retryable.ts';

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

/** Uploads photos and videos in order, two at a time. Each stays on the device until the server has it. */
export function createUploads(options: Options) {
  const { drafts, changed } = options;
  let photos: (UploadingMedia & { stored: PendingMedia })[] = [];
  const running = new Map<string, AbortController>();
  /** Uploads the server may know about. */
  const left = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = 0;
  let isClosed = false;
  const logFailure = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => console.error('photo not stored', error));

  const patch = (id: string, changes: Partial<UploadingMedia>) => {
    photos = photos.map((photo) => (photo.media_id === id ? { ...photo, ...changes } : photo));
    changed();
  };

  function pump(): void {
    if (isClosed) return;
    const next = photos.filter((photo) => photo.state === 'waiting' && !running.has(photo.media_id));
    let videos = photos.filter((photo) => photo.film && running.has(photo.media_id)).length;
    for (const photo of next) {
      if (running.size >= atOnce) return;
      if (photo.film && videos >= videosAtOnce) continue;
      if (photo.film) videos += 1;
      void send(photo.media_id);
    }
  }

  async function send(id: string): Promise<void> {
    const control = new AbortController();
    running.set(id, control);
    try {
      const isReady = await options.before();
      const photo = photos.find((each) => each.media_id === id);
      if (!photo || control.signal.aborted) return;
      if (!isReady) return wait();
      patch(id, { state: 'uploading', progress: 0 });
      const { media_id, item_id, comment_id, caption, film, stored } = photo;
      const file = new File([stored.blob], stored.name, { type: stored.blob.type });
      // Recorded before the first byte is sent, so that the upload can resume after a reload.
      if (film && !film.begun) note(id, { film: { ...film, begun: true } });
      left.add(id);
      const report = (share: number) => patch(id, { progress: share });
      const media = await options.upload(
        { media_id, item_id, comment_id, caption, file, ...(film ? { film } : {}) },
        report,
        control.signal,
      );
      // Canceled at the moment it arrived; the server is notified.
      if (control.signal.aborted) return;
      pause = 0;
      const latest = photos.find((each) => each.media_id === id);
      forget(id);
      options.done(media, latest?.caption ?? caption);
    } catch (error) {
      failed(id, error);
    } finally {
      running.delete(id);
      pump();
    }
  }

  /** Records on the device, for after a reload, that an upload started or was refused for good. */
  function note(id: string, facts: Pick<PendingMedia, 'film' | 'refused'>): void {
    photos = photos.map((photo) =>
      photo.media_id === id
        ? { ...photo, ...(facts.film ? { film: facts.film } : {}), stored: { ...photo.stored, ...facts } }
        : photo,
    );
    const stored = photos.find((photo) => photo.media_id === id)?.stored;
    if (stored) void logFailure(drafts.putPhoto(stored));
  }

  function failed(id: string, error: unknown): void {
    if (error instanceof ApiFailure && error.type === 'ABORTED') return;
    if (error instanceof ApiFailure && !isRetryable(error)) {
      patch(id, { state: isFinal(error) ? 'refused' : 'failed', reason: error.message });
      if (isFinal(error)) note(id, { refused: error.message });
      return;
    }
    patch(id, { state: 'waiting', progress: 0 });
    wait();
  }

  /** Retries later; until then no other upload is started. */
  function wait(): void {
    // Even if already paused: of two running uploads, the second would otherwise restart immediately.
    photos = photos.map((photo) => (photo.state === 'waiting' ? { ...photo, state: 'failed' } : photo));
    options.stuck();
    if (timer) return;
    pause = Math.min(longestPauseMs, Math.max(2000, pause * 2));
    timer = setTimeout(wake, pause);
  }

  function wake(): void {
    clearTimeout(timer);
    timer = undefined;
    photos = photos.map((photo) =>
      photo.state === 'failed' && !photo.reason ? { ...photo, state: 'waiting' } : photo,
    );
    pump();
  }

  function forget(id: string): void {
    photos = photos.filter((photo) => photo.media_id !== id);
    void logFailure(drafts.dropPhoto(id));
    changed();
  }

  return {
    /** The photos that are still to be uploaded. */
    waiting: () => photos.filter((photo) => photo.state !== 'refused'),
    shown: (): UploadingMedia[] => photos,
    async add(given: Omit<PendingMedia, 'blob' | 'name' | 'caption'> & { file: File }): Promise<void> {
      const { file, ...rest } = given;
      const stored: PendingMedia = { ...rest, caption: '', name: file.name, blob: file };
      await logFailure(drafts.putPhoto(stored));
      photos = [...photos, shownOf(stored)];
      changed();
      pump();
    },
    resume(stored: readonly PendingMedia[]): void {
      photos = stored.map(shownOf);
      for (const { media_id } of stored) left.add(media_id);
      pump();
    },
    retry(id: string): void {
      patch(id, { state: 'waiting', reason: null });
      pump();
    },
    drop(id: string): void {
      running.get(id)?.abort();
      const photo = photos.find((each) => each.media_id === id);
      const isFilm = photo?.film !== undefined;
      forget(id);
      // The server has nothing of what it refused for good.
      if (isFilm || (left.has(id) && photo?.state !== 'refused')) options.abandon(id, isFilm);
    },
    caption(id: string, caption: string): void {
      const photo = photos.find((each) => each.media_id === id);
      if (!photo) return;
      const stored = { ...photo.stored, caption };
      photos = photos.map((each) => (each.media_id === id ? { ...each, caption, stored } : each));
      void logFailure(drafts.putPhoto(stored));
      changed();
    },
    wake,
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      for (const control of running.values()) control.abort();
    },
  };
}

/** Retrying would not help: the server refuses this very file. */
function isFinal({ type }: ApiFailure): boolean {
  return type === 'BAD_USER_INPUT' || type === 'UNSUPPORTED_FILE' || type === 'PAYLOAD_TOO_LARGE';
}

function shownOf(stored: PendingMedia): UploadingMedia & { stored: PendingMedia } {
  const { media_id, item_id, comment_id, caption, blob, film } = stored;
  const shown = { media_id, item_id, comment_id, caption, blob, ...(film ? { film } : {}) };
  const { refused = null } = stored;
  return { ...shown, progress: 0, state: refused ? 'refused' : 'waiting', reason: refused, stored };
}
