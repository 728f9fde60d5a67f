import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { getAppointment } from '#features/appointments/contract.ts';
import { mine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { openHouse } from '#testing/house.ts';
import type { Person } from '#testing/person.ts';
import * as contract from './contract.ts';
import * as editing from './editing-contract.ts';
import * as publishing from './publishing-contract.ts';
import * as reading from './reading-contract.ts';
import { commentNamed, op, openedReport, readFull, saves } from './report-for-tests.ts';

const house = await openHouse({ at: '2030-03-01T14:00:00Z' });
const shingles = 'Shingles damaged or missing';
const firefox = { headers: { 'user-agent': 'Mozilla/5.0 Firefox/150' } };

/** A photo with a position in it, larger than any rendition. */
async function photo(name = 'roof.jpg'): Promise<File> {
  const exif = { IFD0: { Copyright: 'me' }, IFD3: { GPSLatitude: '40/1 0/1 0/1', GPSLatitudeRef: 'N' } };
  const bytes = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#884422' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}

/** A report with one defect in it and, by wish, nothing in the way of the public. */
async function written(more: { open?: boolean; date?: string } = {}) {
  const made = await openedReport(house.has, more.date ? { date_time: more.date } : {});
  const comment = commentNamed(made.report, shingles);
  const { rev } = await saves(made.owner, made.report, [
    op({ type: 'update_comment', comment_id: comment.id, changes: { included: true } }),
    op({ type: 'set_rating', item_id: comment.item_id, rating: 'D' }),
  ]);
  if (more.open) await openGate(made.owner, made.appointmentId);
  return { ...made, comment, rev };
}

function openGate(owner: Person, appointmentId: string) {
  return house.writes(owner.subscriberId, (w) =>
    w.db
      .updateTable('appointments')
      .set({ paid: true, agreement_signed: true })
      .where('subscriber_id', '=', owner.subscriberId)
      .where('id', '=', appointmentId)
      .execute(),
  );
}

async function readPublic(report: { public_id: string }, t?: string): Promise<contract.PublicReport> {
  const seen = await house.visitor.does(contract.getReport, {
    reportId: report.public_id,
    ...(t ? { t } : {}),
  });
  if (seen.projection !== 'public') throw new Error('not the public report');
  return seen;
}

describe('publishing', () => {
  test('freezes what is written, completes the appointment and mails a link of its own to each reader', async () => {
    const { owner, report, appointmentId, comment, rev } = await written({ open: true });
    house.sent.emails.length = 0;
    const answer = await owner.does(publishing.publishReport, {
      id: report.id,
      rev,
      message: 'Call me any time.',
    });
    expect(answer).toMatchObject({ status: 'published', published_rev: rev, sent: 1 });
    await house.settles();
    const [mail] = house.sent.emails.filter((one) => one.subject.startsWith('Your report'));
    expect(mail?.to).toMatchObject([{ address: 'clara@client.example' }]);
    expect(mail?.text).toContain('Call me any time.');
    const viewId = /report-views\/([\w-]{24})/.exec(mail?.text ?? '')?.[1] ?? '';
    const appointment = await owner.does(contract.listReports, { id: appointmentId });
    expect(appointment.reports[0]).toMatchObject({ status: 'published', pdf_status: 'ready' });
    expect(await owner.does(getAppointment, { inspection_id: appointmentId })).toMatchObject({
      published: true,
      status: 'completed',
    });

    await saves(owner, { id: report.id, rev }, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { name: 'Draft only' } }),
    ]);
    const opened = await house.visitor.does(reading.recordView, { viewId }, firefox);
    expect(opened.report_id).toBe(report.public_id);
    const seen = await readPublic(report);
    expect(seen).toMatchObject({
      is_draft: false,
      name: 'Home inspection report',
      appointment: { technicians: ['Olive Owner'], clients: ['Clara Client'] },
    });
    expect(seen.sections).toMatchObject([
      {
        number: '1',
        name: 'Roof',
        items: [{ number: '1.1', rating: 'D', comments: [{ name: shingles, number: '1.1.1', category: 2 }] }],
      },
    ]);
    expect(JSON.stringify(seen)).not.toContain(report.id);
    expect(JSON.stringify(seen)).not.toContain('clara@client.example');
    expect(seen.sections[0]?.items[0]?.comments[0]?.min_cost).toBeNull();

    await house.visitor.does(reading.recordView, { viewId }, firefox);
    await house.visitor.does(
      reading.recordVisit,
      { reportId: report.public_id, visit: opened.visit ?? '', seconds: 42 },
      firefox,
    );
    await house.visitor.does(reading.recordView, { viewId }, { headers: { 'user-agent': 'Googlebot/2.1' } });
    await owner.does(reading.recordView, { viewId }, firefox);
    const views = await owner.does(reading.listViews, { id: report.id });
    expect(views).toMatchObject([{ role: 'client', name: 'Clara Client', seconds: 42 }]);

    const again = await owner.does(publishing.publishReport, { id: report.id, without_sending: true });
    expect(again).toMatchObject({ published_rev: rev + 1, sent: 0 });
    expect((await readPublic(report)).sections[0]?.items[0]?.comments[0]?.name).toBe('Draft only');
    const events = await house.reads(owner.subscriberId, (r) =>
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

  test('refuses what is not fit to be published, and who may not', async () => {
    const { owner, report } = await openedReport(house.has);
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
    const empty = await owner.tries(publishing.publishReport, { id: report.id });
    expect(empty.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      message: 'Please include at least one comment',
    });
    const stale = await owner.tries(publishing.publishReport, { id: report.id, rev: rev - 1 });
    expect(stale.error).toMatchObject({ type: 'CONFLICT', details: { current: { rev } } });
    await house.writes(owner.subscriberId, (w) =>
      w.db
        .updateTable('companies')
        .set({ settings: JSON.stringify({ require_completion_to_publish: true }) })
        .where('subscriber_id', '=', owner.subscriberId)
        .execute(),
    );
    const incomplete = await owner.tries(publishing.publishReport, { id: report.id });
    expect(incomplete.error?.details?.missing).toHaveLength(78);
    const staff = await house.has.member(owner, { type: 'staff', flags: { can_edit_schedule: true } });
    expect((await staff.tries(publishing.publishReport, { id: report.id })).error?.type).toBe('FORBIDDEN');
    expect(await staff.does(publishing.submitReport, { id: report.id })).toEqual({
      status: 'pending_approval',
    });
    expect(await staff.does(publishing.submitReport, { id: report.id })).toEqual({
      status: 'pending_approval',
    });
    const mails = await house.reads(owner.subscriberId, (r) =>
      mine(r, 'outbound_messages')
        .where('template_key', '=', 'report_submitted_for_approval')
        .select(['to_address', 'person_id', 'body_text'])
        .execute(),
    );
    expect(mails).toMatchObject([
      { person_id: owner.id, body_text: expect.stringContaining(`/edit-report/${report.id}`) },
    ]);
    expect((await staff.tries(publishing.returnReport, { id: report.id, note: 'x' })).error?.type).toBe(
      'FORBIDDEN',
    );
    expect(await owner.does(publishing.returnReport, { id: report.id, note: 'Add photos' })).toEqual({
      status: 'in_progress',
    });
  });

  test('sends nothing by itself where automatic messages are off, and to whom was chosen', async () => {
    const { owner, report, appointmentId } = await written();
    await house.writes(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ disable_automated_notifications: true })
        .where('id', '=', appointmentId)
        .execute(),
    );
    expect((await owner.does(publishing.publishReport, { id: report.id })).sent).toBe(0);
    const [client] = report.people;
    expect(client).toMatchObject({ role: 'client', by_default: true });
    expect(
      (await owner.does(publishing.publishReport, { id: report.id, send_to: [client?.id ?? ''] })).sent,
    ).toBe(1);
  });
});

