import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiFailure } from '#web/client/api-failure.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import type { DraftStore, StoredReport } from '../draft-store.ts';
import { memoryDrafts, smallReport } from '../drafts-for-tests.ts';
import { createEditor } from '../editor-store.ts';
import type { EditorPorts } from '../editor-types.ts';
import oldDraft from './draft-2026-11-26.json' with { type: 'json' };

const offline = () => Promise.reject(new ApiFailure('NETWORK', 'no', 0, null, null));
const typing = (name: string) => ({ type: 'update_comment', comment_id: 'c1', changes: { name } }) as const;
const file = (n: number) => new File(['bytes'], `IMG_${n}.jpg`, { type: 'image/jpeg' });

/** An editor without a connection, on a device with the faults of a test. */
async function editorOn(drafts: DraftStore, more: Partial<EditorPorts> = {}) {
  const editor = createEditor('r1', {
    load: async () => smallReport,
    save: offline,
    upload: offline,
    abandonVideo: () => {},
    newId: newRecordId,
    drafts,
    ...more,
  });
  await editor.open();
  return editor;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a write that never answers counts as not saved after five seconds, and was never called saved', async () => {
  const { drafts } = memoryDrafts();
  const editor = await editorOn({ ...drafts, putOps: () => new Promise(() => {}) });
  const shown: string[] = [];
  editor.subscribe(() => shown.push(editor.state()?.saving ?? ''));
  editor.change(typing('Typed'));
  await vi.advanceTimersByTimeAsync(4900);
  expect(editor.state()?.saving).toBe('saving');
  await vi.advanceTimersByTimeAsync(200);
  expect(editor.state()).toMatchObject({ saving: 'unstored', device: 'failed', waiting: 1 });
  expect(new Set(shown)).toEqual(new Set(['saving', 'unstored']));
  editor.close();
});

test('words that found no space are stored as soon as there is some', async () => {
  const { drafts, ops } = memoryDrafts();
  let isFull = true;
  const putOps: DraftStore['putOps'] = (all) =>
    isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : drafts.putOps(all);
  const editor = await editorOn({ ...drafts, putOps });
  editor.change(typing('Typed'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(editor.state()?.saving).toBe('unstored');
  isFull = false;
  editor.storeAgain();
  await vi.advanceTimersByTimeAsync(0);
  expect(editor.state()).toMatchObject({ saving: 'device', device: 'stored' });
  expect([...ops.values()]).toMatchObject([{ op: { changes: { name: 'Typed' } } }]);
  editor.close();
});

test('photos that the full device cannot store are named and stay for another attempt; the others and the words are stored', async () => {
  const { drafts, photos, ops } = memoryDrafts();
  let space = 11;
  const putPhoto: DraftStore['putPhoto'] = (photo) => {
    if (!photos.has(photo.media_id) && space-- <= 0)
      return Promise.reject(new DOMException('full', 'QuotaExceededError'));
    return drafts.putPhoto(photo);
  };
  const editor = await editorOn({ ...drafts, putPhoto });
  editor.change(typing('Every word'));
  const all = Array.from({ length: 20 }, (_, i) => file(i + 1));
  await editor.addPhotos(all, { item_id: 'i1', comment_id: 'c1' });
  await vi.advanceTimersByTimeAsync(0);
  expect([...photos.values()].map(({ name }) => name)).toEqual(all.slice(0, 11).map(({ name }) => name));
  const unstored = () => editor.state()?.photos.filter(({ isStored }) => !isStored) ?? [];
  expect(unstored().map(({ name }) => name)).toEqual(all.slice(11).map(({ name }) => name));
  expect(editor.state()).toMatchObject({ saving: 'unstored', waiting: 21 });
  expect(ops.size).toBe(1);
  space = 9;
  await editor.storePhotosAgain();
  expect(unstored()).toEqual([]);
  expect(photos.size).toBe(20);
  editor.close();
});

test('everything is stored again after the browser closed the store', async () => {
  const stored = memoryDrafts();
  let lost = () => {};
  const drafts: DraftStore = {
    ...stored.drafts,
    onLost(listener) {
      lost = listener;
    },
  };
  const editor = await editorOn(drafts);
  editor.change(typing('Two hundred letters'));
  await editor.addPhotos([file(1)], { item_id: 'i1', comment_id: null });
  // The browser cleared the site.
  stored.ops.clear();
  stored.photos.clear();
  lost();
  await vi.advanceTimersByTimeAsync(2000);
  expect([...stored.ops.values()]).toMatchObject([{ op: { changes: { name: 'Two hundred letters' } } }]);
  expect(stored.photos.size).toBe(1);
  editor.close();
});

test('the browser is asked for lasting storage at the first save without a connection', async () => {
  const keepsOnDevice = vi.fn();
  const editor = await editorOn(memoryDrafts().drafts, { keepsOnDevice });
  expect(keepsOnDevice).not.toHaveBeenCalled();
  editor.change(typing('Typed'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(keepsOnDevice).toHaveBeenCalled();
  expect(editor.state()?.saving).toBe('device');
  editor.close();
});

test('a draft in the format of 26 November 2026 is opened and sent once', async () => {
  const { drafts, ops } = memoryDrafts();
  const stored = structuredClone(oldDraft) as unknown as StoredReport;
  for (const each of stored.ops) ops.set(each.op.op_id, { rev: 0, ...each });
  const sent: unknown[] = [];
  const editor = await editorOn(
    { ...drafts, load: async () => stored },
    {
      load: async () => ({ ...smallReport, rev: 9 }),
      save: async (rev, all) => {
        sent.push([rev, all.map((op) => op.op_id)]);
        const results = all.map(({ op_id }) => ({ op_id, refused: null }));
        return { rev: 10, status: 'in_progress', behind: false, results };
      },
    },
  );
  expect(editor.state()?.conflicts).toMatchObject([{ by: 'Ben', op: { op_id: 'op-2' } }]);
  expect(await editor.flush()).toBe(true);
  // Made on revision 7: the server compares with what others wrote since.
  expect(sent).toEqual([[7, ['op-1']]]);
  expect([...ops.keys()]).toEqual(['op-2']);
  editor.close();
});
