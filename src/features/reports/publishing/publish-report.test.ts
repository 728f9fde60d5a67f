import { describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import * as contract from '../contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { createOpenedReport, op, saves } from '../report-for-tests.ts';
import { browserUserAgent, defectCommentName, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, openGate, readPublic } = setUpReportsCompany(testApp);

describe('publishing', () => {
  test('freezes the content, completes the appointment and mails each recipient their own link', async () => {
    const { owner, report, appointmentId, comment, rev } = await written({
      open: true,
      ended: true,
    });
    testApp.sent.emails.length = 0;
    const answer = await owner.call(publishing.publishReport, {
      confirmed: true,
      id: report.id,
      rev,
      message: 'Call me any time.',
    });
    expect(answer).toMatchObject({ status: 'published', published_rev: rev, sent: 1 });
    await testApp.runDueJobs();
    const [mail] = testApp.sent.emails.filter((one) => one.subject.startsWith('Your report'));
    expect(mail?.to).toMatchObject([{ address: 'clara@client.example' }]);
    expect(mail?.text).toContain('Call me any time.');
    const viewId = /report-views\/([\w-]{24})/.exec(mail?.text ?? '')?.[1] ?? '';
    const appointment = await owner.call(contract.listReports, { id: appointmentId });
    expect(appointment.reports[0]).toMatchObject({ status: 'published', pdf_status: 'ready' });
    expect(await owner.call(getAppointment, { inspection_id: appointmentId })).toMatchObject({
      published: true,
      status: 'completed',
    });

    await saves(owner, { id: report.id, rev }, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { name: 'Draft only' } }),
    ]);
    const opened = await testApp.visitor.call(reading.recordView, { viewId }, browserUserAgent);
    expect(opened.report_id).toBe(report.public_id);
    const seen = await readPublic(report);
    expect(seen).toMatchObject({
      is_draft: false,
      name: 'Home inspection report',
      appointment: { technicians: ['Olive Owner'], clients: ['Clara Client'] },
    });
    expect(seen.sections).toMatchObject([
      {
        // The first section is empty: the writer's number stays.
        number: '2',
        name: 'Roof',
        items: [
          {
            number: '2.1',
            rating: 'D',
            comments: [{ name: defectCommentName, number: '2.1.1', category: 2 }],
          },
        ],
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain(report.id);
    expect(JSON.stringify(seen)).not.toContain('clara@client.example');
    expect(seen.sections[0]?.items[0]?.comments[0]?.min_cost).toBeNull();

    await testApp.visitor.call(reading.recordView, { viewId }, browserUserAgent);
    await testApp.visitor.call(
      reading.recordVisit,
      { reportId: report.public_id, visit: opened.visit ?? '', seconds: 42 },
      browserUserAgent,
    );
    await testApp.visitor.call(
      reading.recordView,
      { viewId },
      { headers: { 'user-agent': 'Googlebot/2.1' } },
    );
    await owner.call(reading.recordView, { viewId }, browserUserAgent);
    const views = await owner.call(reading.listViews, { id: report.id });
    expect(views.views).toMatchObject([{ role: 'client', name: 'Clara Client', seconds: 42 }]);

    const again = await owner.call(publishing.publishReport, {
      confirmed: true,
      id: report.id,
      without_sending: true,
    });
    expect(again).toMatchObject({ published_rev: rev + 1, sent: 0 });
    expect((await readPublic(report)).sections[0]?.items[0]?.comments[0]?.name).toBe('Draft only');
    const events = await testApp.readAs(owner.subscriberId, (r) =>
      r.db
        .selectFrom('events')
        .where('type', '=', 'report.published')
        .where('subscriber_id', '=', owner.subscriberId)
        .orderBy('id')
        .select('data')
        .execute(),
    );
    expect(events.map((event) => (event.data as { is_first: boolean }).is_first)).toEqual([true, false]);
  });

  test('refuses reports that are not ready, and members without the right to publish', async () => {
    const { owner, report } = await createOpenedReport(testApp.create);
    const all = report.sections
      .flatMap((section) => section.items.flatMap((item) => item.comments))
      .filter((comment) => comment.included);
    const { rev } = await saves(
      owner,
      report,
      all.map((comment) =>
        op({ type: 'update_comment', comment_id: comment.id, changes: { included: false } }),
      ),
    );
    const empty = await owner.request(publishing.publishReport, { confirmed: true, id: report.id });
    expect(empty.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      message: 'Include at least one comment',
    });
    const stale = await owner.request(publishing.publishReport, {
      confirmed: true,
      id: report.id,
      rev: rev - 1,
    });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { rev } } });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: JSON.stringify({ require_completion_to_publish: true }) })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    const incomplete = await owner.request(publishing.publishReport, { confirmed: true, id: report.id });
    expect(incomplete.error?.details?.missing).toHaveLength(78);
    const staff = await testApp.create.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    expect(
      (await staff.request(publishing.publishReport, { confirmed: true, id: report.id })).error?.type,
    ).toBe('FORBIDDEN');
    expect(await staff.call(publishing.submitReport, { id: report.id })).toEqual({
      status: 'pending_approval',
    });
    expect(await staff.call(publishing.submitReport, { id: report.id })).toEqual({
      status: 'pending_approval',
    });
    const mails = await testApp.readAs(owner.subscriberId, (r) =>
      mine(r, 'outbound_messages')
        .where('template_key', '=', 'report_submitted_for_approval')
        .select(['to_address', 'person_id', 'body_text'])
        .execute(),
    );
    expect(mails).toMatchObject([
      { person_id: owner.id, body_text: expect.stringContaining(`/edit-report/${report.id}`) },
    ]);
    expect((await staff.request(publishing.returnReport, { id: report.id, note: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
    expect(await owner.call(publishing.returnReport, { id: report.id, note: 'Add photos' })).toEqual({
      status: 'in_progress',
    });
  });

  test('mails no one if automatic messages are off, except explicitly chosen recipients', async () => {
    const { owner, report, appointmentId } = await written();
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ disable_automated_notifications: true })
        .where('id', '=', appointmentId)
        .execute(),
    );
    expect((await owner.call(publishing.publishReport, { confirmed: true, id: report.id })).sent).toBe(0);
    const [client] = report.people;
    expect(client).toMatchObject({ role: 'client', by_default: true });
    expect(
      (
        await owner.call(publishing.publishReport, {
          confirmed: true,
          id: report.id,
          send_to: [client?.id ?? ''],
        })
      ).sent,
    ).toBe(1);
  });
});

