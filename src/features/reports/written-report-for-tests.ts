import sharp from 'sharp';
import { addHours } from '#domain/base/time.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import * as contract from './contract.ts';
import type { PublicReport } from './public-report-contract.ts';
import { createOpenedReport, findComment, op, saves } from './report-for-tests.ts';

/** The name of a defect comment of the starter template. */
export const defectCommentName = 'Shingles damaged or missing';
/** A reader's browser. */
export const browserUserAgent = { headers: { 'user-agent': 'Mozilla/5.0 Firefox/150' } };

/** A photo with a GPS position, larger than any rendition. */
export async function photoWithGps(name = 'roof.jpg', camera: Record<string, string> = {}): Promise<File> {
  const exif = {
    IFD0: { Copyright: 'me' },
    IFD2: camera,
    IFD3: { GPSLatitude: '40/1 0/1 0/1', GPSLatitudeRef: 'N' },
  };
  const bytes = await sharp({ create: { width: 2000, height: 1500, channels: 3, background: '#884422' } })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
}

/** Creates the helpers shared by tests of published reports. */
export function setUpReportsCompany(testApp: TestApp) {
  /** Creates a report with one defect and, if `open`, an open gate; with `ended`, the appointment is over. */
  async function written(more: { open?: boolean; date?: string; ended?: boolean } = {}) {
    const made = await createOpenedReport(testApp.create, more.date ? { date_time: more.date } : {});
    const comment = findComment(made.report, defectCommentName);
    const { rev } = await saves(made.owner, made.report, [
      op({ type: 'update_comment', comment_id: comment.id, changes: { included: true } }),
      op({ type: 'set_rating', item_id: comment.item_id, rating: 'D' }),
    ]);
    if (more.open) await openGate(made.owner, made.appointmentId);
    if (more.ended) await moveToPast(made.owner, made.appointmentId);
    return { ...made, comment, rev };
  }

  /** Appointments can be booked in the future only; this one took place a week before the test's clock. */
  function moveToPast(owner: TestUser, appointmentId: string) {
    return testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ date_time: addHours(w.now, -7 * 24), end_time: addHours(w.now, -7 * 24 + 3) })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', appointmentId)
        .execute(),
    );
  }

  /** Opens the gate for the public. */
  function openGate(owner: TestUser, appointmentId: string) {
    return testApp.writeAs(owner.subscriberId, (w) =>
      w.db
        .updateTable('appointments')
        .set({ paid: true, agreement_signed: true })
        .where('subscriber_id', '=', owner.subscriberId)
        .where('id', '=', appointmentId)
        .execute(),
    );
  }

  /** The report as its page shows it. */
  async function readPublic(report: { public_id: string }, t?: string): Promise<PublicReport> {
    const seen = await testApp.visitor.call(contract.getReport, {
      reportId: report.public_id,
      ...(t ? { t } : {}),
    });
    if (seen.projection !== 'public') throw new Error('not the public report');
    return seen;
  }

  return { written, openGate, readPublic };
}
