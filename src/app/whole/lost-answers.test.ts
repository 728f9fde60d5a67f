import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createOpenedReport, op, readFull } from '#features/reports/report-for-tests.ts';
import { getTemplate } from '#features/templates/contract.ts';
import { createTemplateRecords } from '#features/templates/records-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import { samplePicture } from '#server/documents/sample-pictures.ts';
import { newId, sha256Hex } from '#server/ids.ts';
import { type CuttableWay, cuttableWay } from '#testing/cut-connection.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });

let way: CuttableWay;
beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  way = await cuttableWay((testApp.app.server.address() as { port: number }).port);
});
afterAll(() => way.close());

interface Answer<T> {
  status: number;
  data: T;
}
interface Saved {
  rev: number;
  results: { op_id: string; refused: string | null }[];
}

/** Sends a request until there is an answer: the connection is cut three times after the server has done its work. */
async function repeatThroughCuts<T>(
  person: TestUser,
  path: string,
  request: RequestInit,
): Promise<Answer<T>> {
  const before = way.cuts();
  way.cutNext(3);
  const headers = { ...request.headers, authorization: `Bearer ${person.token}` };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    const answer = await fetch(`${way.origin}/api${path}`, { ...request, headers }).catch(() => null);
    if (!answer) continue;
    expect(way.cuts() - before).toBe(3);
    return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
  }
  return expect.unreachable('no answer');
}

/** Sends changes as an editor does, through the cuts. */
const sendThroughCuts = (person: TestUser, path: string, body: object) =>
  repeatThroughCuts<Saved>(person, path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

let owner: TestUser;
let report: Awaited<ReturnType<typeof readFull>>;
beforeEach(async () => {
  ({ owner, report } = await createOpenedReport(testApp.create));
});

test('five changes whose answer is lost three times are stored once, and the retries get the first result', async () => {
  const [section] = report.sections;
  const [item] = section?.items ?? [];
  const [comment] = item?.comments ?? [];
  const added = newId();
  const item_id = item?.id ?? '';
  const ops = [
    op({ type: 'set_rating', item_id, rating: 'IN' }),
    op({ type: 'add_comment', comment: { id: added, item_id, kind: 3, name: 'Loose' } }),
    op({ type: 'update_comment', comment_id: comment?.id ?? '', changes: { included: true } }),
    op({ type: 'update_section', section_id: section?.id ?? '', changes: { name: 'Roofing' } }),
    op({ type: 'set_rating', item_id, rating: 'unknown' }),
  ];
  const { status, data } = await sendThroughCuts(owner, `/v2/reports/${report.id}/ops`, {
    rev: report.rev,
    ops,
  });
  expect(status).toBe(200);
  expect(data.rev).toBe(report.rev + 1);
  expect(data.results.map(({ op_id }) => op_id)).toEqual(ops.map(({ op_id }) => op_id));
  expect(data.results.map(({ refused }) => refused !== null)).toEqual([false, false, false, false, true]);
  const after = await readFull(owner, report.id);
  expect(after.rev).toBe(report.rev + 1);
  const comments = after.sections.flatMap((each) => each.items.flatMap((one) => one.comments));
  expect(comments.filter(({ name }) => name === 'Loose')).toHaveLength(1);
  const stored = await testApp.readAs(owner.subscriberId, (r) =>
    r.db.selectFrom('report_ops').where('report_id', '=', report.id).select('op_id').execute(),
  );
  expect(stored).toHaveLength(5);
});

test('a section of a report is duplicated once, although the answer is lost three times', async () => {
  const [section] = report.sections;
  if (!section) return expect.unreachable();
  const parts = [
    section.id,
    ...section.items.flatMap((item) => [item.id, ...item.comments.map(({ id }) => id)]),
  ];
  const ids = Object.fromEntries(parts.map((id) => [id, newId()]));
  const copy = {
    type: 'copy_section' as const,
    section_id: section.id,
    name: 'Roof 2',
    after_id: section.id,
  };
  const ops = [op({ ...copy, extent: 'answers', ids })];
  const { status, data } = await sendThroughCuts(owner, `/v2/reports/${report.id}/ops`, {
    rev: report.rev,
    ops,
  });
  expect([status, data.rev]).toEqual([200, report.rev + 1]);
  const after = await readFull(owner, report.id);
  expect(after.sections).toHaveLength(report.sections.length + 1);
  expect(after.sections.filter(({ name }) => name === 'Roof 2')).toHaveLength(1);
});

test('a section of a template is duplicated once, although the answer is lost three times', async () => {
  const { spareTemplate: id, templateSection } = await createTemplateRecords(owner, 'Lost');
  const template = await owner.call(getTemplate, { id });
  const section_id = newId();
  const section = { id: section_id, name: 'Copy', items: [{ id: newId(), section_id, name: 'Item' }] };
  const ops = [{ op_id: newId(), type: 'add_section', section, after_id: templateSection }];
  const { status, data } = await sendThroughCuts(owner, `/v2/templates/${id}/ops`, {
    rev: template.rev,
    ops,
  });
  expect([status, data.rev]).toEqual([200, template.rev + 1]);
  const after = await owner.call(getTemplate, { id });
  expect(after.sections.filter(({ name }) => name === 'Copy')).toMatchObject([{ items: [{ name: 'Item' }] }]);
});

test('a photo of 1 MB whose answer is lost three times is stored once, and the retries get the first result', async () => {
  const bytes = new Uint8Array(await samplePicture(7, 2000, 1500, 92));
  expect(bytes.length).toBeGreaterThan(1e6);
  const item_id = report.sections[0]?.items[0]?.id ?? '';
  const form = new FormData();
  const fields = { media_id: newId(), item_id, caption: 'Rear slope', file_time: '2030-02-28T09:00:00.000Z' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new File([bytes], 'roof.jpg', { type: 'image/jpeg' }));
  const { status, data } = await repeatThroughCuts<{ rev: number; media: object }>(
    owner,
    `/v2/reports/${report.id}/media`,
    { method: 'POST', body: form },
  );
  expect([status, data.rev]).toEqual([200, report.rev + 1]);
  const after = await readFull(owner, report.id);
  expect(after.rev).toBe(report.rev + 1);
  const media = after.sections.flatMap((each) => each.items.flatMap((one) => one.media));
  expect(media).toEqual([data.media]);
  expect(media).toMatchObject([{ id: fields.media_id, item_id, caption: 'Rear slope' }]);
  const stored = await testApp.readAs(owner.subscriberId, async (r) => ({
    hashes: await mine(r, 'report_media').select('sha256').execute(),
    files: await mine(r, 'stored_files').where('purpose', '=', 'report-photo').select('id').execute(),
  }));
  expect(stored.hashes).toEqual([{ sha256: sha256Hex(bytes) }]);
  // Its three sizes.
  expect(stored.files).toHaveLength(3);
});
