import { describe, expect, test } from 'vitest';
import { newIdsFor } from '#domain/reports/operations/copy-ops.ts';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { getTemplate, listTemplates } from '#features/templates/contract.ts';
import { patchTemplate } from '#features/templates/editing-contract.ts';
import { listLibraryComments } from '#features/templates/library-contract.ts';
import { newId } from '#server/ids.ts';
import { makePicture } from '#testing/make-picture.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { FullReport } from '../contract.ts';
import { copyReport, duplicateSection } from '../copy-contract.ts';
import { addMedia, changeMedia, removeMedia } from '../editing-contract.ts';
import { favorComment, getCommentLibrary, saveToTemplate, searchLibrary } from '../library-contract.ts';
import { contentOf } from '../present.ts';
import { getMedia } from '../reading-contract.ts';
import { createOpenedReport, findComment, op, readFull, saves } from '../report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';
const again = (owner: Awaited<ReturnType<typeof createOpenedReport>>['owner'], order_id: string) =>
  createOpenedReport(
    { ...testApp.create, owner: async () => owner },
    { date_time: '2031-01-13T09:00', order_id },
  );

async function addPhoto(
  { owner, report }: Awaited<ReturnType<typeof createOpenedReport>>,
  place: { item_id: string; comment_id?: string; location?: string },
) {
  const file = new File([await makePicture(60, 40)], 'roof.jpg', { type: 'image/jpeg' });
  const { media } = await owner.call(addMedia, { id: report.id, media_id: newId(), ...place, file });
  return media;
}

async function templateOf(owner: Awaited<ReturnType<typeof createOpenedReport>>['owner']): Promise<string> {
  const { pageData } = await owner.call(listTemplates, {});
  return pageData[0]?.id ?? '';
}

const roofOf = (report: FullReport) => {
  const found = report.sections.find(({ items }) =>
    items.some(({ comments }) => comments.some(({ name }) => name === shingles)),
  );
  if (!found) throw new Error('no roof');
  return found;
};

describe('one defect in several locations', () => {
  test('has photos of each location, which stay with it when the location is removed', async () => {
    const opened = await createOpenedReport(testApp.create);
    const { owner } = opened;
    const comment = findComment(opened.report, shingles);
    const { rev } = await saves(owner, opened.report, [
      op({
        type: 'update_comment',
        comment_id: comment.id,
        changes: { included: true, locations: ['Front', 'Rear', 'Garage'] },
      }),
    ]);
    const place = { item_id: comment.item_id, comment_id: comment.id };
    const rear = await addPhoto(opened, { ...place, location: 'Rear' });
    const nowhere = await addPhoto(opened, { ...place, location: 'Moon' });
    expect([rear.location, nowhere.location]).toEqual(['Rear', undefined]);
    const { id } = opened.report;
    const moved = await owner.call(changeMedia, { id, mediaId: nowhere.id, location: 'Front' });
    expect(moved.media.location).toBe('Front');
    const wrong = await owner.request(changeMedia, { id, mediaId: nowhere.id, location: 'Moon' });
    expect(wrong.error?.type).toBe('BAD_USER_INPUT');
    await saves(owner, { id, rev: rev + 3 }, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { locations: ['Front', 'Garage'] } }),
    ]);
    const after = await readFull(owner, id);
    const media = after.sections.flatMap(({ items }) => items.flatMap((item) => item.media));
    expect(media.map((photo) => [photo.id, photo.comment_id, photo.location])).toEqual([
      [rear.id, comment.id, undefined],
      [nowhere.id, comment.id, 'Front'],
    ]);
  });
});

