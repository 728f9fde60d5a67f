import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getPublicAgreement } from '#features/agreements/contract.ts';
import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { getPublicInvoice } from '#features/payments/contract.ts';
import { agents } from '#features/people/contract.ts';
import { getReport } from '#features/reports/contract.ts';
import * as editing from '#features/reports/editing-contract.ts';
import { publishReport, shareReport } from '#features/reports/publishing-contract.ts';
import {
  downloadReport,
  getMedia,
  getVideo,
  recordView,
  watchComment,
} from '#features/reports/reading-contract.ts';
import { listReportPdfs } from '#features/reports/report-pdfs-contract.ts';
import { addTestVideo } from '#features/reports/video/video-for-tests.ts';
import { photoWithGps, setUpReportsCompany } from '#features/reports/written-report-for-tests.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { updateLinkRights } from '../appointments/person-links.ts';
import { getClientView, sendMyLink } from './contract.ts';
import * as office from './office-contract.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written } = setUpReportsCompany(testApp);

async function newAgent(owner: TestUser) {
  const { id } = await owner.call(agents.create, {
    first_name: 'Adam',
    last_name: 'Agent',
    email: 'adam@agency.example',
    phone: '5125550177',
  });
  return id;
}

/** An appointment with the client Clara, her agent Adam, and their links. */
async function booked(owner: TestUser) {
  const appointment = await owner.call(
    bookAppointment,
    await goodPayload(owner, { agents: [await newAgent(owner)], payment_notes: 'cash, he said' }),
  );
  const links = () => owner.call(office.listLinks, { id: appointment.id });
  const of = async (name: string) => {
    const link = (await links()).find((one) => one.name.startsWith(name));
    if (!link) throw new Error(`no link for ${name}`);
    return { ...link, p: new URL(link.link).searchParams.get('p') ?? '' };
  };
  const view = (p?: string) =>
    testApp.visitor.call(getClientView, { publicId: appointment.public_id, ...(p ? { p } : {}) });
  return { owner, id: appointment.id, publicId: appointment.public_id, links, of, view };
}

