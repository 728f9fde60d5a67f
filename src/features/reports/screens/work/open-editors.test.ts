import { expect, test, vi } from 'vitest';
import { ApiFailure } from '#web/client/api-failure.ts';
import { newRecordId } from '../../../../web/editing/new-record-id.ts';
import type { MediaOnWire } from '../../media-contract.ts';
import { memoryDrafts, smallReport } from './drafts-for-tests.ts';
import { createEditor } from './editor-store.ts';
import type { EditorPorts } from './editor-types.ts';
import { createOpenEditors } from './open-editors.ts';

const ada = { id: 'ada', subscriber_id: 's' };
const noAnswer = () => new ApiFailure('NETWORK', 'no', 0, null, null);
const file = (name: string) => new File(['bytes'], `${name}.jpg`, { type: 'image/jpeg' });
const place = { item_id: 'i1', comment_id: 'c1' };

/** Windows of one device, whose uploads are controlled by the test. */
function device() {
  const stored = memoryDrafts();
  const requests: { name: string; arrives: () => void; signal: AbortSignal }[] = [];
  const saved: unknown[] = [];
  const load = vi.fn(async () => smallReport);
  const save = vi.fn<EditorPorts['save']>(async (rev, ops) => {
    saved.push(...ops);
    const results = ops.map(({ op_id }) => ({ op_id, refused: null }));
    return { rev: rev + 1, status: 'in_progress' as const, behind: false, results };
  });
  const close = vi.fn();
  const openWindow = () =>
    createOpenEditors({
      drafts: () => ({ ...stored.drafts, close }),
      newEditor: (reportId, drafts) =>
        createEditor(reportId, {
          load,
          save,
          upload: (sent, _, signal) =>
            new Promise((resolve, reject) => {
              const { item_id, comment_id, caption } = sent;
              const arrives = () =>
                resolve({ id: sent.media_id, item_id, comment_id, caption } as MediaOnWire);
              requests.push({ name: sent.file.name, arrives, signal });
              signal.addEventListener('abort', () => reject(new ApiFailure('ABORTED', '', 0, null, null)));
            }),
          abandonVideo: () => {},
          drafts,
          newId: newRecordId,
        }),
    });
  return { stored, requests, saved, load, save, close, openWindow };
}

const typing = (name: string) => ({ type: 'update_comment', comment_id: 'c1', changes: { name } }) as const;

test('finishes uploads after the page is left, and then closes the editor', async () => {
  const { openWindow, requests, stored, close } = device();
  const { editor, opened, leave } = openWindow().join('r1', ada);
  await opened;
  await editor.addPhotos(['1', '2', '3'].map(file), place);
  leave();
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  for (let i = 0; i < 3; i++) {
    await vi.waitFor(() => expect(requests.length).toBeGreaterThan(i));
    expect(requests[i]?.signal.aborted).toBe(false);
    requests[i]?.arrives();
  }
  await vi.waitFor(() => expect(stored.photos.size).toBe(0));
  expect(requests.map(({ name }) => name)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1));
});

test('sends text committed by a field while its page unmounts', async () => {
  const { openWindow, saved, close } = device();
  const { editor, opened, leave } = openWindow().join('r1', ada);
  await opened;
  // A page unmounts before its fields.
  leave();
  editor.change(typing('Last words'));
  await vi.waitFor(() => expect(saved).toMatchObject([{ changes: { name: 'Last words' } }]), {
    timeout: 500,
  });
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
});

test('returns the editor that is still sending, with the changes made by others since', async () => {
  const { openWindow, requests, load, saved } = device();
  const editors = openWindow();
  const first = editors.join('r1', ada);
  await first.opened;
  await first.editor.addPhotos([file('1')], place);
  first.leave();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  const again = editors.join('r1', ada);
  expect(again.editor).toBe(first.editor);
  expect(again.editor.state()?.photos).toMatchObject([{ state: 'uploading' }]);
  requests[0]?.arrives();
  await vi.waitFor(() => expect(again.editor.state()?.saving).toBe('saved'));
  again.editor.change(typing('Goes on'));
  again.leave();
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 20));
  load.mockClear();
  const later = editors.join('r1', ada);
  expect(later.editor).not.toBe(first.editor);
  await later.opened;
  expect(load).toHaveBeenCalledTimes(1);
});

