import { expect, test } from 'vitest';
import { fullMessage, reportLimits } from '#domain/reports/operations/content-parts.ts';
import { getTemplate, listTemplates } from '#features/templates/contract.ts';
import { patchTemplate, type TemplateOpOnWire } from '#features/templates/editing-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { patchReport } from '../editing-contract.ts';
import { createOpenedReport, findComment, op, readFull } from '../report-for-tests.ts';
import { getTemplateChanges, takeOverTemplate } from '../take-over-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';

async function residential(owner: TestUser) {
  const { pageData } = await owner.call(listTemplates, { text: 'residential' });
  return owner.call(getTemplate, { id: pageData[0]?.id ?? '' });
}

async function changeTemplate(owner: TestUser, ...ops: object[]) {
  const template = await residential(owner);
  const sent = ops.map((each) => ({ op_id: newId(), ...each }) as TemplateOpOnWire);
  return owner.call(patchTemplate, { id: template.id, rev: template.rev, ops: sent });
}

test('a report takes over what changed in its template, once, and keeps what was written', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  const template = await residential(owner);
  const roof = template.sections[1];
  const coverings = roof?.items[0];
  const defect = coverings?.comments.find((comment) => comment.name === shingles);
  const flashing = roof?.items[1]?.comments[0];
  const own = findComment(report, shingles);
  await owner.call(patchReport, {
    id: report.id,
    rev: report.rev,
    ops: [
      op({ type: 'update_comment', comment_id: own.id, changes: { included: true, name: 'Shingles torn' } }),
    ],
  });
  expect(await owner.call(getTemplateChanges, { id: report.id })).toEqual({
    version: 1,
    current: 1,
    lines: [],
  });

  const changed = await changeTemplate(
    owner,
    {
      type: 'update_comment',
      comment_id: defect?.id,
      changes: { name: 'Shingles damaged', recommendation: 'Handyman' },
    },
    { type: 'remove_comment', comment_id: flashing?.id },
    { type: 'add_item', item: { id: newId(), section_id: roof?.id, name: 'Ridge' }, after_id: coverings?.id },
  );
  expect(changed.version, 'the version that reports were made from stays').toBe(2);
  const seen = await owner.call(getTemplateChanges, { id: report.id });
  expect(seen).toMatchObject({ version: 1, current: 2 });
  expect(seen.lines.map(({ how, path }) => `${how} ${path.at(-1)}`)).toEqual([
    'changed Shingles damaged',
    'added Ridge',
    `removed ${flashing?.name}`,
  ]);
  expect((await owner.request(takeOverTemplate, { id: report.id, version: 1 })).error?.type).toBe('CONFLICT');

  const [first, second] = await Promise.all([
    owner.request(takeOverTemplate, { id: report.id, version: 2 }),
    owner.request(takeOverTemplate, { id: report.id, version: 2 }),
  ]);
  expect([first.status, second.status]).toEqual([200, 200]);
  const after = await readFull(owner, report.id);
  expect(after.sections[1]?.items.map((item) => item.name).slice(0, 2)).toEqual(['Coverings', 'Ridge']);
  expect(after.sections[1]?.items.filter((item) => item.name === 'Ridge')).toHaveLength(1);
  expect(findComment(after, 'Shingles torn')).toMatchObject({ included: true, recommendation: 'Handyman' });
  expect(JSON.stringify(after)).not.toContain(flashing?.name);
  expect((await owner.call(getTemplateChanges, { id: report.id })).lines).toEqual([]);
});

const text = (content: string) => ({ type: 'doc', content: [paragraph(content)] });
const paragraph = (content: string) => ({ type: 'paragraph', content: [{ type: 'text', text: content }] });

test('the report’s own fields change with a new revision, in the history', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  const template = await residential(owner);
  const [first, ...others] = template.ratings;
  await changeTemplate(owner, {
    type: 'update_template',
    changes: { disclaimer: text('New words'), ratings: [{ ...first, label: 'Checked' }, ...others] },
  });
  const { lines } = await owner.call(getTemplateChanges, { id: report.id });
  expect(lines).toEqual([{ what: 'report', how: 'changed', path: [] }]);
  const { rev } = await owner.call(takeOverTemplate, { id: report.id, version: 2 });
  expect(rev).toBe(report.rev + 1);
  const after = await readFull(owner, report.id);
  expect(JSON.stringify(after.disclaimer)).toContain('New words');
  expect(after).toMatchObject({ rev, header_text: report.header_text });
  expect(after.ratings[0]?.label).toBe('Checked');
  const history = await testApp.readAs(owner.subscriberId, (r) =>
    r.db
      .selectFrom('report_ops')
      .where('report_id', '=', report.id)
      .where('rev', '=', rev)
      .select(['op', 'before'])
      .execute(),
  );
  expect(history).toMatchObject([
    { op: { type: 'take_over_head' }, before: { disclaimer: report.disclaimer, ratings: report.ratings } },
  ]);
  const again = await owner.call(takeOverTemplate, { id: report.id, version: 2 });
  expect(again).toMatchObject({ rev, lines: [] });
});

/** Adds sections to the report until it is full. */
async function fill(owner: TestUser, id: string) {
  const { rev, sections } = await readFull(owner, id);
  const ops = Array.from({ length: reportLimits.sections - sections.length }, (_, i) =>
    op({ type: 'add_section', section: { id: newId(), name: `Room ${i}` }, after_id: null }),
  );
  await owner.call(patchReport, { id, rev, ops });
}

test('a full report takes over nothing rather than a part', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  await fill(owner, report.id);
  const walls = newId();
  await changeTemplate(
    owner,
    { type: 'update_template', changes: { disclaimer: text('New words') } },
    { type: 'add_section', section: { id: walls, name: 'Walls' }, after_id: null },
  );
  const before = await readFull(owner, report.id);
  const answer = await owner.request(takeOverTemplate, { id: report.id, version: 2 });
  expect(answer.error).toMatchObject({ type: 'CONFLICT', message: fullMessage });
  expect(await readFull(owner, report.id)).toEqual(before);
  expect((await owner.call(getTemplateChanges, { id: report.id })).version).toBe(1);
});

test('takes over more comments than one statement holds', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  const roof = (await residential(owner)).sections[1];
  for (const part of ['Ridge', 'Valley', 'Eaves']) {
    const item_id = newId();
    const comments = Array.from({ length: 1000 }, (_, i) => ({
      ...{ id: newId(), item_id, kind: 3, name: `${part} ${i}` },
    }));
    const item = { id: item_id, section_id: roof?.id, name: part, comments };
    await changeTemplate(owner, { type: 'add_item', item, after_id: null });
  }
  const { current } = await owner.call(getTemplateChanges, { id: report.id });
  await owner.call(takeOverTemplate, { id: report.id, version: current });
  const after = await readFull(owner, report.id);
  const names = after.sections.flatMap(({ items }) => items.flatMap(({ comments }) => comments));
  expect(names.filter(({ name }) => /^(Ridge|Valley|Eaves) \d+$/.test(name))).toHaveLength(3000);
});

test('changes of a template reach only later reports by themselves', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  await changeTemplate(owner, { type: 'update_template', changes: { disclaimer: null } });
  expect((await readFull(owner, report.id)).sections).toEqual(report.sections);
});
