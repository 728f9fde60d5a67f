import { describe, expect, test } from 'vitest';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getReport } from '../contract.ts';
import { addMedia, type OpOnWire, patchReport, removeMedia } from '../editing-contract.ts';
import type { PublicReport } from '../public-report-contract.ts';
import { publishReport, unpublishReport } from '../publishing-contract.ts';
import { getMedia } from '../reading-contract.ts';
import { createOpenedReport, findComment, op, readFull } from '../report-for-tests.ts';
import { listVersions, restoreVersion } from '../versions-contract.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const company = setUpReportsCompany(testApp);
const shingles = 'Shingles damaged or missing';

async function save(owner: TestUser, id: string, ...ops: OpOnWire[]) {
  const { rev } = await readFull(owner, id);
  return owner.call(patchReport, { id, rev, ops });
}

const publish = (owner: TestUser, id: string) =>
  owner.call(publishReport, { id, without_sending: true, confirmed: true });

/** A report with one deficiency and one photo of it, published as version 1. */
async function published() {
  const made = await createOpenedReport(testApp.create);
  const { owner, report } = made;
  const comment = findComment(report, shingles);
  await save(
    owner,
    report.id,
    op({ type: 'update_comment', comment_id: comment.id, changes: { included: true } }),
  );
  const media_id = newId();
  await owner.call(addMedia, {
    id: report.id,
    media_id,
    item_id: comment.item_id,
    comment_id: comment.id,
    file: await photoWithGps(),
  });
  await publish(owner, report.id);
  return { ...made, comment, media_id };
}

async function readVersion(owner: TestUser, publicId: string, version?: number): Promise<PublicReport> {
  const shown = await owner.call(getReport, { reportId: publicId, ...(version ? { version } : {}) });
  if (shown.projection !== 'public') throw new Error('not the public report');
  return shown;
}

const defectOf = (report: PublicReport) =>
  report.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .find((each) => each.kind === 3);