describe('the gate', () => {
  test('names what is missing, opens by payment and signature or by a waiver, and locks again', async () => {
    const { owner, report, appointmentId } = await written();
    const reasons = async () =>
      (await testApp.visitor.request(contract.getReport, { reportId: report.public_id })).error;
    expect(await reasons()).toMatchObject({
      type: 'LOCKED',
      details: { reasons: ['payment', 'agreement', 'unpublished'], address: '12 Main St' },
    });
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id });
    expect((await reasons())?.details?.reasons).toEqual(['payment', 'agreement']);
    await testApp.runDueJobs();
    const text = testApp.sent.emails.findLast((mail) => mail.subject.startsWith('Your report'))?.text ?? '';
    const viewId = /report-views\/([\w-]{24})/.exec(text)?.[1] ?? '';
    const opened = await testApp.visitor.call(reading.recordView, { viewId }, browserUserAgent);
    expect(opened).toMatchObject({
      visit: null,
      portal: expect.stringMatching(/^\/client-view\/[\w-]{24}\?p=/),
    });
    const download = await testApp.visitor.request(reading.downloadReport, { reportId: report.public_id });
    expect(download).toMatchObject({ status: 423, error: { type: 'LOCKED' } });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .insertInto('gate_waivers')
        .values({
          subscriber_id: w.subscriberId,
          id: newId(),
          appointment_id: appointmentId,
          what: 'payment',
          reason: 'pays at closing',
          waived_by: owner.id,
          waived_at: w.now,
          until: '2030-03-01T14:10:00Z',
        })
        .execute(),
    );
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ agreement_signed: true })
        .where('id', '=', appointmentId)
        .execute(),
    );
    expect((await readPublic(report)).is_draft).toBe(false);
    testApp.clock.advance(600_000);
    expect((await reasons())?.details?.reasons).toEqual(['payment']);
    await openGate(owner, appointmentId);
    expect((await testApp.visitor.call(reading.recordView, { viewId }, browserUserAgent)).portal).toBeNull();
    expect(await owner.call(publishing.unpublishReport, { id: report.id })).toEqual({
      status: 'in_progress',
    });
    expect((await reasons())?.details?.reasons).toEqual(['unpublished']);
  });

  test('leaves no PDF behind when a report is unpublished and published again', async () => {
    const { owner, report, rev } = await written({ open: true, ended: true });
    const pdfs = async () => {
      await testApp.runDueJobs();
      return testApp.readAs(owner.subscriberId, (r) =>
        mine(r, 'stored_files').where('purpose', '=', 'report-pdf').select('name').execute(),
      );
    };
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, rev });
    expect(await pdfs()).toHaveLength(2);
    await owner.call(publishing.unpublishReport, { id: report.id });
    expect(await pdfs()).toEqual([]);
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, rev });
    expect(await pdfs()).toHaveLength(2);
  });

  test('lets the team see the draft of this report with its token for a day', async () => {
    const { report } = await written();
    const other = await written();
    expect(await readPublic(report, report.team_pass)).toMatchObject({
      is_draft: true,
      media_query: `?t=${report.team_pass}`,
    });
    expect(
      (
        await testApp.visitor.request(contract.getReport, {
          reportId: other.report.public_id,
          t: report.team_pass,
        })
      ).error?.type,
    ).toBe('LOCKED');
    expect(
      (
        await testApp.visitor.request(contract.getReport, {
          reportId: report.public_id,
          t: `${report.team_pass}x`,
        })
      ).error?.type,
    ).toBe('LOCKED');
    testApp.clock.advance(24 * 3600 * 1000);
    expect(
      (await testApp.visitor.request(contract.getReport, { reportId: report.public_id, t: report.team_pass }))
        .error?.type,
    ).toBe('LOCKED');
  });
});
