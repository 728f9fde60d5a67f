import type { PersonValues } from '#domain/people/people.ts';
import { checkPerson } from '#domain/people/people.ts';
import type { Actor } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { processProfilePicture } from '#server/files/photos.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { type MemberRow, memberOfKind } from '../team.ts';
import type { TeamKind } from '../team-contract.ts';

/** The cleaned fields of a member, or BAD_USER_INPUT with a message under each wrong one. */
export function memberValues(kind: TeamKind, given: Record<string, unknown>, country: string): PersonValues {
  const { values, problems } = checkPerson(kind, given, country);
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  return values;
}

/** The country whose phone numbers count. */
export async function getPhoneCountry(ctx: ReadCtx): Promise<string> {
  return (await getCompany(ctx)).country_code;
}

/** Puts a chosen picture into the store; null when none was sent. */
export async function storePicture(
  ctx: ActionCtx,
  file: File | '' | undefined,
): Promise<UploadedFile | null> {
  if (!file || file.size === 0) return null;
  return uploadFile(ctx, await processProfilePicture(new Uint8Array(await file.arrayBuffer())));
}

/** Writes the row of a stored picture and gives the columns that name it; nothing when there is none. */
export async function pictureColumns(w: WriteCtx, picture: UploadedFile | null) {
  if (!picture) return {};
  const profile_pic_file_id = await insertFileRow(w, picture, {
    purpose: 'profile_pic',
    name: 'picture.jpg',
  });
  return { profile_pic_file_id };
}

/** The member of that kind, locked until the transaction ends; NOT_FOUND when there is none. */
export async function lockMember(w: WriteCtx, kind: TeamKind, id: string): Promise<MemberRow> {
  await w.db
    .selectFrom('users')
    .where('subscriber_id', '=', w.subscriberId)
    .where('id', '=', id)
    .select('id')
    .forUpdate()
    .execute();
  const row = await memberOfKind(w, kind, id);
  if (!row) throw notFound();
  return row;
}

/** Refuses to touch the owner; the owner may everything and cannot lose anything. */
export function assertNotOwner(row: MemberRow): void {
  if (row.user_type === 1) throw new AppError('CONFLICT', 'The company owner can’t be changed here');
}

/** Refuses an act that somebody would do to their own account. */
export function assertNotSelf(row: MemberRow, actor: Actor): void {
  if (row.id === actor.userId) throw new AppError('CONFLICT', 'You can’t do this to your own account');
}

/** Sets columns of a member; undefined when the record's rev is another one than expected. */
export function updateMemberRow(
  w: WriteCtx,
  before: MemberRow,
  values: Record<string, unknown>,
  expectedRev = before.rev,
) {
  return w.db
    .updateTable('users')
    .set({ ...values, rev: before.rev + 1, updated_at: w.now })
    .where('subscriber_id', '=', w.subscriberId)
    .where('id', '=', before.id)
    .where('deleted_at', 'is', null)
    .where('rev', '=', expectedRev)
    .returning('id')
    .executeTakeFirst();
}