describe('versions of a report', () => {
  test('say what changed, exactly', async () => {
    const { owner, report, comment } = await published();
    const other = findComment(report, 'Covering near the end of its service life');
    await save(
      owner,
      report.id,
      op({
        type: 'update_comment',
        comment_id: comment.id,
        changes: { text: fromPlainText('All of them.'), category: 3 },
      }),
      op({ type: 'update_comment', comment_id: other.id, changes: { included: true } }),
      op({ type: 'set_rating', item_id: comment.item_id, rating: 'D' }),
      op({ type: 'move_section', section_id: report.sections[3]?.id ?? '', after_id: null }),
    );
    await publish(owner, report.id);
    const { versions } = await owner.call(listVersions, { reportId: report.public_id });
    expect(versions.map((each) => each.version)).toEqual([2, 1]);
    expect(versions[0]?.changes).toEqual([
      { what: 'item', how: 'changed', path: ['Roof', 'Coverings'], fields: ['rating'], restore: null },
      {
        what: 'comment',
        how: 'changed',
        path: ['Roof', 'Coverings', shingles],
        fields: ['text', 'category'],
        restore: { version: 1, comment_id: comment.id },
      },
      { what: 'comment', how: 'added', path: ['Roof', 'Coverings', other.name], fields: [], restore: null },
    ]);
    expect(versions[1]?.changes).toEqual([]);
  });

  test('stay readable by their number, with the photos they had', async () => {
    const { owner, report, comment, media_id } = await published();
    const first = await readVersion(owner, report.public_id);
    await owner.call(removeMedia, { id: report.id, mediaId: media_id });
    await save(
      owner,
      report.id,
      op({ type: 'update_comment', comment_id: comment.id, changes: { name: 'Shingles gone' } }),
    );
    await publish(owner, report.id);
    await testApp.advanceTime('40 days');
    await testApp.runDueJobs();
    const later = await testApp.create.signInAgain(owner);
    const [old, now] = [
      await readVersion(later, report.public_id, 1),
      await readVersion(later, report.public_id),
    ];
    expect(old.version).toEqual({ number: 1, newest: 2 });
    expect(now.version).toEqual({ number: 2, newest: 2 });
    expect(old.sections).toEqual(first.sections);
    expect(defectOf(now)).toMatchObject({ name: 'Shingles gone', photos: [] });
    const missing = await later.request(getReport, { reportId: report.public_id, version: 3 });
    expect(missing.status).toBe(404);
  });

  test('come back whole, equal byte for byte', async () => {
    const { owner, report, comment, media_id } = await published();
    const before = await readFull(owner, report.id);
    await owner.call(removeMedia, { id: report.id, mediaId: media_id });
    await save(
      owner,
      report.id,
      op({ type: 'remove_section', section_id: report.sections[2]?.id ?? '' }),
      op({ type: 'update_comment', comment_id: comment.id, changes: { name: 'Wrong', tags: ['x'] } }),
      op({
        type: 'add_item',
        item: { id: newId(), section_id: report.sections[0]?.id ?? '', name: 'Extra' },
        after_id: null,
      }),
    );
    await owner.call(restoreVersion, { id: report.id, version: 1 });
    const after = await readFull(owner, report.id);
    expect(after.sections).toEqual(before.sections);
    // What came back still knows its part of the template.
    const missing = await testApp.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('report_sections')
        .where('report_id', '=', report.id)
        .where('template_section_id', 'is', null)
        .select('name')
        .execute(),
    );
    expect(missing).toEqual([]);
    await publish(owner, report.id);
    const [one, two] = [
      await readVersion(owner, report.public_id, 1),
      await readVersion(owner, report.public_id, 2),
    ];
    expect(two.sections).toEqual(one.sections);
    expect((await owner.call(listVersions, { reportId: report.public_id })).versions[0]?.changes).toEqual([]);
  });

  test('give back one comment with its photo, and leave the rest', async () => {
    const { owner, report, comment, media_id } = await published();
    await save(
      owner,
      report.id,
      op({ type: 'remove_comment', comment_id: comment.id }),
      op({ type: 'remove_media', media_id }),
      op({ type: 'set_rating', item_id: comment.item_id, rating: 'NI' }),
    );
    await owner.call(restoreVersion, { id: report.id, version: 1, comment_id: comment.id });
    const after = await readFull(owner, report.id);
    const item = after.sections
      .flatMap((section) => section.items)
      .find((each) => each.id === comment.item_id);
    expect(item?.rating).toBe('NI');
    expect(item?.media).toMatchObject([{ id: media_id, comment_id: comment.id }]);
    expect(findComment(after, shingles)).toMatchObject({ id: comment.id, included: true });
    const wrong = await owner.request(restoreVersion, { id: report.id, version: 1, comment_id: newId() });
    expect(wrong.error?.details).toHaveProperty('comment_id');
    expect(
      (await owner.request(restoreVersion, { id: report.id, version: 9 })).error?.details,
    ).toHaveProperty('version');
  });

  test('that were withdrawn stay with the team; their link shows the newest', async () => {
    const made = await company.written({ open: true, ended: true });
    const { owner, report, comment } = made;
    const photo = newId();
    await owner.call(addMedia, {
      id: report.id,
      media_id: photo,
      item_id: comment.item_id,
      comment_id: comment.id,
      file: await photoWithGps(),
    });
    await publish(owner, report.id);
    const read = (version: number) =>
      testApp.visitor.call(getReport, { reportId: report.public_id, version });
    const shown = await read(1);
    expect(shown).toMatchObject({ version: { number: 1, newest: 1 } });
    const picture = defectOf(shown as PublicReport)?.photos[0]?.id ?? '';
    await owner.call(unpublishReport, { id: report.id });
    await owner.call(removeMedia, { id: report.id, mediaId: photo });
    await publish(owner, report.id);
    expect(await read(1)).toMatchObject({ version: { number: 2, newest: 2 } });
    const asked = { reportId: report.public_id, mediaId: picture, size: 'thumb', version: 1 };
    expect((await testApp.visitor.request(getMedia, asked)).status).toBe(404);
    const seen = await testApp.visitor.call(listVersions, { reportId: report.public_id });
    expect(seen.versions).toMatchObject([{ version: 2, published_by: null, changes: [] }]);
    expect((await owner.call(listVersions, { reportId: report.public_id })).versions).toHaveLength(2);
    expect(await readVersion(owner, report.public_id, 1)).toMatchObject({ version: { number: 1 } });
  });

  test('keep photos that readers did not see, and find a comment that was moved', async () => {
    const { owner, report, comment, media_id } = await published();
    const to = report.sections[0]?.items[0]?.id ?? '';
    const hide = (included: boolean) =>
      save(owner, report.id, op({ type: 'update_comment', comment_id: comment.id, changes: { included } }));
    await hide(false);
    const other = findComment(report, 'Covering near the end of its service life');
    await save(
      owner,
      report.id,
      op({ type: 'update_comment', comment_id: other.id, changes: { included: true } }),
    );
    await publish(owner, report.id);
    await owner.call(removeMedia, { id: report.id, mediaId: media_id });
    await testApp.advanceTime('40 days');
    await testApp.runDueJobs();
    const later = await testApp.create.signInAgain(owner);
    await save(
      later,
      report.id,
      op({ type: 'move_comment', comment_id: comment.id, item_id: to, after_id: null }),
    );
    await later.call(restoreVersion, { id: report.id, version: 2, comment_id: comment.id });
    const items = (await readFull(later, report.id)).sections.flatMap((section) => section.items);
    const holders = items.filter((item) => item.comments.some((each) => each.id === comment.id));
    expect(holders.map((item) => item.id)).toEqual([comment.item_id]);
    expect(holders[0]?.media).toMatchObject([{ id: media_id, comment_id: comment.id }]);
  });
});