describe('rights', () => {
  test('let an agent see the invoice but not sign; without either right only the status is shown', async () => {
    const { owner, id, of, view } = await booked(await testApp.create.owner());
    const adam = await of('Adam');
    expect(adam).toMatchObject({ role: 'agent', own_rights: {}, rights: { sign: true, pay: true } });
    await owner.call(office.changeLink, { id, linkId: adam.id, own_rights: { sign: false, pay: false } });
    const seen = await view(adam.p);
    expect(seen).toMatchObject({
      viewer: { first_name: 'Adam', role: 'agent', can_sign: false, can_pay: false },
      invoice: { total: 600 },
      agreements: [{ can_read: true, waiting_for: ['Clara Client'] }],
      steps: { sign: { state: 'waiting' }, pay: { state: 'waiting' } },
    });
    await owner.call(office.changeLink, {
      id,
      linkId: adam.id,
      own_rights: { sign: false, view_invoice: false },
    });
    expect(await view(adam.p)).toMatchObject({ invoice: null, agreements: [{ can_read: false }] });
    // The client is unaffected, and leaving out the personal part of the address reveals nothing more.
    expect(await view((await of('Clara')).p)).toMatchObject({ invoice: { total: 600 } });
    expect(await view()).toMatchObject({ viewer: null, invoice: null, agreements: [{ can_read: false }] });
  });

  test('can be changed by those who may edit the appointment, are validated, and are logged', async () => {
    const { owner, id, of } = await booked(await testApp.create.owner());
    const { id: linkId } = await of('Adam');
    const wrong = await owner.request(office.changeLink, {
      id,
      linkId,
      own_rights: { admin: true } as object,
    });
    expect(wrong.error?.type).toBe('BAD_USER_INPUT');
    const stranger = await testApp.create.owner();
    expect((await stranger.request(office.listLinks, { id })).status).toBe(404);
    for (const route of [office.changeLink, office.revokeLink, office.sendLink]) {
      expect((await stranger.request(route, { id, linkId })).status).toBe(404);
      expect((await owner.request(route, { id, linkId: newId() })).status).toBe(404);
    }
    const staff = await testApp.create.member(owner, { type: 'staff' });
    expect((await staff.request(office.changeLink, { id, linkId })).error?.type).toBe('FORBIDDEN');
    await owner.call(office.changeLink, { id, linkId, own_rights: { pay: false } });
    const audit = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'audit_log').where('entity_id', '=', id).select(['action', 'after']).execute(),
    );
    expect(audit.find((row) => row.action === 'link-changed')?.after).toMatchObject({
      rights: { pay: false },
    });
  });

  test('limited to the summary show the deficiencies without photos, on page and PDF only', async () => {
    const made = await written({ open: true });
    const { owner, report, appointmentId, comment } = made;
    const media_id = newId();
    const of = { id: report.id, item_id: comment.item_id, comment_id: comment.id };
    await owner.call(editing.addMedia, { ...of, media_id, file: await photoWithGps() });
    const film = await addTestVideo(testApp, owner, made);
    const person_id = await newAgent(owner);
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .insertInto('appointment_people')
        .values({
          subscriber_id: owner.subscriberId,
          appointment_id: appointmentId,
          id: newId(),
          role: 'agent',
          person_id,
          position: 0,
          rights: JSON.stringify({ view_report: false }),
        })
        .execute(),
    );
    testApp.sent.emails.length = 0;
    await owner.call(publishReport, { confirmed: true, id: report.id });
    await owner.call(shareReport, {
      reportId: report.id,
      recipients: ['buyer@example.com'],
      sendFullReport: true,
    });
    await testApp.runDueJobs();
    const links = await owner.call(office.listLinks, { id: appointmentId });
    const p = (name: string) => {
      const link = links.find((one) => one.name.startsWith(name))?.link ?? '';
      return { p: new URL(link).searchParams.get('p') ?? '' };
    };
    const reportId = report.public_id;
    const [media] = await testApp.readAs(owner.subscriberId, (ctx) =>
      mine(ctx, 'report_media').where('id', '=', media_id).select('public_id').execute(),
    );
    const mediaId = media?.public_id ?? '';
    const statuses = async (pass: { p?: string; v?: string }) => [
      (await testApp.visitor.request(getReport, { reportId, ...pass })).status,
      (await testApp.visitor.request(downloadReport, { reportId, type: 'full', ...pass })).status,
      (await testApp.visitor.request(downloadReport, { reportId, type: 'summary', ...pass })).status,
      (await testApp.visitor.request(getMedia, { reportId, mediaId, size: 'thumb', ...pass })).status,
      (await testApp.visitor.request(getVideo, { reportId, mediaId: film.public_id, ...pass })).status,
      (await testApp.visitor.request(watchComment, { commentId: comment.public_id, ...pass })).status,
    ];
    expect(await statuses(p('Clara'))).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await statuses(p('Adam'))).toEqual([200, 423, 200, 423, 423, 423]);
    // Without the personal part the address gives access only to what is public.
    expect(await statuses({})).toEqual([200, 423, 200, 423, 423, 423]);
    expect(await statuses({ p: 'made.up' })).toEqual([200, 423, 200, 423, 423, 423]);
    const seen = await testApp.visitor.call(getReport, { reportId, ...p('Adam') });
    if (seen.projection !== 'public') throw new Error('not the public report');
    expect(seen).toMatchObject({ is_summary_only: true, header_text: null });
    const items = seen.sections.flatMap((section) => section.items);
    expect(items.flatMap((item) => item.comments.map((one) => one.kind))).toEqual([3]);
    expect(JSON.stringify(seen)).not.toContain(mediaId);
    const appointment = { publicId: report.appointment.public_id };
    expect(await testApp.visitor.call(listReportPdfs, { ...appointment, ...p('Adam') })).toMatchObject({
      is_summary_only: true,
    });
    expect(
      (await testApp.visitor.request(downloadReport, { reportId, type: 'full', ...p('Adam') })).error
        ?.details,
    ).toMatchObject({ reasons: ['not_shared'] });
    // Mailed links carry the recipient's rights; a report shared with an address was shared by the company.
    const viewOf = (address: string) => {
      const text = testApp.sent.emails.find((mail) => mail.to[0]?.address === address)?.text ?? '';
      return /report-views\/([\w-]{24})/.exec(text)?.[1] ?? '';
    };
    for (const [address, pass] of [
      ['clara@client.example', 200],
      ['adam@agency.example', 423],
      ['buyer@example.com', 200],
    ] as const) {
      const viewId = viewOf(address);
      const opened = await testApp.visitor.call(recordView, { viewId });
      expect(opened.pass).toBe(pass === 200 ? viewId : null);
      expect((await statuses({ v: viewId }))[1]).toBe(pass);
    }
  }, 30_000);
});

