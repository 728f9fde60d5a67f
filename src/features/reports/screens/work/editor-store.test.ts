import { beforeEach, describe, expect, test, vi } from 'vitest';
import { defaultMark } from '#domain/reports/photos/photo-marks.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as editing from '../../editing-contract.ts';
import { createOpenedReport, findComment, readFull } from '../../report-for-tests.ts';
import { device, openOn, photo } from './devices/device-for-tests.ts';
import type { Editor } from './editor-types.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

const commentOf = (editor: Editor, name: string) => {
  const all = editor
    .state()
    ?.content.sections.flatMap((section) => section.items.flatMap((item) => item.comments));
  const found = all?.find((comment) => comment.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

let owner: TestUser;
let reportId: string;
beforeEach(async () => {
  const made = await createOpenedReport(testApp.create);
  owner = made.owner;
  reportId = made.report.id;
});

describe('the report editor', () => {
  test('keeps a photo canceled during its upload out of the report, without showing a refusal', async () => {
    for (const isFaster of [true, false]) {
      const on = device();
      // Holds the upload until the user has canceled it, however fast the server is.
      let resumeUpload = () => {};
      on.mayUpload = new Promise((resolve) => {
        resumeUpload = resolve;
      });
      const editor = await openOn(owner, reportId, on);
      const { item_id, id } = commentOf(editor, shingles);
      await editor.addPhotos([await photo()], { item_id, comment_id: id });
      const [shown] = editor.state()?.photos ?? [];
      await vi.waitFor(() => expect(editor.state()?.photos).toMatchObject([{ state: 'uploading' }]));
      const sent = { id: reportId, media_id: shown?.media_id ?? '', item_id, file: await photo() };
      if (isFaster) await owner.call(editing.addMedia, sent);
      editor.dropPhoto(sent.media_id);
      resumeUpload();
      expect(await editor.flush()).toBe(true);
      // The same request arriving late.
      await owner.request(editing.addMedia, sent);
      expect(editor.state()).toMatchObject({ photos: [], refused: [] });
      const items = (await readFull(owner, reportId)).sections.flatMap((section) => section.items);
      expect(items.flatMap((item) => item.media)).toEqual([]);
      editor.close();
    }
  });

  test('is neither saved nor in sync while photos are prepared, and knows the newest revision afterwards', async () => {
    const editor = await openOn(owner, reportId, device());
    const { item_id } = commentOf(editor, shingles);
    const done = editor.prepare();
    expect(editor.state()?.saving).toBe('saving');
    expect(await editor.sync()).toBe(false);
    await editor.addPhotos([await photo()], { item_id, comment_id: null });
    done();
    await vi.waitFor(() => expect(editor.state()?.saving).toBe('saved'));
    expect(await editor.sync()).toBe(true);
    expect(editor.state()?.report.rev).toBe((await readFull(owner, reportId)).rev);
    editor.close();
  });

  test('saves after a pause and merges typing into one change', async () => {
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id } = commentOf(editor, shingles);
    for (const name of ['W', 'Wo', 'Worn'])
      editor.change({ type: 'update_comment', comment_id: id, changes: { name } });
    expect(editor.state()).toMatchObject({ saving: 'saving', waiting: 1 });
    await vi.waitFor(() => expect(editor.state()?.saving).toBe('saved'), { timeout: 3000 });
    expect(findComment(await readFull(owner, reportId), 'Worn').id).toBe(id);
    expect(on.ops.size).toBe(0);
    editor.close();
  });

  test('loses nothing when the tab is closed before the pause, and repeats nothing after a lost response', async () => {
    const on = device();
    const first = await openOn(owner, reportId, on);
    const { id } = commentOf(first, shingles);
    first.change({ type: 'update_comment', comment_id: id, changes: { name: 'Typed' } });
    first.close();
    on.losesAnswers = 1;
    const second = await openOn(owner, reportId, { ...on, losesAnswers: 0 });
    expect(commentOf(second, 'Typed').id).toBe(id);
    expect(await second.flush()).toBe(true);
    second.close();

    const third = await openOn(owner, reportId, on);
    on.losesAnswers = 1;
    third.change({ type: 'update_comment', comment_id: id, changes: { name: 'Again' } });
    expect(await third.flush()).toBe(false);
    expect(third.state()?.saving).toBe('device');
    third.change({ type: 'update_comment', comment_id: id, changes: { name: 'Again and more' } });
    expect(await third.flush()).toBe(true);
    expect(third.state()?.conflicts).toEqual([]);
    expect(findComment(await readFull(owner, reportId), 'Again and more').id).toBe(id);
    third.close();
  });

  test('loses and duplicates nothing when offline for a while, including photos', async () => {
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id, item_id } = commentOf(editor, shingles);
    on.isOnline = false;
    editor.change({ type: 'update_comment', comment_id: id, changes: { included: true } });
    await editor.addPhotos(await Promise.all(Array.from({ length: 6 }, photo)), { item_id, comment_id: id });
    expect(await editor.flush()).toBe(false);
    const [one, second, third] = editor.state()?.photos.map(({ media_id }) => media_id) ?? [];
    editor.captionPhoto(one ?? '', 'Ridge');
    const mark = (x: number) => ({
      ...{ kind: 'text' as const, points: [[x, 0.5]] as [number, number][], text: `Mark at ${x}` },
      ...defaultMark,
    });
    const crop = { x: 0, y: 0, width: 0.5, height: 0.5 };
    editor.annotatePhoto(second ?? '', { annotations: [mark(0.25)], edit: null });
    editor.annotatePhoto(third ?? '', { annotations: [mark(0.75)], edit: { rotation: 90, crop } });
    editor.close();
    on.isOnline = true;
    const again = await openOn(owner, reportId, on);
    on.losesAnswers = 1;
    await vi.waitFor(() => expect(again.state()).toMatchObject({ saving: 'saved', waiting: 0 }), {
      timeout: 10_000,
    });
    const now = await readFull(owner, reportId);
    const media = now.sections.flatMap((section) => section.items.flatMap((item) => item.media));
    expect(media).toHaveLength(6);
    expect(media.filter((each) => each.comment_id === id)).toHaveLength(6);
    expect(media.map((each) => each.caption)).toContain('Ridge');
    const drawn = (mediaId?: string) => media.find((each) => each.id === mediaId);
    expect(drawn(one)).toMatchObject({ annotations: [], edit: null });
    expect(drawn(second)).toMatchObject({ annotations: [mark(0.25)], edit: null });
    expect(drawn(third)).toMatchObject({ annotations: [mark(0.75)], edit: { rotation: 90, crop } });
    expect(on.photos.size).toBe(0);
    again.close();
  }, 20_000);

  test('lets the second of two editors of a field choose, and stores both values in the history', async () => {
    const other = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id, item_id } = commentOf(editor, shingles);
    const theirs = await openOn(other, reportId, device());
    theirs.change({ type: 'update_comment', comment_id: id, changes: { name: 'Theirs' } });
    await theirs.flush();
    editor.change({ type: 'set_rating', item_id, rating: 'D' });
    editor.change({ type: 'update_comment', comment_id: id, changes: { name: 'Mine' } });
    await editor.flush();
    const [conflict] = editor.state()?.conflicts ?? [];
    expect(conflict).toMatchObject({ by: 'Stan Staff', op: { changes: { name: 'Mine' } } });
    expect(commentOf(editor, 'Theirs').id).toBe(id);
    expect(
      (await readFull(owner, reportId)).sections.flatMap((s) => s.items).find((item) => item.id === item_id)
        ?.rating,
    ).toBe('D');
    editor.takeTheirs(conflict?.op.op_id ?? '');
    expect(await editor.flush()).toBe(true);
    expect(editor.state()?.conflicts).toEqual([]);
    const names = await testApp.readAs(owner.subscriberId, (r) =>
      r.db.selectFrom('report_ops').where('report_id', '=', reportId).orderBy('seq').select('op').execute(),
    );
    const written = names.flatMap(({ op }) => (op as { changes?: { name?: string } }).changes?.name ?? []);
    expect(written).toEqual(['Theirs', 'Mine', 'Theirs']);
    editor.close();
    theirs.close();
  });

  test('sets aside a change refused by the server with its text, and saves the rest', async () => {
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id, item_id } = commentOf(editor, shingles);
    editor.change({ type: 'update_comment', comment_id: id, changes: { name: 'x'.repeat(300) } });
    editor.change({ type: 'set_rating', item_id, rating: 'IN' });
    expect(await editor.flush()).toBe(true);
    expect(editor.state()?.refused).toMatchObject([{ reason: 'At most 200 characters' }]);
    expect(commentOf(editor, shingles).id).toBe(id);
    expect((await readFull(owner, reportId)).status).toBe('in_progress');
    editor.close();
  });

  test('shows a photo refused for good once, and neither keeps saving nor waits for it', async () => {
    const editor = await openOn(owner, reportId, device());
    const { id, item_id } = commentOf(editor, shingles);
    const fake = new File(['%PDF-1.7 no photo'], 'p.jpg', { type: 'image/jpeg' });
    await editor.addPhotos([fake], { item_id, comment_id: id });
    await vi.waitFor(() => expect(editor.state()?.photos[0]?.state).toBe('refused'), { timeout: 3000 });
    expect(editor.state()).toMatchObject({
      saving: 'refused',
      waiting: 0,
      photos: [{ reason: 'File type not accepted' }],
    });
    expect(await editor.sync()).toBe(true);
    editor.dropPhoto(editor.state()?.photos[0]?.media_id ?? '');
    expect(editor.state()).toMatchObject({ saving: 'saved', photos: [] });
    editor.close();
  });

  test('shows a change refused locally with its text, and saves the rest', async () => {
    const editor = await openOn(owner, reportId, device());
    const { id } = commentOf(editor, shingles);
    const put = (changes: object) => editor.change({ type: 'update_comment', comment_id: id, changes });
    expect(put({ max_cost_cents: 200_000 })).toBeNull();
    const reason = 'The minimum cost is higher than the maximum';
    expect(put({ min_cost_cents: 300_000 })).toBe(reason);
    expect(editor.state()?.refused).toMatchObject([{ reason, op: { changes: { min_cost_cents: 300_000 } } }]);
    expect(await editor.flush()).toBe(true);
    expect(commentOf(editor, shingles)).toMatchObject({ min_cost_cents: 25_000, max_cost_cents: 200_000 });
    // Removing something that is already gone needs no notice.
    editor.change({ type: 'remove_comment', comment_id: id });
    editor.change({ type: 'remove_comment', comment_id: id });
    expect(editor.state()?.refused).toHaveLength(1);
    editor.close();
  });

  test('keeps a photo uploaded while an older state of the report is being loaded', async () => {
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id, item_id } = commentOf(editor, shingles);
    let arrives = () => {};
    const hasArrived = new Promise<void>((resolve) => {
      arrives = resolve;
    });
    on.onItsWay = async () => {
      on.onItsWay = () => Promise.resolve();
      await editor.addPhotos([await photo()], { item_id, comment_id: id });
      await vi.waitFor(() => expect(editor.state()?.photos).toEqual([]), { timeout: 5000 });
      arrives();
    };
    await editor.sync();
    await hasArrived;
    const shown = editor.state()?.content.sections.flatMap((s) => s.items.flatMap((item) => item.media));
    expect(shown).toMatchObject([{ comment_id: id }]);
    editor.close();
  });

  test('keeps a change saved while an older state of the report is being loaded', async () => {
    const on = device();
    const editor = await openOn(owner, reportId, on);
    const { id } = commentOf(editor, shingles);
    on.onItsWay = async () => {
      on.onItsWay = () => Promise.resolve();
      editor.change({ type: 'update_comment', comment_id: id, changes: { name: 'Worn' } });
      await editor.flush();
    };
    await editor.sync();
    expect(commentOf(editor, 'Worn').id).toBe(id);
    editor.close();
  });

  test('opens the stored report while offline', async () => {
    const on = device();
    (await openOn(owner, reportId, on)).close();
    on.isOnline = false;
    const editor = await openOn(owner, reportId, on);
    expect(editor.state()?.content.sections).toHaveLength(13);
    editor.close();
  });
});
