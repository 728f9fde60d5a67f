import { expect, test } from 'vitest';
import { queueMail } from '#features/messages/outbox/mail-for-tests.ts';
import { limitSending } from '#features/messages/sending/limits-for-tests.ts';
import { getSendingUsage } from '#features/messages/sending-contract.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { statementsDuring } from '#testing/statements.ts';
import { startTestApp } from '#testing/test-app.ts';
import { listSendingCompanies, setSendingLimits } from './sending-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:10:00Z' });
const byRule = { email: null, text: null, stranger: null, invitation: null };

test('the administrator finds a company and sets its limits: what waits leaves, and the audit log says who did it', async () => {
  const owner = await testApp.create.owner({ company_name: 'Crestline Inspections' });
  await testApp.create.owner({ company_name: 'Other' });
  const admin = await testApp.create.admin();
  await testApp.runDueJobs();
  testApp.sent.emails.length = 0;
  await limitSending(testApp, owner.subscriberId, { email: 1 });
  for (let n = 0; n < 3; n++) await queueMail(testApp, owner.subscriberId);
  await testApp.runDueJobs();
  const found = (await admin.call(listSendingCompanies, { q: 'crest' })).pageData;
  expect(found).toMatchObject([
    { id: owner.subscriberId, company_name: 'Crestline Inspections', waiting: 2 },
  ]);
  expect(found[0]?.kinds[0]).toEqual({ kind: 'email', used: 1, limit: 1 });
  const rev = found[0]?.rev ?? 0;
  const input = { id: owner.subscriberId, ...byRule, email: 300, rev };
  expect(await admin.call(setSendingLimits, input)).toMatchObject({
    set: { email: 300, text: null },
    rev: rev + 1,
  });
  await testApp.runDueJobs();
  expect(testApp.sent.emails.filter(({ subject }) => subject === 'Your report')).toHaveLength(3);
  expect((await owner.call(getSendingUsage)).kinds[0]).toEqual({ kind: 'email', used: 3, limit: 300 });
  const [entry] = await testApp.readAs(owner.subscriberId, (r) =>
    mine(r, 'audit_log').where('action', '=', 'set-sending-limits').selectAll().execute(),
  );
  expect(entry).toMatchObject({
    actor_id: admin.id,
    before: { email: 1 },
    after: { email: 300, text: null },
  });
});

test('of two administrators who set the same company, the second gets the newer figures and chooses', async () => {
  const owner = await testApp.create.owner();
  const admin = await testApp.create.admin();
  const input = { id: owner.subscriberId, ...byRule, rev: 0 };
  await admin.call(setSendingLimits, { ...input, email: 10 });
  expect((await admin.request(setSendingLimits, { ...input, email: 20 })).error).toMatchObject({
    ...{ type: 'CONFLICT', details: { current: { set: { email: 10 }, rev: 1 } } },
  });
  await admin.call(setSendingLimits, { ...input, rev: 1 });
  expect((await owner.call(getSendingUsage)).kinds[0]).toMatchObject({ limit: 200 });
});

test('only the platform’s administrator lists and sets limits, and wrong figures name their field', async () => {
  const owner = await testApp.create.owner();
  const admin = await testApp.create.admin();
  const input = { id: owner.subscriberId, ...byRule, rev: 0 };
  for (const each of [listSendingCompanies, setSendingLimits])
    expect((await owner.request(each, each === setSendingLimits ? input : {})).status).toBe(403);
  for (const wrong of [0, 1.5, 100_001, '5'])
    expect((await admin.request(setSendingLimits, { ...input, text: wrong })).error).toMatchObject({
      ...{ type: 'BAD_USER_INPUT', details: { text: 'Enter a whole number from 1 to 100,000' } },
    });
  expect((await admin.request(setSendingLimits, { ...input, id: newId() })).status).toBe(404);
});

test('companies are listed by name, page by page', async () => {
  const admin = await testApp.create.admin();
  for (const company_name of ['Page b', 'page A', 'Page C']) await testApp.create.owner({ company_name });
  const first = await admin.call(listSendingCompanies, { q: 'page', perPage: 2 });
  const cursor = first.pageInfo.endCursor ?? '';
  const second = await admin.call(listSendingCompanies, { q: 'page', perPage: 2, cursor });
  expect([...first.pageData, ...second.pageData].map((row) => row.company_name)).toEqual([
    ...['page A', 'Page b', 'Page C'],
  ]);
});

test('the list costs as many statements for twenty companies as for one', async () => {
  const admin = await testApp.create.admin();
  for (let n = 0; n < 20; n++) await testApp.create.owner({ company_name: `Many ${n}` });
  const countOf = async (q: string, found: number) => {
    const sent = await statementsDuring('', async () =>
      expect((await admin.call(listSendingCompanies, { q, perPage: 50 })).pageData).toHaveLength(found),
    );
    return sent.length;
  };
  expect(await countOf('many 1', 11)).toBe(await countOf('many 19', 1));
  expect(await countOf('many', 20)).toBe(await countOf('many 19', 1));
});