describe('personal links', () => {
  test('show that they were revoked, and the next mail brings a new one', async () => {
    const { owner, id, publicId, of, view } = await booked(await testApp.create.owner());
    const before = await of('Clara');
    expect(await view(before.p)).toMatchObject({ link: 'ok', people: [] });
    const after = await owner.call(office.revokeLink, { id, linkId: before.id });
    expect(after.link).not.toBe(before.link);
    expect(after.revoked_at).toEqual(expect.any(String));
    expect(await view(before.p)).toMatchObject({ link: 'revoked', viewer: null });
    expect(await view(`${before.p}x`)).toMatchObject({ link: 'unknown', viewer: null });
    expect(await view()).toMatchObject({ link: 'none' });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await testApp.visitor.call(sendMyLink, { publicId, p: before.p });
    await testApp.runDueJobs();
    // Sent only to the owner of the old link.
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual(['clara@client.example']);
    expect(testApp.sent.emails[0]?.text).toContain(after.link);
    expect(await view(new URL(after.link).searchParams.get('p') ?? '')).toMatchObject({ link: 'ok' });
  });

  test('can be requested by picking a name, and only that person gets mail', async () => {
    const { publicId, view } = await booked(await testApp.create.owner());
    const { people } = await view();
    expect(people.map((one) => one.name)).toEqual(['Clara Client', 'Adam Agent']);
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await testApp.visitor.call(sendMyLink, { publicId, key: people[1]?.key ?? '' });
    await testApp.visitor.call(sendMyLink, { publicId, key: 'made-up' });
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual(['adam@agency.example']);
  });

  test('are mailed by the company as often as requested', async () => {
    const { owner, id, of } = await booked(await testApp.create.owner());
    const { id: linkId, link } = await of('Adam');
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    for (let i = 0; i < 2; i++) {
      await owner.call(office.sendLink, { id, linkId });
      testApp.clock.advance(1000);
    }
    await testApp.runDueJobs();
    expect(testApp.sent.emails.map((mail) => mail.to[0]?.address)).toEqual([
      'adam@agency.example',
      'adam@agency.example',
    ]);
    expect(testApp.sent.emails[0]?.text).toContain(link);
  });

  test('end on a set day or by the company’s rule, and their owner can renew only the latter', async () => {
    const owner = await testApp.create.owner();
    const { id, publicId, of, view } = await booked(owner);
    const clara = await of('Clara');
    const set = (ends_on: string | null) =>
      owner.request(office.changeLink, { id, linkId: clara.id, ends_on });
    expect((await set('2030-02-27')).error?.details).toHaveProperty('ends_on');
    expect((await set('soon')).error?.details).toHaveProperty('ends_on');
    expect((await set('2030-03-02')).data).toMatchObject({
      ends_on: '2030-03-02',
      ends_at: '2030-03-03T00:00:00-05:00',
    });
    // Without a set day the company's rule applies, counted from the day of the appointment.
    expect((await set(null)).data).toMatchObject({ ends_on: null, ends_at: null });
    await testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: sql`settings || '{"personal_link_days": 90}'::jsonb` })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    expect(await of('Clara')).toMatchObject({ ends_on: null, ends_at: '2030-06-07T00:00:00-04:00' });
    await set('2030-03-02');
    await testApp.advanceTime('2 days');
    const ended = await view(clara.p);
    expect(ended).toMatchObject({ link: 'ended', viewer: null });
    // The linked pages agree.
    const ids = { appointmentPublicId: publicId, agreementPublicId: ended.agreements[0]?.public_id ?? '' };
    const signing = await testApp.visitor.call(getPublicAgreement, { ...ids, p: clara.p });
    expect(signing).toMatchObject({ link_state: 'ended', refusal: 'no_link' });
    const paying = { publicId: ended.invoice?.public_id ?? '', p: clara.p };
    expect(await testApp.visitor.call(getPublicInvoice, paying)).toMatchObject({ link_state: 'ended' });
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateLinkRights(w, clara.id, { rights: { view_invoice: false } }),
    );
    const { error } = await testApp.visitor.request(getPublicInvoice, paying);
    expect(error?.details).toEqual({ appointment_public_id: publicId, link_state: 'ended' });
    await testApp.runDueJobs();
    testApp.sent.emails.length = 0;
    await testApp.visitor.call(sendMyLink, { publicId, p: clara.p });
    await testApp.runDueJobs();
    expect(testApp.sent.emails).toEqual([]);
    expect(await view(clara.p)).toMatchObject({ link: 'ended', viewer: null });
    // A link that ended by the company's rule, or after a renewal, can be renewed any number of times.
    await testApp.writeAs(owner.subscriberId, (w) =>
      updateLinkRights(w, clara.id, { link_expires_at: null }),
    );
    for (const span of ['100 days', '40 days'] as const) {
      await testApp.advanceTime(span);
      expect(await view(clara.p)).toMatchObject({
        link: 'over',
        viewer: null,
        steps: { sign: { state: 'todo' } },
      });
      testApp.sent.emails.length = 0;
      await testApp.visitor.call(sendMyLink, { publicId, p: clara.p });
      await testApp.runDueJobs();
      expect(testApp.sent.emails.filter((mail) => mail.text.includes(clara.p))).toHaveLength(1);
      expect(await view(clara.p)).toMatchObject({ link: 'ok', viewer: { first_name: 'Clara' } });
    }
  });
});