describe('copying', () => {
  test('a section with its photos gives the copies new addresses', async () => {
    const opened = await createOpenedReport(testApp.create);
    const { owner, report } = opened;
    const comment = findComment(report, shingles);
    await saves(owner, report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { included: true, name: 'Worn' } }),
    ]);
    const photo = await addPhoto(opened, { item_id: comment.item_id, comment_id: comment.id });
    const before = await readFull(owner, report.id);
    const original = contentOf(before).sections.find(({ items }) =>
      items.some(({ id }) => id === comment.item_id),
    );
    if (!original) throw new Error('no section');
    const ids = newIdsFor([original], newId);
    const change = op({
      type: 'copy_section',
      section_id: original.id,
      name: 'Roof 2',
      extent: 'photos',
      after_id: original.id,
      ids,
    });
    const first = await saves(owner, before, [change]);
    const repeated = await saves(owner, before, [change]);
    expect([first.behind, repeated.rev]).toEqual([true, first.rev]);
    const after = await readFull(owner, report.id);
    expect(after.sections.filter(({ name }) => name === 'Roof 2')).toHaveLength(1);
    const copy = after.sections.find(({ id }) => id === ids[original.id]);
    const copied = copy?.items.flatMap(({ media }) => media) ?? [];
    expect(copied).toHaveLength(1);
    expect(copied[0]?.public_id).not.toBe(photo.public_id);
    expect(copied[0]?.comment_id).toBe(ids[comment.id]);
    const publicIds = after.sections.flatMap(({ items }) =>
      items.flatMap(({ comments }) => comments.map(({ public_id }) => public_id)),
    );
    expect(new Set(publicIds).size).toBe(publicIds.length);
  });

  test('keeps the files of a copied photo when its original is deleted for good', async () => {
    const opened = await createOpenedReport(testApp.create);
    const { owner, report } = opened;
    const comment = findComment(report, shingles);
    const photo = await addPhoto(opened, { item_id: comment.item_id });
    const section = roofOf(report);
    const copied = { id: report.id, sectionId: section.id, extent: 'photos' as const };
    const { section_id } = await owner.call(duplicateSection, copied);
    await owner.call(removeMedia, { id: report.id, mediaId: photo.id });
    await testApp.advanceTime('31 days');
    const again = await testApp.create.signInAgain(owner);
    const after = await readFull(again, report.id);
    const copy = after.sections.find(({ id }) => id === section_id)?.items.flatMap(({ media }) => media)[0];
    const picture = {
      reportId: after.public_id,
      mediaId: copy?.public_id ?? '',
      size: 'large' as const,
      t: after.team_pass,
    };
    expect((await testApp.visitor.request(getMedia, picture)).status).toBe(200);
  });

  test('a section by its route proposes the next number, once for a repeated request', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const section = roofOf(report);
    const input = { id: report.id, sectionId: section.id };
    const send = () => owner.call(duplicateSection, input, { idempotencyKey: 'twice' });
    const made = await send();
    expect((await send()).section_id).toBe(made.section_id);
    const names = (await readFull(owner, report.id)).sections.map(({ name }) => name);
    expect(names.filter((name) => name === `${section.name} 2`)).toHaveLength(1);
  });

  test('is refused with an id of another report', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const other = await again(owner, 'R-9');
    const section = roofOf(report);
    const ids = { [section.id]: other.report.sections[0]?.id ?? '' };
    const copy = { section_id: section.id, name: 'Copy', extent: 'structure' as const, after_id: null, ids };
    const { results } = await saves(owner, report, [op({ type: 'copy_section', ...copy })]);
    expect(results[0]?.refused).toBe('This ID is already in use');
  });

  test('a report to another appointment fills its report of the same template, once', async () => {
    const opened = await createOpenedReport(testApp.create);
    const { owner, report } = opened;
    const comment = findComment(report, shingles);
    await saves(owner, report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { included: true, name: 'Worn' } }),
    ]);
    await addPhoto(opened, { item_id: comment.item_id, comment_id: comment.id });
    const target = await again(owner, 'R-7');
    const input = { id: report.id, appointmentId: target.appointmentId, extent: 'photos' as const };
    const { report_id } = await owner.call(copyReport, input);
    expect(report_id).toBe(target.report.id);
    expect((await owner.call(copyReport, input)).report_id).toBe(report_id);
    const copy = await readFull(owner, report_id);
    expect(findComment(copy, 'Worn').id).not.toBe(comment.id);
    expect(copy.sections.flatMap(({ items }) => items.flatMap(({ media }) => media))).toHaveLength(1);
    expect(copy.sections).toHaveLength(report.sections.length);
    const back = await owner.request(copyReport, { id: report_id, appointmentId: opened.appointmentId });
    expect(back.error?.type).toBe('CONFLICT');
  });
});