describe('the gate', () => {
  test('says what is missing, opens by payment and signature or a waiver, and closes again', async () => {
    const { owner, report, appointmentId } = await written();
    const reasons = async () =>
      (await house.visitor.tries(contract.getReport, { reportId: report.public_id })).error;
    expect(await reasons()).toMatchObject({
      type: 'LOCKED',
      details: { reasons: ['payment', 'agreement', 'unpublished'], address: '12 Main St' },
    });
    await owner.does(publishing.publishReport, { id: report.id });
    expect((await reasons())?.details?.reasons).toEqual(['payment', 'agreement']);
    await house.settles();
    const text = house.sent.emails.findLast((mail) => mail.subject.startsWith('Your report'))?.text ?? '';
    const viewId = /report-views\/([\w-]{24})/.exec(text)?.[1] ?? '';
    const opened = await house.visitor.does(reading.recordView, { viewId }, firefox);
    expect(opened).toMatchObject({
      visit: null,
      portal: expect.stringMatching(/^\/client-view\/[\w-]{24}\?p=/),
    });
    const download = await house.visitor.tries(reading.downloadReport, { reportId: report.public_id });
    expect(download).toMatchObject({ status: 423, error: { type: 'LOCKED' } });
    await house.writes(owner.subscriberId, (w) =>
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
    await house.writes(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ agreement_signed: true })
        .where('id', '=', appointmentId)
        .execute(),
    );
    expect((await readPublic(report)).is_draft).toBe(false);
    house.clock.advance(600_000);
    expect((await reasons())?.details?.reasons).toEqual(['payment']);
    await openGate(owner, appointmentId);
    expect((await house.visitor.does(reading.recordView, { viewId }, firefox)).portal).toBeNull();
    expect(await owner.does(publishing.unpublishReport, { id: report.id })).toEqual({
      status: 'in_progress',
    });
    expect((await reasons())?.details?.reasons).toEqual(['unpublished']);
  });

  test('the team sees the draft with its pass, for a day, for this report', async () => {
    const { report } = await written();
    const other = await written();
    expect(await readPublic(report, report.team_pass)).toMatchObject({
      is_draft: true,
      media_query: `?t=${report.team_pass}`,
    });
    expect(
      (
        await house.visitor.tries(contract.getReport, {
          reportId: other.report.public_id,
          t: report.team_pass,
        })
      ).error?.type,
    ).toBe('LOCKED');
    expect(
      (
        await house.visitor.tries(contract.getReport, {
          reportId: report.public_id,
          t: `${report.team_pass}x`,
        })
      ).error?.type,
    ).toBe('LOCKED');
    house.clock.advance(24 * 3600 * 1000);
    expect(
      (await house.visitor.tries(contract.getReport, { reportId: report.public_id, t: report.team_pass }))
        .error?.type,
    ).toBe('LOCKED');
  });
});

