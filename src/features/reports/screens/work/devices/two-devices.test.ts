import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportComment } from '#domain/reports/reports.ts';
import { fromPlainText, type RichText, toPlainText } from '#domain/text/rich-text.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getReport } from '../../../contract.ts';
import { getPartHistory } from '../../../history-contract.ts';
import { publishReport } from '../../../publishing-contract.ts';
import { createOpenedReport, readFull } from '../../../report-for-tests.ts';
import type { Editor } from '../editor-types.ts';
import { device, openOn, photo } from './device-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

let owner: TestUser;
let other: TestUser;
let reportId: string;
beforeEach(async () => {
  const made = await createOpenedReport(testApp.create);
  owner = made.owner;
  reportId = made.report.id;
  other = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
});

const sectionsOf = (editor: Editor) => editor.state()?.content.sections ?? [];
const commentsOf = (editor: Editor): ReportComment[] =>
  sectionsOf(editor).flatMap((section) => section.items.flatMap((item) => item.comments));
const commentIn = (editor: Editor, id: string) => commentsOf(editor).find((comment) => comment.id === id);

/** A comment of the report's own, with a text. */
async function written(editor: Editor, name: string): Promise<{ id: string; item_id: string }> {
  const item_id = sectionsOf(editor)[0]?.items[0]?.id ?? '';
  const comment = {
    id: newId(),
    item_id,
    kind: 3 as const,
    name,
    text: fromPlainText('No GFCI at the sink.'),
  };
  editor.change({ type: 'add_comment', comment });
  expect(await editor.flush()).toBe(true);
  return comment;
}

describe('a comment that was deleted at the desk while the phone was offline', () => {
  /** The phone wrote 30 letters and took a photo; then it found a connection again. */
  async function reconnected() {
    const desk = await openOn(owner, reportId, device());
    const { id, item_id } = await written(desk, 'GFCI missing');
    await owner.call(publishReport, { id: reportId, send_to: [], confirmed: true });
    const on = device();
    const phone = await openOn(other, reportId, on);
    desk.change({ type: 'remove_comment', comment_id: id });
    expect(await desk.flush()).toBe(true);
    on.isOnline = false;
    const text = fromPlainText('Letters of the basement, thirty');
    phone.change({ type: 'update_comment', comment_id: id, changes: { text } });
    await phone.addPhotos([await photo()], { item_id, comment_id: id });
    await phone.flush();
    on.isOnline = true;
    await phone.flush();
    phone.retryPhoto(phone.state()?.photos[0]?.media_id ?? '');
    await vi.waitFor(() => expect(phone.state()?.photos[0]?.state).toBe('refused'), { timeout: 5000 });
    return { desk, phone, on, id, item_id };
  }

  test('is not brought back by itself: the letters and the photo wait for a decision, also after a restart', async () => {
    const { phone, on, id } = await reconnected();
    expect(commentIn(phone, id)).toBeUndefined();
    const removed = { by: expect.stringMatching(/\w/), at: expect.any(String), what: 'comment', id };
    const inTray = { refused: [{ removed }], photos: [{ removed }], waiting: 0 };
    expect(phone.state()).toMatchObject(inTray);
    expect(phone.state()?.refused[0]?.removed?.name).toBe('GFCI missing');
    phone.close();
    const again = await openOn(other, reportId, on);
    expect(again.state()).toMatchObject(inTray);
    again.discardRemoved({ what: 'comment', id });
    expect(again.state()).toMatchObject({ refused: [], photos: [] });
    expect([on.ops.size, on.photos.size]).toEqual([0, 0]);
    again.close();
  });

  test('comes back with its id, the letters, the photo and both texts in its history', async () => {
    const { phone, id } = await reconnected();
    const { public_id } = await readFull(owner, reportId);
    const before = await testApp.visitor.request(getReport, { reportId: public_id });
    phone.restoreRemoved({ what: 'comment', id });
    expect(await phone.flush()).toBe(true);
    await vi.waitFor(() => expect(phone.state()).toMatchObject({ photos: [], saving: 'saved' }), {
      timeout: 5000,
    });
    expect(await phone.sync()).toBe(true);
    const found = commentIn(phone, id);
    expect(found).toMatchObject({ id, name: 'GFCI missing' });
    expect(found?.text && toPlainText(found.text)).toBe('Letters of the basement, thirty');
    const media = sectionsOf(phone).flatMap((s) => s.items.flatMap((item) => item.media));
    expect(media).toMatchObject([{ comment_id: id }]);
    const history = await owner.call(getPartHistory, { id: reportId, part_id: id });
    const texts = history.pageData.flatMap(({ fields }) => fields).filter(({ name }) => name === 'text');
    const plain = (text: unknown) => text && toPlainText(text as RichText);
    expect(texts.map(({ before: old, after }) => [plain(old), plain(after)])).toContainEqual([
      'No GFCI at the sink.',
      'Letters of the basement, thirty',
    ]);
    expect(history.pageData.map(({ how }) => how)).toEqual([
      'changed',
      'restored',
      'changed',
      'removed',
      'added',
    ]);
    expect((await testApp.visitor.request(getReport, { reportId: public_id })).data).toEqual(before.data);
    phone.close();
  });
});

