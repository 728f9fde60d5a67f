import { sql } from 'kysely';
import { splitEmails } from '#domain/people/people.ts';
import type { PrivateFacts } from '#domain/reports/private-facts.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** More samples than a company shows; their list has no pages. */
export const mostSamples = 100;

const columns = [
  'id',
  'public_id',
  'report_id',
  'report_rev',
  'name',
  'description',
  'position',
  'visible',
  'created_at',
] as const;

/** The samples in order, each with the number of its photos. */
export function allSamples(ctx: AnyCtx) {
  return mine(ctx, 'sample_reports')
    .orderBy('position')
    .orderBy('id')
    .limit(mostSamples)
    .select(columns)
    .select(photoCount.as('photos'))
    .execute();
}

/** Gives samples their new positions. */
export async function saveSampleOrder(
  ctx: WriteCtx,
  changed: readonly { id: string; position: number }[],
): Promise<void> {
  const ids = changed.map(({ id }) => id);
  const positions = changed.map(({ position }) => position);
  await updateMine(ctx, 'sample_reports')
    .set({ position: sql`(${positions}::integer[])[array_position(${ids}::uuid[], id)]` })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
}

/** Same as `allSamples` for those that the company shows, with what is in them. */
export function visibleSamples(ctx: AnyCtx) {
  return mine(ctx, 'sample_reports')
    .where('visible', '=', true)
    .orderBy('position')
    .orderBy('id')
    .limit(mostSamples)
    .select(columns)
    .select([photoCount.as('photos'), deficiencyCount.as('deficiencies'), firstPhoto.as('cover')])
    .execute();
}

const photoCount = sql<number>`(select count(*)::int from sample_report_photos p
  where p.subscriber_id = sample_reports.subscriber_id and p.sample_id = sample_reports.id)`;
const deficiencyCount = sql<number>`(select count(*)::int from jsonb_path_query(sample_reports.snapshot,
  '$.content.sections[*].items[*].comments[*] ? (@.kind == 3)'))`;
const firstPhoto = sql<
  string | null
>`jsonb_path_query_first(sample_reports.snapshot, '$.content.sections[*].items[*].media[*].public_id') #>> '{}'`;

/** A sample with its content, or undefined. */
export function findSample(ctx: AnyCtx, id: string) {
  return mine(ctx, 'sample_reports')
    .where('id', '=', id)
    .select([...columns, 'snapshot'])
    .executeTakeFirst();
}

/** The sample of a published state, or undefined. */
export function sampleOfState(ctx: AnyCtx, reportId: string, rev: number) {
  return mine(ctx, 'sample_reports')
    .where('report_id', '=', reportId)
    .where('report_rev', '=', rev)
    .select(columns)
    .executeTakeFirst();
}

/** The file ids of a sample’s photos. */
export async function photoFiles(ctx: AnyCtx, sampleId: string): Promise<string[]> {
  const rows = await mine(ctx, 'sample_report_photos')
    .where('sample_id', '=', sampleId)
    .select(['large_file_id', 'medium_file_id', 'thumb_file_id'])
    .execute();
  return rows.flatMap((row) => [row.large_file_id, row.medium_file_id, row.thumb_file_id]);
}

/** Everyone on the appointment who is not of the company, also those who were deleted since. */
export async function privatePeople(ctx: AnyCtx, appointmentId: string): Promise<PrivateFacts['people']> {
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', appointmentId)
    .select([
      'contacts.first_name',
      'contacts.last_name',
      'contacts.email',
      'contacts.email_cc',
      'contacts.phone',
      'contacts.agency_name',
      'contacts.company_name',
    ])
    .execute();
  return rows.map(({ email, email_cc, agency_name, company_name, ...row }) => ({
    ...row,
    emails: [email, ...splitEmails(email_cc)],
    organizations: [agency_name, company_name],
  }));
}
