import { bookAppointment } from '#features/appointments/booking-contract.ts';
import { goodPayload } from '#features/appointments/booking-for-tests.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { settingsPathOf } from '#features/company/settings-for-tests.ts';
import * as office from '#features/portal/office-contract.ts';
import { newId } from '#server/ids.ts';
import { makePicture } from '#testing/make-picture.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type FullReport, listReports } from '../contract.ts';
import { addMedia } from '../editing-contract.ts';
import { publishReport } from '../publishing-contract.ts';
import * as repair from '../repair-contract.ts';
import { op, readFull, saves } from '../report-for-tests.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';

/** The first deficiencies of the starter template, one of each item. */
function firstDefects(report: FullReport, count: number) {
  const items = report.sections.flatMap((section) => section.items);
  return items.flatMap((item) => item.comments.find((one) => one.kind === 3) ?? []).slice(0, count);
}

/** Creates the helpers shared by tests of repair lists. */
export function setUpRepairLists(testApp: TestApp) {
  const { written } = setUpReportsCompany(testApp);

  /** A published report with five defects with estimates of 100–200, 200–400 … and a photo each, and its client's link. */
  async function publishedReport(defects = 5) {
    const made = await written({ open: true, ended: true });
    const { owner, appointmentId } = made;
    await owner.call(updateSettings, { ...settingsPathOf(owner), cost_estimator: true });
    const chosen = firstDefects(made.report, defects);
    await saves(owner, { id: made.report.id, rev: made.rev }, [
      op({ type: 'update_comment', comment_id: made.comment.id, changes: { included: false } }),
      ...chosen.map((comment, i) =>
        op({
          type: 'update_comment',
          comment_id: comment.id,
          changes: { included: true, min_cost: 100 * (i + 1), max_cost: 200 * (i + 1) },
        }),
      ),
    ]);
    const file = () => makePicture(40, 30);
    for (const comment of chosen) {
      const of = { id: made.report.id, item_id: comment.item_id, comment_id: comment.id };
      const picture = new File([await file()], 'a.jpg', { type: 'image/jpeg' });
      await owner.call(addMedia, {
        ...of,
        media_id: newId(),
        caption: `Before ${comment.name}`,
        file: picture,
      });
    }
    await owner.call(publishReport, { id: made.report.id, confirmed: true });
    const report = await readFull(owner, made.report.id);
    const links = await owner.call(office.listLinks, { id: appointmentId });
    const client = links.find((one) => one.role === 'client');
    const p = new URL(client?.link ?? '').searchParams.get('p') ?? '';
    return {
      owner,
      appointmentId,
      report,
      p,
      linkId: client?.id ?? '',
      comments: chosen.map((one) => one.public_id),
    };
  }

  /** The same with a list of all its defects. */
  async function listed(defects = 5) {
    const made = await publishedReport(defects);
    const { public_id, edit_key } = await testApp.visitor.call(repair.createRepairList, {
      reportId: made.report.public_id,
      p: made.p,
      comments: made.comments,
    });
    return { ...made, listId: public_id, e: edit_key };
  }

  return { publishedReport, listed };
}

/** Books an appointment that inspects defects again, and opens its report. */
export async function bookReinspection(
  owner: TestUser,
  reinspection: { report_id: string; repair_list_id?: string; comment_ids: string[] },
  date_time = '2031-02-11T09:00',
) {
  const payload = await goodPayload(owner, {
    date_time,
    order_id: `RE-${newId()}`.slice(0, 20),
  });
  const booked = await owner.call(bookAppointment, { ...payload, templates: [], reinspection });
  const { reports } = await owner.call(listReports, { id: booked.id });
  return { booked, reports };
}