test('undo of an acknowledged rename keeps what someone else moved and added, and redo renames again', async () => {
  const a = await openOn(owner, reportId, device());
  const b = await openOn(other, reportId, device());
  const [roof] = sectionsOf(a);
  if (!roof) return expect.unreachable();
  a.change({ type: 'update_section', section_id: roof.id, changes: { name: 'Roofing' } });
  expect(await a.flush()).toBe(true);
  await b.sync();
  const x = newId();
  b.change({ type: 'move_section', section_id: roof.id, after_id: sectionsOf(b).at(-1)?.id ?? null });
  const item_id = roof.items[0]?.id ?? '';
  b.change({ type: 'add_comment', comment: { id: x, item_id, kind: 3, name: 'X' } });
  expect(await b.flush()).toBe(true);
  await a.sync();
  const seen = () => {
    const last = [...sectionsOf(a)].sort((one, two) => one.position - two.position).at(-1);
    return [last?.id, last?.name, commentIn(a, x)?.name];
  };
  expect(a.state()).toMatchObject({ canUndo: true, saving: 'saved' });
  a.undo();
  expect(seen()).toEqual([roof.id, roof.name, 'X']);
  a.redo();
  expect(seen()).toEqual([roof.id, 'Roofing', 'X']);
  expect(await a.flush()).toBe(true);
  expect(b.state()).toMatchObject({ canUndo: true, canRedo: false });
  b.undo();
  expect(commentIn(b, x)).toBeUndefined();
  for (const editor of [a, b]) editor.close();
});

test('undo leaves what someone else changed or moved since', async () => {
  const a = await openOn(owner, reportId, device());
  const b = await openOn(other, reportId, device());
  const [first, second, third] = sectionsOf(a);
  if (!first || !second || !third) return expect.unreachable();
  a.change({ type: 'update_section', section_id: first.id, changes: { name: 'Mine' } });
  a.change({ type: 'move_section', section_id: first.id, after_id: second.id });
  await a.flush();
  await b.sync();
  b.change({ type: 'update_section', section_id: first.id, changes: { name: 'Theirs' } });
  b.change({ type: 'move_section', section_id: first.id, after_id: third.id });
  await b.flush();
  await a.sync();
  a.undo();
  a.undo();
  const ids = () => [...sectionsOf(a)].sort((one, two) => one.position - two.position).map(({ id }) => id);
  expect(ids().slice(0, 3)).toEqual([second.id, third.id, first.id]);
  expect(sectionsOf(a).find(({ id }) => id === first.id)?.name).toBe('Theirs');
  for (const editor of [a, b]) editor.close();
});

test('a removed section comes back whole, with its photos', async () => {
  const a = await openOn(owner, reportId, device());
  const { id, item_id } = await written(a, 'Cracked');
  await a.addPhotos([await photo()], { item_id, comment_id: id });
  await vi.waitFor(() => expect(a.state()).toMatchObject({ photos: [], saving: 'saved' }), { timeout: 5000 });
  const before = await readFull(owner, reportId);
  const [section] = before.sections;
  a.change({ type: 'remove_section', section_id: section?.id ?? '' });
  expect(await a.flush()).toBe(true);
  expect((await readFull(owner, reportId)).sections).toHaveLength(before.sections.length - 1);
  a.undo();
  expect(await a.flush()).toBe(true);
  expect((await readFull(owner, reportId)).sections).toEqual(before.sections);
  a.close();
});

test('asks about a field that someone else changed, also after an earlier change of the same editor was saved', async () => {
  const on = device();
  const phone = await openOn(other, reportId, on);
  const desk = await openOn(owner, reportId, device());
  const [one, two] = commentsOf(phone);
  if (!one || !two) return expect.unreachable();
  on.isOnline = false;
  phone.change({ type: 'update_comment', comment_id: one.id, changes: { name: 'Phone one' } });
  await phone.flush();
  phone.change({ type: 'update_comment', comment_id: two.id, changes: { name: 'Phone two' } });
  await phone.flush();
  desk.change({ type: 'update_comment', comment_id: two.id, changes: { name: 'Desk two' } });
  desk.change({ type: 'update_comment', comment_id: one.id, changes: { tags: ['desk'] } });
  expect(await desk.flush()).toBe(true);
  on.isOnline = true;
  await phone.flush();
  expect(phone.state()?.conflicts).toMatchObject([{ op: { changes: { name: 'Phone two' } } }]);
  expect(commentIn(phone, one.id)).toMatchObject({ name: 'Phone one', tags: ['desk'] });
  expect(commentIn(phone, two.id)?.name).toBe('Desk two');
  phone.keepMine(phone.state()?.conflicts[0]?.op.op_id ?? '');
  expect(await phone.flush()).toBe(true);
  const { pageData } = await owner.call(getPartHistory, { id: reportId, part_id: two.id });
  expect(pageData[0]?.fields).toEqual([{ name: 'name', before: 'Desk two', after: 'Phone two' }]);
  for (const editor of [phone, desk]) editor.close();
});

test('shows what waits and keeps it on the device once the report is no longer the user’s to edit', async () => {
  const on = device();
  const phone = await openOn(other, reportId, on);
  const [one] = commentsOf(phone);
  on.isOnline = false;
  phone.change({ type: 'update_comment', comment_id: one?.id ?? '', changes: { name: 'Typed offline' } });
  await phone.flush();
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .updateTable('users')
      .set({ can_edit_schedule: false })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', '=', other.id)
      .execute(),
  );
  on.isOnline = true;
  await phone.flush();
  const waits = { stopped: [{ changes: { name: 'Typed offline' } }], waiting: 1, saving: 'device' };
  expect(phone.state()).toMatchObject(waits);
  phone.close();
  expect(on.ops.size).toBe(1);
});
