import { expect, test } from 'vitest';
import { agents } from '#features/people/contract.ts';
import * as office from '#features/portal/office-contract.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { browserUserAgent, setUpReportsCompany } from '../written-report-for-tests.ts';
import { viewLinkFor } from './view-links.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

/** A published report with a link mailed to its client Clara; the agent on the appointment may read nothing. */
async function mailed(more: { open?: boolean } = {}) {
  const { owner, report, appointmentId } = await written(more);
  const { id: person_id } = await owner.call(agents.create, {
    first_name: 'Adam',
    last_name: 'Agent',
    email: 'adam@agency.example',
    phone: '5125550177',
  });
  const rights = JSON.stringify({ view_report: false, view_summary: false });
  const adam = { appointment_id: appointmentId, person_id, role: 'agent', position: 0, rights };
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .insertInto('appointment_people')
      .values({ subscriber_id: w.subscriberId, id: newId(), ...adam })
      .execute(),
  );
  await owner.call(publishing.publishReport, { confirmed: true, id: report.id });
  const people = await owner.call(office.listLinks, { id: appointmentId });
  const clara = people.find((one) => one.role === 'client');
  if (!clara) throw new Error('Clara is the client');
  const viewId = async () => {
    const link = await testApp.writeAs(owner.subscriberId, (w) =>
      viewLinkFor(w, report.id, { person_id: clara.person_id, role: 'client' }),
    );
    return link.slice(link.lastIndexOf('/') + 1);
  };
  const opens = (id: string) => testApp.visitor.call(reading.recordView, { viewId: id }, browserUserAgent);
  const reads = async (v: string) => {
    const { status, error } = await testApp.visitor.request(reading.downloadReport, {
      reportId: report.public_id,
      v,
    });
    return status === 200 ? 'all' : error?.details?.reasons;
  };
  return { owner, of: { id: appointmentId, linkId: clara.id }, viewId, opens, reads };
}

test('revoking a personal link also revokes the report link, and the next mail brings a new one', async () => {
  const { owner, of, viewId, opens } = await mailed();
  const first = await viewId();
  expect((await opens(first)).portal).toContain('?p=');
  expect(await viewId()).toBe(first);
  await owner.call(office.revokeLink, of);
  expect((await opens(first)).portal).toBeNull();
  testApp.clock.advance(1000);
  const second = await viewId();
  expect(second).not.toBe(first);
  expect((await opens(second)).portal).toContain('?p=');
  expect(await viewId()).toBe(second);
  expect((await opens(first)).portal).toBeNull();
});

test('a revoked or expired link gives access only to what is public', async () => {
  const { owner, of, viewId, opens, reads } = await mailed({ open: true });
  const first = await viewId();
  expect(await reads(first)).toBe('all');
  await owner.call(office.revokeLink, of);
  expect(await reads(first)).toEqual(['personal_link']);
  expect(await opens(first)).toMatchObject({ pass: null, visit: null });
  testApp.clock.advance(1000);
  const second = await viewId();
  expect(await reads(second)).toBe('all');
  await owner.call(office.changeLink, { ...of, ends_on: '2030-03-02' });
  await testApp.advanceTime('2 days');
  expect(await reads(second)).toEqual(['personal_link']);
});

test('looking up a link counts no view, opening it counts one, and a bot none', async () => {
  const { owner, viewId, opens } = await mailed({ open: true });
  const id = await viewId();
  const views = () =>
    testApp.readAs(owner.subscriberId, (r) => r.db.selectFrom('report_views').select('role').execute());
  await testApp.visitor.call(reading.findView, { viewId: id }, browserUserAgent);
  expect(await views()).toEqual([]);
  await testApp.visitor.call(
    reading.recordView,
    { viewId: id },
    { headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' } },
  );
  expect(await views()).toEqual([]);
  await opens(id);
  await opens(id);
  expect(await views()).toEqual([{ role: 'client' }]);
});

test('a link names the language of its owner, unless it is the usual one', async () => {
  const { owner, viewId } = await mailed();
  const id = await viewId();
  const language = async () => (await testApp.visitor.call(reading.findView, { viewId: id })).reader_language;
  expect(await language()).toBeNull();
  await testApp.writeAs(owner.subscriberId, (w) =>
    w.db
      .updateTable('contacts')
      .set({ language: 'fr' })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('email', '=', 'clara@client.example')
      .execute(),
  );
  expect(await language()).toBe('fr');
});