describe('photos', () => {
  test('come in three sizes without position; sending one again changes nothing', async () => {
    const { owner, report, comment } = await written({ open: true });
    const media_id = newId();
    const sent = {
      id: report.id,
      media_id,
      item_id: comment.item_id,
      comment_id: comment.id,
      caption: 'Rear slope',
    };
    const [a, b] = await Promise.all(
      [1, 2].map(async () => owner.does(editing.addMedia, { ...sent, file: await photo() })),
    );
    expect(a?.media).toEqual(b?.media);
    const again = await owner.does(editing.addMedia, { ...sent, file: await photo() });
    expect(again.media).toEqual(a?.media);
    expect(again.rev).toBe(2);
    const media = a?.media;
    expect(media).toMatchObject({
      id: media_id,
      width: 1600,
      height: 1200,
      caption: 'Rear slope',
      comment_id: comment.id,
    });
    const public_id = media?.public_id ?? '';
    const get = (size: 'large' | 'medium' | 'thumb', t?: string) =>
      house.visitor.tries(reading.getMedia, {
        reportId: report.public_id,
        mediaId: public_id,
        size,
        ...(t ? { t } : {}),
      });
    expect((await get('thumb')).status).toBe(423);
    const thumb = await get('thumb', report.team_pass);
    expect(thumb.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=86400',
    });
    expect(await sharp(thumb.raw).metadata()).toMatchObject({ width: 320, height: 240 });
    const large = await sharp((await get('large', report.team_pass)).raw).metadata();
    expect(large).toMatchObject({ width: 1600 });
    expect(large.exif).toBeUndefined();
    await owner.does(publishing.publishReport, { id: report.id, without_sending: true });
    expect((await get('medium')).status).toBe(200);
    const shown = (await readPublic(report)).sections[0]?.items[0]?.comments[0]?.photos;
    expect(shown).toMatchObject([{ id: public_id, caption: 'Rear slope' }]);

    await owner.does(editing.changeMedia, {
      id: report.id,
      mediaId: media_id,
      caption: 'Ridge',
      annotations: [
        {
          kind: 'arrow',
          points: [
            [0.1, 0.1],
            [0.5, 0.5],
          ],
        },
      ],
    });
    await owner.does(editing.removeMedia, { id: report.id, mediaId: media_id });
    await owner.does(editing.removeMedia, { id: report.id, mediaId: media_id });
    expect(
      (await readFull(owner, report.id)).sections.flatMap((section) =>
        section.items.flatMap((item) => item.media),
      ),
    ).toEqual([]);
    expect((await get('medium')).status).toBe(200);
    await owner.does(publishing.publishReport, { id: report.id, without_sending: true });
    expect((await get('medium')).status).toBe(404);
  });

  test('that are none are refused with their field', async () => {
    const { owner, report, comment } = await written();
    const send = (file: File, more = {}) =>
      owner.tries(editing.addMedia, {
        id: report.id,
        media_id: newId(),
        item_id: comment.item_id,
        file,
        ...more,
      });
    expect((await send(new File(['<script>'], 'x.png', { type: 'image/png' }))).error?.type).toBe(
      'UNSUPPORTED_FILE',
    );
    expect((await send(await photo(), { item_id: newId() })).error?.details).toEqual({
      item_id: 'It is no longer part of the report',
    });
    const staff = await house.has.member(owner, { type: 'staff' });
    const refused = await staff.tries(editing.addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: comment.item_id,
      file: await photo(),
    });
    expect(refused.error?.type).toBe('FORBIDDEN');
  });
});

