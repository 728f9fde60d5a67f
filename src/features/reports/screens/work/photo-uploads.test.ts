import { expect, test, vi } from 'vitest';
import { ApiFailure } from '#web/client/api-failure.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import type { DraftStore, PendingMedia } from './draft-store.ts';
import { createUploads, type MediaUpload } from './photo-uploads.ts';

/** A queue whose uploads are controlled by the test. */
function queue() {
  const stored = new Map<string, PendingMedia>();
  const requests: {
    sent: MediaUpload;
    arrives: () => void;
    fails: (error: Error) => void;
    signal: AbortSignal;
  }[] = [];
  const abandoned: string[] = [];
  const drafts = {
    putPhoto: async (photo: PendingMedia) => void stored.set(photo.media_id, photo),
    dropPhoto: async (id: string) => void stored.delete(id),
  } as unknown as DraftStore;
  const make = () =>
    createUploads({
      drafts,
      upload: (sent, _progress, signal) =>
        new Promise((resolve, reject) => {
          const arrives = () => resolve({ id: sent.media_id, caption: sent.caption } as MediaOnWire);
          requests.push({ sent, arrives, fails: reject, signal });
          signal.addEventListener('abort', () => reject(new ApiFailure('ABORTED', '', 0, null, null)));
        }),
      abandon: (id) => abandoned.push(id),
      before: async () => true,
      changed: () => {},
      stuck: () => {},
      done: () => {},
    });
  let n = 0;
  const adding = (media_id: string, isFilm = false) => ({
    media_id,
    report_id: 'r',
    item_id: 'i',
    comment_id: 'c',
    n: ++n,
    file: new File(['bytes'], `${media_id}.webm`),
    ...(isFilm ? { film: { poster: null } } : {}),
  });
  return { stored, requests, abandoned, make, adding };
}

const names = (requests: { sent: MediaUpload }[]) => requests.map(({ sent }) => sent.media_id);

test('uploads photos next to the single video in progress', async () => {
  const { make, adding, requests } = queue();
  const uploads = make();
  for (const [id, isFilm] of [
    ['v1', true],
    ['v2', true],
    ['p1', false],
    ['p2', false],
  ] as const)
    await uploads.add(adding(id, isFilm));
  await vi.waitFor(() => expect(names(requests)).toEqual(['v1', 'p1']));
  requests[1]?.arrives();
  await vi.waitFor(() => expect(names(requests)).toEqual(['v1', 'p1', 'p2']));
  requests[0]?.arrives();
  await vi.waitFor(() => expect(names(requests)).toEqual(['v1', 'p1', 'p2', 'v2']));
});

test('resumes a started video where it stopped after a reload', async () => {
  const { make, adding, requests, stored } = queue();
  const uploads = make();
  await uploads.add(adding('v1', true));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  // The first attempt starts; the device records that before any byte arrives.
  expect(requests[0]?.sent.film).toEqual({ poster: null });
  await vi.waitFor(() => expect(stored.get('v1')?.film).toEqual({ poster: null, begun: true }));
  uploads.close();
  const again = make();
  again.resume([...stored.values()]);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.sent.film).toEqual({ poster: null, begun: true });
});

test('canceling a video stops it, deletes it and notifies the server; leaving the page does not', async () => {
  const { make, adding, requests, stored, abandoned } = queue();
  const uploads = make();
  await uploads.add(adding('v1', true));
  await uploads.add(adding('p1'));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  uploads.drop('v1');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(abandoned).toEqual(['v1']);
  expect(uploads.shown().map((one) => one.media_id)).toEqual(['p1']);
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(['p1']));
  abandoned.length = 0;
  await uploads.add(adding('v2', true));
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  uploads.close();
  expect(requests[2]?.signal.aborted).toBe(true);
  expect(abandoned).toEqual([]);
  expect(stored.has('v2')).toBe(true);
});

test('canceling a photo notifies the server if the upload may have started, and otherwise does not', async () => {
  const { make, adding, requests, stored, abandoned } = queue();
  const uploads = make();
  for (const id of ['p1', 'p2', 'p3']) await uploads.add(adding(id));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  uploads.drop('p3');
  uploads.drop('p1');
  expect(abandoned).toEqual(['p1']);
  requests[1]?.fails(new ApiFailure('UNSUPPORTED_FILE', 'Unsupported file', 415, null, null));
  await vi.waitFor(() => expect(uploads.shown()).toMatchObject([{ state: 'refused' }]));
  uploads.drop('p2');
  expect(abandoned).toEqual(['p1']);
  // After a reload it is unknown which uploads had started.
  await uploads.add(adding('p4'));
  uploads.close();
  const again = make();
  again.resume([...stored.values()]);
  again.drop('p4');
  expect(abandoned).toEqual(['p1', 'p4']);
});

test('marks a video refused for good as such, and lets the user retry other failures', async () => {
  const { make, adding, requests } = queue();
  const uploads = make();
  await uploads.add(adding('v1', true));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.fails(new ApiFailure('UNSUPPORTED_FILE', 'Unsupported file', 415, null, null));
  await vi.waitFor(() =>
    expect(uploads.shown()).toMatchObject([{ state: 'refused', reason: 'Unsupported file' }]),
  );
  await uploads.add(adding('v2', true));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.fails(new ApiFailure('FORBIDDEN', 'Not allowed', 403, null, null));
  await vi.waitFor(() =>
    expect(uploads.shown()[1]).toMatchObject({ state: 'failed', reason: 'Not allowed' }),
  );
  uploads.retry('v2');
  await vi.waitFor(() => expect(names(requests)).toEqual(['v1', 'v2', 'v2']));
});

test('pauses both running uploads when the connection is lost, and retries each once after the pause', async () => {
  vi.useFakeTimers();
  try {
    const { make, adding, requests } = queue();
    const uploads = make();
    for (const id of ['p1', 'p2', 'p3']) await uploads.add(adding(id));
    await vi.advanceTimersByTimeAsync(0);
    expect(names(requests)).toEqual(['p1', 'p2']);
    for (const { fails } of requests.slice()) fails(new ApiFailure('NETWORK', 'no', 0, null, null));
    await vi.advanceTimersByTimeAsync(1900);
    expect(names(requests)).toEqual(['p1', 'p2']);
    expect(uploads.shown().map((one) => one.state)).toEqual(['failed', 'failed', 'failed']);
    await vi.advanceTimersByTimeAsync(200);
    expect(names(requests)).toEqual(['p1', 'p2', 'p1', 'p2']);
    uploads.close();
  } finally {
    vi.useRealTimers();
  }
});

test('does not resend files refused for good after a reload, and shows them until dismissed', async () => {
  const { make, adding, requests, stored } = queue();
  const uploads = make();
  await uploads.add(adding('p1'));
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.fails(new ApiFailure('UNSUPPORTED_FILE', 'Unsupported file', 415, null, null));
  await vi.waitFor(() => expect(stored.get('p1')?.refused).toBe('Unsupported file'));
  uploads.close();
  const again = make();
  again.resume([...stored.values()]);
  expect(again.shown()).toMatchObject([{ state: 'refused', reason: 'Unsupported file' }]);
  await again.add(adding('p2'));
  await vi.waitFor(() => expect(names(requests)).toEqual(['p1', 'p2']));
  again.drop('p1');
  await vi.waitFor(() => expect([...stored.keys()]).toEqual(['p2']));
});
