import { newRepairItem } from '#domain/reports/repair/repair-list.ts';
import { createPublicLink } from '#features/links/public-links.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { createEditKey } from './repair-rights.ts';

/** A repair list with one defect. Written directly: the gate of its report is opened later. */
export async function createRepairRecord(
  testApp: TestApp,
  owner: TestUser,
  of: { appointment: string; report: string; comment: string },
  marker: string,
) {
  const id = newId();
  const public_id = newPublicId();
  return testApp.writeAs(owner.subscriberId, async (w) => {
    const { published_rev } = await w.db
      .selectFrom('reports')
      .select('published_rev')
      .where('id', '=', of.report)
      .executeTakeFirstOrThrow();
    await insertMine(w, 'repair_lists', {
      id,
      public_id,
      report_id: of.report,
      appointment_id: of.appointment,
      report_rev: published_rev ?? 0,
      title: `${marker} repairs`,
      addressees: [`${marker} seller`],
      items: JSON.stringify([{ ...newRepairItem(of.comment), note: `${marker} note` }]),
      maker_name: `${marker} maker`,
      role: 'other',
      created_at: w.now,
      updated_at: w.now,
    }).execute();
    await createPublicLink(w, { token: public_id, kind: 'repair-list', targetId: id });
    const key = { subscriberId: owner.subscriberId, listId: id, linkVersion: 0 };
    return {
      repairList: id,
      repairListPublic: public_id,
      repairKey: createEditKey(w.installation, key),
    };
  });
}
