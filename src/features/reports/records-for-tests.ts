import { sql } from 'kysely';
import { newId, newPublicId } from '#server/ids.ts';
import { makePicture } from '#testing/make-picture.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { type FullReport, getReport, listReports } from './contract.ts';
import { addMedia, patchReport } from './editing-contract.ts';
import type { PublicReport } from './public-report-contract.ts';
import { publishReport } from './publishing-contract.ts';
import { createRepairRecord } from './repair/repair-record-for-tests.ts';
import { readFull } from './report-for-tests.ts';
import { getSample, makeSample } from './samples-contract.ts';
import { addTestVideo, uploadTestVideo } from './video/video-for-tests.ts';

/** A published report with a defect, a photo and videos. */
export async function createReportRecords(
  testApp: TestApp,
  owner: TestUser,
  appointment: string,
  marker: string,
) {
  const { reports } = await owner.call(listReports, { id: appointment });
  const id = reports[0]?.id ?? '';
  const draft = await owner.call(getReport, { reportId: id });
  if (draft.projection !== 'full') throw new Error('the owner sees the whole report');
  const section = draft.sections.find((one) => one.items.some((each) => defectOf(each)));
  const item = section?.items.find((one) => defectOf(one));
  const comment = item && defectOf(item);
  if (!section || !item || !comment) throw new Error('the report has no deficiencies');
  await owner.call(patchReport, {
    id,
    rev: draft.rev,
    ops: [
      { op_id: newId(), type: 'set_rating', item_id: item.id, rating: 'IN' },
      {
        op_id: newId(),
        type: 'update_comment',
        comment_id: comment.id,
        changes: { included: true, name: `${marker} defect`, locations: [`${marker} attic`] },
      },
    ],
  });
  const file = new File([await makePicture(300, 200)], 'house.jpg', { type: 'image/jpeg' });
  const { media } = await owner.call(addMedia, {
    id,
    media_id: newId(),
    item_id: item.id,
    comment_id: comment.id,
    caption: `${marker} photo`,
    file,
  });
  const film = await addTestVideo(testApp, owner, { report: draft, comment }, `${marker} film`);
  await owner.call(publishReport, { confirmed: true, id });
  await testApp.runDueJobs();
  const rows = await testApp.readAs(owner.subscriberId, (ctx) =>
    ctx.db.selectFrom('report_view_links').select('view_id').execute(),
  );
  const sample = await owner.call(makeSample, {
    reportId: id,
    name: `${marker} sample`,
    photos_checked: true,
  });
  const shown = await testApp.visitor.call(getSample, { sampleId: sample.public_id });
  // The published state that the routes find has no sample yet.
  const { rev } = await readFull(owner, id);
  await owner.call(patchReport, {
    id,
    rev,
    ops: [{ op_id: newId(), type: 'set_rating', item_id: item.id, rating: 'D' }],
  });
  await owner.call(publishReport, { confirmed: true, id });
  const repair = await createRepairRecord(
    testApp,
    owner,
    { appointment, report: id, comment: comment.public_id },
    marker,
  );
  return {
    ...repair,
    detachedReport: await insertDetached(testApp, owner, id),
    otherDetachedReport: await insertDetached(testApp, owner, id),
    sample: sample.id,
    samplePublic: sample.public_id,
    samplePhoto: photoIdOf(shown.report),
    report: id,
    reportPublic: draft.public_id,
    section: section.id,
    item: item.id,
    comment: comment.id,
    templateComment: comment.template_comment_id ?? '',
    media: media.id,
    mediaPublic: media.public_id,
    // Uploaded, and not part of the report yet.
    film: await uploadTestVideo(testApp, owner, draft),
    filmPublic: film.public_id,
    commentPublic: comment.public_id,
    reader: draft.people[0]?.id ?? '',
    view: rows[0]?.view_id ?? '',
    teamPass: draft.team_pass,
  };
}

const defectOf = (item: FullReport['sections'][number]['items'][number]) =>
  item.comments.find((one) => one.kind === 3);

function photoIdOf({ sections }: PublicReport): string {
  const photos = sections.flatMap((section) =>
    section.items.flatMap((item) => item.comments.flatMap((comment) => comment.photos)),
  );
  return photos[0]?.id ?? '';
}

/** A detached report without a template, of the appointment of another one. */
async function insertDetached(testApp: TestApp, owner: TestUser, other: string): Promise<string> {
  const id = newId();
  await testApp.writeAs(owner.subscriberId, (w) =>
    sql`insert into reports select (jsonb_populate_record(r, jsonb_build_object('id', ${id}::uuid,
      'public_id', ${newPublicId()}::text, 'template_id', null, 'published_rev', null, 'first_published_at', null,
      'status', 'in_progress', 'detached_at', ${w.now}::timestamptz))).*
      from reports r where r.subscriber_id = ${owner.subscriberId} and r.id = ${other}`.execute(w.db),
  );
  return id;
}