describe('the library of comments', () => {
  test('has the favorites of each user, and how many reports use a comment', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const { template_comment_id: libraryId, id } = findComment(report, shingles);
    const commentId = libraryId ?? '';
    await saves(owner, report, [op({ type: 'update_comment', comment_id: id, changes: { included: true } })]);
    await owner.call(favorComment, { commentId, is_favorite: true });
    await owner.call(favorComment, { commentId, is_favorite: true });
    const library = await owner.call(getCommentLibrary, { id: report.id });
    expect(library.favorites).toEqual([commentId]);
    expect(library.uses).toContainEqual({ id: commentId, count: 1 });
    const member = await testApp.create.member(owner, { type: 'technician' });
    expect((await member.call(getCommentLibrary, { id: report.id })).favorites).toEqual([]);
    await owner.call(favorComment, { commentId, is_favorite: false });
    expect((await owner.call(getCommentLibrary, { id: report.id })).favorites).toEqual([]);
  });

  test('finds comments of every template by each word of their name, literally', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const find = async (search: string) =>
      (await owner.call(searchLibrary, { id: report.id, search })).comments.map(({ name }) => name);
    expect(await find('missing shing')).toContain(shingles);
    expect(await find('100% _')).toEqual([]);
  });

  test('finds the same comments as the library of the templates: in name, text and tags, folded, names first', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const { id, rev, sections } = await owner.call(getTemplate, { id: await templateOf(owner) });
    const item_id = sections[0]?.items[0]?.id ?? '';
    const add = (name: string, text: string) => ({
      op_id: newId(),
      type: 'add_comment' as const,
      after_id: null,
      comment: { id: newId(), item_id, kind: 3 as const, name, default_text: fromPlainText(text) },
    });
    const ops = [add('Anschluss', 'Die Ärmel fehlen'), add('Ärmel gerissen', 'Ersetzen')];
    await owner.call(patchTemplate, { id, rev, ops });
    for (const search of ['Ä', 'ärmel', 'ARMEL']) {
      const found = (await owner.call(searchLibrary, { id: report.id, search })).comments;
      const { pageData } = await owner.call(listLibraryComments, { text: search, perPage: 30 });
      if (search === 'Ä') expect(found).toHaveLength(pageData.length);
      else {
        expect(found.map(({ name }) => name)).toEqual(['Ärmel gerissen', 'Anschluss']);
        expect(pageData.map(({ name }) => name)).toEqual(['Anschluss', 'Ärmel gerissen']);
      }
    }
  });
});

describe('saving a comment to the template', () => {
  test('with can_add_new_comment alone adds it once and changes nothing else', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const writer = await testApp.create.member(owner, {
      type: 'technician',
      flags: { can_add_new_comment: true },
    });
    const item = roofOf(report).items[0];
    const id = newId();
    await saves(owner, report, [
      op({
        type: 'add_comment',
        comment: { id, item_id: item?.id ?? '', kind: 3, name: 'Moss', locations: ['Rear'] },
      }),
    ]);
    const template = await owner.call(getTemplate, { id: await templateOf(owner) });
    const refused = await writer.request(saveToTemplate, { reportId: report.id, commentId: id });
    // Only those who may edit the report have written something in it.
    expect(refused.error?.type).toBe('FORBIDDEN');
    const first = await owner.call(saveToTemplate, { reportId: report.id, commentId: id });
    const second = await owner.call(saveToTemplate, { reportId: report.id, commentId: id });
    expect(second.comment.template_comment_id).toBe(first.comment.template_comment_id);
    const after = await owner.call(getTemplate, { id: template.id });
    const added = after.sections
      .flatMap((section) => section.items.flatMap(({ comments }) => comments))
      .filter(({ name }) => name === 'Moss');
    expect(added.map(({ default_location, is_default }) => [default_location, is_default])).toEqual([
      ['', false],
    ]);
    const without = after.sections.map((section) => ({
      ...section,
      items: section.items.map((one) => ({
        ...one,
        comments: one.comments.filter(({ name }) => name !== 'Moss'),
      })),
    }));
    expect(without).toEqual(template.sections);
    const changed = await writer.request(patchTemplate, {
      id: template.id,
      rev: after.rev,
      ops: [{ op_id: newId(), type: 'remove_comment', comment_id: added[0]?.id ?? '' }],
    });
    expect(changed.error?.type).toBe('FORBIDDEN');
  });
});
