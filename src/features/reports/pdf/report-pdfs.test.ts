import { describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import { getReport } from '../contract.ts';
import * as editing from '../editing-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { createOpenedReport } from '../report-for-tests.ts';
import * as contract from '../report-pdfs-contract.ts';
import { photoWithGps, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, openGate } = setUpReportsCompany(testApp);

describe('report PDFs', () => {
  test('exist in both types, as drafts for the team and as published for the public', async () => {
    const { owner, report, comment } = await written({ open: true });
    await owner.call(editing.addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: comment.item_id,
      comment_id: comment.id,
      file: await photoWithGps(),
    });
    const draft = await owner.request(reading.downloadReport, { reportId: report.id, type: 'full' });
    expect(draft.headers['content-type']).toBe('application/pdf');
    expect(draft.raw.subarray(0, 5).toString()).toBe('%PDF-');
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    await testApp.runDueJobs();
    const full = await testApp.visitor.request(reading.downloadReport, {
      reportId: report.public_id,
      type: 'full',
    });
    expect(full.headers['content-disposition']).toContain(
      'filename="12 Main St, Boulder, CO 80301 - Home inspection report.pdf"',
    );
    expect(Number(full.headers['content-length'])).toBe(full.raw.length);
    const summary = await testApp.visitor.request(reading.downloadReport, {
      reportId: report.public_id,
      type: 'summary',
    });
    expect(summary.headers['content-disposition']).toContain('Home inspection report - Summary.pdf"');
    expect(summary.raw.length).toBeLessThan(full.raw.length);
    expect(await owner.call(publishing.rebuildPdfs, { reportId: report.id })).toEqual({
      pdf_status: 'queued',
    });
    await testApp.runDueJobs();
    const rebuilt = await testApp.visitor.request(reading.downloadReport, {
      reportId: report.public_id,
      type: 'full',
    });
    expect(rebuilt.raw.equals(full.raw)).toBe(true);
    expect(
      (
        await testApp.visitor.request(reading.downloadReport, {
          reportId: report.public_id,
          type: 'x' as 'full',
        })
      ).error?.type,
    ).toBe('BAD_USER_INPUT');
  }, 60_000);
});

describe('sharing', () => {
  test('mails each address its own link with the chosen PDFs', async () => {
    const { owner, report } = await written({ open: true });
    const input = {
      reportId: report.id,
      recipients: ['Buyer@Example.com', 'clara@client.example'],
      extraMessage: 'As agreed',
      sendSummaryReport: true,
    };
    expect((await owner.request(publishing.shareReport, input)).error).toMatchObject({
      type: 'LOCKED',
      details: { reasons: ['unpublished'] },
    });
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    testApp.sent.emails.length = 0;
    const both = await Promise.all([
      owner.call(publishing.shareReport, input),
      owner.call(publishing.shareReport, input),
    ]);
    expect(both).toEqual([{ sent: 2 }, { sent: 2 }]);
    await testApp.runDueJobs();
    const shared = testApp.sent.emails.filter((mail) => mail.subject.startsWith('Inspection report'));
    expect(shared.map((mail) => mail.to[0]?.address).sort()).toEqual([
      'buyer@example.com',
      'clara@client.example',
    ]);
    const links = shared.map((mail) => /report-views\/([\w-]{24})\?download=summary/.exec(mail.text)?.[1]);
    expect(new Set(links).size).toBe(2);
    expect(shared[0]?.text).toContain('As agreed');
    expect(shared[0]?.text).not.toContain('download=full');
    const wrong = await owner.request(publishing.shareReport, {
      ...input,
      recipients: ['a@b.example', 'nobody'],
      sendSummaryReport: false,
    });
    expect(wrong.error?.details).toEqual({
      'recipients.1': 'nobody is not a valid email',
      sendFullReport: 'Please select at least one report',
    });
  });
});

