import { expect, test } from 'vitest';
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

test('changes of a template reach only later reports by themselves', async () => {
  const { owner, report } = await createOpenedReport(testApp.create);
  await changeTemplate(owner, { type: 'update_template', changes: { disclaimer: null } });
  expect((await readFull(owner, report.id)).sections).toEqual(report.sections);
});