describe('paper', () => {
  test('both kinds, as draft for the team and as published for the public', async () => {
    const { owner, report, comment } = await written({ open: true });
    await owner.does(editing.addMedia, {
      id: report.id,
      media_id: newId(),
      item_id: comment.item_id,
      comment_id: comment.id,
      file: await photo(),
    });
    const draft = await owner.tries(reading.downloadReport, { reportId: report.id, type: 'full' });
    expect(draft.headers['content-type']).toBe('application/pdf');
    expect(draft.raw.subarray(0, 5).toString()).toBe('%PDF-');
    await owner.does(publishing.publishReport, { id: report.id, without_sending: true });
    await house.settles();
    const full = await house.visitor.tries(reading.downloadReport, {
      reportId: report.public_id,
      type: 'full',
    });
    expect(full.headers['content-disposition']).toContain(
      'filename="12 Main St, Boulder, CO 80301 - Home inspection report.pdf"',
    );
    expect(Number(full.headers['content-length'])).toBe(full.raw.length);
    const summary = await house.visitor.tries(reading.downloadReport, {
      reportId: report.public_id,
      type: 'summary',
    });
    expect(summary.raw.length).toBeLessThan(full.raw.length);
    expect(await owner.does(publishing.rebuildPdfs, { reportId: report.id })).toEqual({
      pdf_status: 'queued',
    });
    await house.settles();
    const rebuilt = await house.visitor.tries(reading.downloadReport, {
      reportId: report.public_id,
      type: 'full',
    });
    expect(rebuilt.raw.equals(full.raw)).toBe(true);
    expect(
      (
        await house.visitor.tries(reading.downloadReport, {
          reportId: report.public_id,
          type: 'x' as 'full',
        })
      ).error?.type,
    ).toBe('BAD_USER_INPUT');
  }, 60_000);
});

describe('sharing', () => {
  test('mails each address a link of its own with the chosen papers', async () => {
    const { owner, report } = await written({ open: true });
    const input = {
      reportId: report.id,
      recipients: ['Buyer@Example.com', 'clara@client.example'],
      extraMessage: 'As agreed',
      sendSummaryReport: true,
    };
    expect((await owner.tries(publishing.shareReport, input)).error).toMatchObject({
      type: 'LOCKED',
      details: { reasons: ['unpublished'] },
    });
    await owner.does(publishing.publishReport, { id: report.id, without_sending: true });
    house.sent.emails.length = 0;
    expect(await owner.does(publishing.shareReport, input)).toEqual({ sent: 2 });
    await house.settles();
    const shared = house.sent.emails.filter((mail) => mail.subject.startsWith('Inspection report'));
    expect(shared.map((mail) => mail.to[0]?.address).sort()).toEqual([
      'buyer@example.com',
      'clara@client.example',
    ]);
    const links = shared.map((mail) => /report-views\/([\w-]{24})\?download=summary/.exec(mail.text)?.[1]);
    expect(new Set(links).size).toBe(2);
    expect(shared[0]?.text).toContain('As agreed');
    expect(shared[0]?.text).not.toContain('download=full');
    const wrong = await owner.tries(publishing.shareReport, {
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