describe('the PDFs of an appointment', () => {
  test('are listed once the gate is open, by the id of the appointment or of a report', async () => {
    const { owner, report, appointmentId } = await written();
    const listPdfs = (publicId: string) => testApp.visitor.request(contract.listReportPdfs, { publicId });
    const appointmentPublicId = report.appointment.public_id;
    expect((await listPdfs(appointmentPublicId)).error).toMatchObject({
      type: 'LOCKED',
      details: {
        reasons: ['payment', 'agreement', 'unpublished'],
        appointment_public_id: appointmentPublicId,
        address: '12 Main St',
      },
    });
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    expect((await listPdfs(report.public_id)).error?.details?.reasons).toEqual(['payment', 'agreement']);
    await openGate(owner, appointmentId);
    for (const publicId of [appointmentPublicId, report.public_id]) {
      expect(await testApp.visitor.call(contract.listReportPdfs, { publicId })).toMatchObject({
        appointment_public_id: appointmentPublicId,
        review_until: null,
        reports: [{ public_id: report.public_id, name: report.name }],
      });
    }
    expect((await listPdfs(report.id)).status).toBe(404);
    const inline = await testApp.visitor.request(reading.downloadReport, {
      reportId: report.public_id,
      inline: true,
    });
    expect(inline.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^inline/),
      'x-frame-options': 'SAMEORIGIN',
    });
  }, 60_000);

  test('are readable as marked drafts through the draft link for seven days, and not otherwise', async () => {
    const { owner, report, appointmentId } = await written();
    const { url, expires_at } = await owner.call(contract.createDraftLink, { id: appointmentId });
    expect(expires_at.slice(0, 10)).toBe('2030-03-08');
    const page = new URL(url);
    const publicId = report.appointment.public_id;
    expect(page.pathname).toBe(`/review-pdf/${publicId}`);
    const review = page.searchParams.get('t') ?? '';
    const listPdfs = await testApp.visitor.call(contract.listReportPdfs, { publicId, review });
    expect(listPdfs).toMatchObject({ reports: [{ public_id: report.public_id, published_at: null }] });
    const ask = (more: object) =>
      testApp.visitor.request(reading.downloadReport, { reportId: report.public_id, ...more });
    const draft = await ask({ review });
    expect(draft.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await ask({})).error?.type).toBe('LOCKED');
    expect(
      (await testApp.visitor.request(contract.listReportPdfs, { publicId, review: `${review}x` })).status,
    ).toBe(404);
    const seen = await testApp.visitor.request(getReport, { reportId: report.public_id, t: review });
    expect(seen.error?.type).toBe('LOCKED');
    const other = await written();
    const foreign = { publicId: other.report.appointment.public_id, review };
    expect((await testApp.visitor.request(contract.listReportPdfs, foreign)).status).toBe(404);
    // Once published, the token does not bypass the gate; through the open gate it works like any link.
    await owner.call(publishing.publishReport, { confirmed: true, id: report.id, without_sending: true });
    await testApp.runDueJobs();
    expect((await ask({ review })).error?.type).toBe('LOCKED');
    expect((await testApp.visitor.request(contract.listReportPdfs, { publicId, review })).error?.type).toBe(
      'LOCKED',
    );
    await openGate(owner, appointmentId);
    expect((await ask({ review })).raw.equals((await ask({})).raw)).toBe(true);
    const finished = await testApp.visitor.call(contract.listReportPdfs, { publicId, review });
    expect(finished.reports).toMatchObject([
      { public_id: report.public_id, published_at: expect.any(String) },
    ]);
    testApp.clock.advance(7 * 24 * 3600 * 1000);
    expect(
      (await testApp.visitor.request(contract.listReportPdfs, { publicId, review })).error,
    ).toMatchObject({
      type: 'GONE',
      message: 'This link has expired. Ask for a new one.',
    });
  }, 60_000);

  test('are an empty list through the draft link until a report is started', async () => {
    const { owner, report, appointmentId } = await createOpenedReport(testApp.create);
    const { url } = await owner.call(contract.createDraftLink, { id: appointmentId });
    const review = new URL(url).searchParams.get('t') ?? '';
    const { public_id: publicId } = report.appointment;
    const seen = await testApp.visitor.call(contract.listReportPdfs, { publicId, review });
    expect(seen).toMatchObject({ reports: [], review_until: expect.any(String) });
  });

  test('can be shared as drafts only by members who may edit them', async () => {
    const { owner, appointmentId } = await written();
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(contract.createDraftLink, { id: appointmentId })).error?.type).toBe(
      'FORBIDDEN',
    );
    const stranger = await testApp.create.owner();
    expect((await stranger.request(contract.createDraftLink, { id: appointmentId })).status).toBe(404);
  });
});
