import { sql } from 'kysely';
import { listMergedReferences, recordMergedReferences } from '#features/people/merged-references.ts';
import type { WriteCtx } from '#server/context.ts';
import { deleteMine, mine, updateMine } from '#server/db/scope.ts';
import { listenInTransaction } from '#server/events.ts';

const what = 'appointment_people';

/** After merging two people: their appointments point to the remaining one, and back again if the merge is undone. */
export const reassignMergedContact = [
  listenInTransaction('contact.merged', (w, { merge_id, keep_id, merged_id }) =>
    move(w, merge_id, keep_id, merged_id),
  ),
  listenInTransaction('contact.unmerged', (w, { merge_id, keep_id, merged_id }) =>
    moveBack(w, merge_id, keep_id, merged_id),
  ),
];

async function move(w: WriteCtx, mergeId: string, keepId: string, mergedId: string): Promise<void> {
  // If the remaining person already has the same role, the other row is dropped.
  const dropped = await deleteMine(w, 'appointment_people')
    .where('person_id', '=', mergedId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('appointment_people as k')
          .select('k.id')
          .whereRef('k.subscriber_id', '=', 'appointment_people.subscriber_id')
          .whereRef('k.appointment_id', '=', 'appointment_people.appointment_id')
          .whereRef('k.role', '=', 'appointment_people.role')
          .where('k.person_id', '=', keepId),
      ),
    )
    .returning(['id as row_id', sql<unknown>`to_jsonb(appointment_people)`.as('dropped')])
    .execute();
  const moved = await updateMine(w, 'appointment_people')
    .set({ person_id: keepId })
    .where('person_id', '=', mergedId)
    .where('role', '<>', 'inspector')
    .returning('id as row_id')
    .execute();
  await recordMergedReferences(w, mergeId, what, [
    ...dropped,
    ...moved.map(({ row_id }) => ({ row_id, dropped: null })),
  ]);
}

async function moveBack(w: WriteCtx, mergeId: string, keepId: string, mergedId: string): Promise<void> {
  const noted = await listMergedReferences(w, mergeId, what);
  const moved = noted.filter(({ dropped }) => dropped === null).map(({ row_id }) => row_id);
  if (moved.length > 0) {
    await updateMine(w, 'appointment_people')
      .set({ person_id: mergedId })
      .where('person_id', '=', keepId)
      .where('id', 'in', moved)
      .execute();
  }
  const dropped = noted.flatMap(({ dropped }) => (dropped === null ? [] : [dropped]));
  if (dropped.length === 0) return;
  const there = await mine(w, 'appointments')
    .where(
      'id',
      'in',
      dropped.map((row) => (row as { appointment_id: string }).appointment_id),
    )
    .select('id')
    .execute();
  const known = new Set(there.map((row) => row.id));
  // Rows recorded before people had individual rights lack the column and get the default of a new row.
  const back = dropped
    .filter((row) => known.has((row as { appointment_id: string }).appointment_id))
    .map((row) => ({ rights: {}, ...(row as object) }));
  await sql`insert into appointment_people
    select * from jsonb_populate_recordset(null::appointment_people, ${JSON.stringify(back)}::jsonb)
    on conflict do nothing`.execute(w.db);
}