test('stops uploads on sign-out, keeps them on the device and resumes them in the next window', async () => {
  const { openWindow, requests, stored, saved, save } = device();
  const editors = openWindow();
  const { editor, opened, leave } = editors.join('r1', ada);
  await opened;
  save.mockRejectedValueOnce(noAnswer());
  editor.change(typing('In the basement'));
  await editor.flush();
  await editor.addPhotos([file('1')], place);
  leave();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  editors.keepOnly('ben');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(stored.photos.size).toBe(1);
  const next = openWindow();
  const sent = next.send('r1', ada);
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  requests[1]?.arrives();
  expect(await sent).toBe(true);
  expect([stored.photos.size, stored.ops.size]).toEqual([0, 0]);
  expect(saved).toMatchObject([{ changes: { name: 'In the basement' } }]);
});

test('leaves conflicts on the device without blocking, and resumes automatically when back online', async () => {
  const { openWindow, save, stored, saved, close } = device();
  const first = openWindow();
  const { editor, opened, leave } = first.join('r1', ada);
  await opened;
  save.mockRejectedValueOnce(noAnswer());
  editor.change(typing('Mine'));
  leave();
  await vi.waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(saved).toEqual([]);
  const conflicts = () => [...stored.ops.keys()].map((op_id) => ({ op_id, by: 'Ben', at: '' }));
  save.mockImplementationOnce(async () => {
    throw new ApiFailure('CONFLICT', 'changed', 409, { conflicts: conflicts() }, {});
  });
  await vi.waitFor(() => expect(close).toHaveBeenCalledTimes(1), { timeout: 4000 });
  expect([...stored.ops.values()]).toMatchObject([{ conflict: { by: 'Ben' } }]);
  expect(await openWindow().send('r1', ada)).toBe(true);
  expect(saved).toEqual([]);
});

test('reports a risk of losing work only while something is not stored anywhere else', async () => {
  const { openWindow, stored, save } = device();
  const editors = openWindow();
  const { editor, opened } = editors.join('r1', ada);
  await opened;
  save.mockRejectedValue(noAnswer());
  editor.change(typing('Kept'));
  await vi.waitFor(() => expect(editors.isAtRisk()).toBe(false));
  const done = editors.holdOpen(editor);
  expect(editors.isAtRisk()).toBe(true);
  done();
  expect(editors.isAtRisk()).toBe(false);
  vi.spyOn(console, 'error').mockImplementationOnce(() => {});
  stored.drafts.putOps = () => Promise.reject(new Error('disk full'));
  const full = createOpenEditors({
    drafts: () => stored.drafts,
    newEditor: (reportId, drafts) =>
      createEditor(reportId, {
        load: async () => smallReport,
        save,
        upload: () => new Promise(() => {}),
        abandonVideo: () => {},
        drafts,
        newId: newRecordId,
      }),
  });
  const other = full.join('r1', ada);
  await other.opened;
  other.editor.change(typing('Nowhere'));
  await new Promise((tick) => setTimeout(tick));
  expect(full.isAtRisk()).toBe(true);
  editors.keepOnly(null);
  full.keepOnly(null);
});

test('keeps for its user what the device could not store when the session is lost', async () => {
  const { openWindow, stored, save, saved, close } = device();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  stored.drafts.putOps = () => Promise.reject(new Error('disk full'));
  const accept = save.getMockImplementation();
  save.mockRejectedValue(new ApiFailure('UNAUTHENTICATED', 'revoked', 401, null, null));
  const editors = openWindow();
  const first = editors.join('r1', ada);
  await first.opened;
  first.editor.change(typing('Nowhere else'));
  await first.editor.flush();
  editors.keepOnly(null, true);
  first.leave();
  await new Promise((tick) => setTimeout(tick, 20));
  expect(close).not.toHaveBeenCalled();
  const again = editors.join('r1', ada);
  expect(again.editor).toBe(first.editor);
  if (accept) save.mockImplementation(accept);
  await vi.waitFor(async () => expect(await again.editor.flush()).toBe(true));
  expect(saved).toMatchObject([{ changes: { name: 'Nowhere else' } }]);
  again.editor.change(typing('Of another session'));
  editors.keepOnly('ben');
  expect(close).toHaveBeenCalledTimes(1);
  vi.restoreAllMocks();
});

test('keeps the editor open while files are prepared for it, even after its page is left', async () => {
  const { openWindow, requests, close } = device();
  const editors = openWindow();
  const { editor, opened, leave } = editors.join('r1', ada);
  await opened;
  const done = editors.holdOpen(editor);
  leave();
  await new Promise((tick) => setTimeout(tick, 20));
  expect(close).not.toHaveBeenCalled();
  await editor.addPhotos([file('late')], place);
  done();
  await vi.waitFor(() => expect(requests).toHaveLength(1));
  requests[0]?.arrives();
  await vi.waitFor(() => expect(close).toHaveBeenCalled());
});
