import { beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#web/client/api-failure.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import type { DraftStore, PendingMedia } from './draft-store.ts';
import { createUploads, type MediaUpload, type UploadedFacts } from './photo-uploads.ts';

/** A device whose storage and connection the test controls. */
function device(put?: (photo: PendingMedia) => Promise<void>) {
  const stored = new Map<string, PendingMedia>();
  const requests: { sent: MediaUpload; arrives: () => void; fails: (error: Error) => void }[] = [];
  const done: [string, UploadedFacts][] = [];
  const removed: string[] = [];
  const uploads = createUploads({
    drafts: {
      putPhoto: async (photo: PendingMedia) => {
        await put?.(photo);
        stored.set(photo.media_id, photo);
      },
      dropPhoto: async (id: string) => {
        removed.push(id);
        stored.delete(id);
      },
    } as unknown as DraftStore,
    upload: (sent) =>
      new Promise((resolve, reject) => {
        const { item_id, comment_id, caption } = sent;
        const media = { id: sent.media_id, item_id, comment_id, caption } as MediaOnWire;
        requests.push({ sent, arrives: () => resolve(media), fails: reject });
      }),
    abandon: () => {},
    before: async () => true,
    changed: () => {},
    stuck: () => {},
    done: (media, { caption, item_id, comment_id }) =>
      done.push([media.id, { caption, item_id, comment_id }]),
  });
  let n = 0;
  const add = (name: string) =>
    uploads.add({
      media_id: name,
      report_id: 'r',
      item_id: 'i',
      comment_id: 'c',
      n: ++n,
      file: new File([name], `${name}.jpg`),
    });
  return { stored, requests, done, removed, uploads, add };
}

beforeEach(() => {
  // Says which photos the device could not store.
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  return () => said.mockRestore();
});

const names = Array.from({ length: 20 }, (_, n) => `photo-${n + 1}`);
const unavailable = new ApiFailure('INTERNAL', 'Try again', 503, null, null);

test('a full device keeps 11 photos, names the other 9, uploads all, and stores them once there is room', async () => {
  let room = 11;
  const { add, uploads, stored } = device(async () => {
    if (room <= 0) throw new DOMException('full', 'QuotaExceededError');
    room -= 1;
  });
  for (const name of names) await add(name);
  const unstored = () => uploads.shown().flatMap(({ name, isStored }) => (isStored ? [] : [name]));
  expect(stored.size).toBe(11);
  expect(unstored()).toEqual(names.slice(11).map((name) => `${name}.jpg`));
  expect(uploads.waiting()).toHaveLength(20);
  room = 9;
  await uploads.storeAgain();
  expect(unstored()).toEqual([]);
  expect(stored.size).toBe(20);
});

test('a write that never answers counts as not stored after 5 s, and the next photo follows', async () => {
  vi.useFakeTimers();
  try {
    const { add, uploads } = device(() => new Promise(() => {}));
    const adding = (async () => {
      await add('a');
      await add('b');
    })();
    await vi.advanceTimersByTimeAsync(4900);
    expect(uploads.shown().map(({ name, state }) => [name, state])).toEqual([['a.jpg', 'storing']]);
    await vi.advanceTimersByTimeAsync(5200);
    await adding;
    expect(uploads.shown().map(({ isStored }) => isStored)).toEqual([false, false]);
    uploads.close();
  } finally {
    vi.useRealTimers();
  }
});

test('six photos, one refused with 503 once: each stays on the device until its own arrival', async () => {
  vi.useFakeTimers();
  try {
    const { add, requests, removed, uploads, done } = device();
    const six = names.slice(0, 6);
    for (const name of six) await add(name);
    await vi.advanceTimersByTimeAsync(0);
    requests[1]?.fails(unavailable);
    requests[0]?.arrives();
    await vi.advanceTimersByTimeAsync(0);
    expect(removed).toEqual(['photo-1']);
    for (let next = 2; next < 7; next += 1) {
      await vi.advanceTimersByTimeAsync(3000);
      expect(uploads.waiting().length).toBeGreaterThan(0);
      expect(removed).toHaveLength(next - 1);
      requests[next]?.arrives();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(uploads.waiting()).toEqual([]);
    expect(done.map(([id]) => id).toSorted()).toEqual(six);
    expect(removed.toSorted()).toEqual(six);
  } finally {
    vi.useRealTimers();
  }
});

test('a damaged photo is named and kept on screen, and the others go on', async () => {
  const { add, requests, uploads } = device();
  for (const name of ['broken', 'fine', 'next']) await add(name);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[0]?.fails(new ApiFailure('BAD_USER_INPUT', 'Damaged', 400, { file: 'Damaged' }, null));
  requests[1]?.arrives();
  await vi.waitFor(() => expect(requests).toHaveLength(3));
  requests[2]?.arrives();
  await vi.waitFor(() =>
    expect(uploads.shown()).toMatchObject([{ name: 'broken.jpg', state: 'refused', reason: 'Damaged' }]),
  );
});

test('a photo whose item was removed is kept with the unsorted ones', async () => {
  const { add, requests, done } = device();
  await add('a');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.fails(new ApiFailure('BAD_USER_INPUT', 'Removed', 400, { item_id: 'Removed' }, null));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[1]?.sent).toMatchObject({ item_id: null, comment_id: null });
  requests[1]?.arrives();
  await vi.waitFor(() => expect(done).toEqual([['a', { caption: '', item_id: null, comment_id: null }]]));
});

test('a photo moved during its upload arrives with its new place, also after a reload', async () => {
  const { add, requests, uploads, stored, done } = device();
  await add('a');
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  uploads.place(['a'], { item_id: 'i2', comment_id: null });
  await vi.waitFor(() => expect(stored.get('a')).toMatchObject({ item_id: 'i2', comment_id: null }));
  requests[0]?.arrives();
  await vi.waitFor(() => expect(done).toEqual([['a', { caption: '', item_id: 'i2', comment_id: null }]]));
});
