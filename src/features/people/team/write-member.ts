import { checkPerson, type PersonValues } from '#domain/people/contact-fields.ts';
import type { Actor } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { processProfilePicture } from '#server/files/photos.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { type MemberRow, memberOfKind } from '../team.ts';
import type { TeamKind } from '../team-contract.ts';

/** The normalized fields of a member; throws BAD_USER_INPUT with a message for each invalid one. */
export function memberValues(kind: TeamKind, given: Record<string, unknown>, country: string): PersonValues {
  const { values, problems } = checkPerson(kind, given, country);
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  return values;
}

/** The country whose phone number format applies. */
export async function getPhoneCountry(ctx: ReadCtx): Promise<string> {
  return (await getCompany(ctx)).country_code;
}

/** Uploads a picture to the file store; returns null if none was sent. */
export async function storePicture(
  ctx: ActionCtx,
  file: File | '' | undefined,
): Promise<UploadedFile | null> {
  if (!file || file.size === 0) return null;
  return uploadFile(
    ctx,
    await processProfilePicture(new Uint8Array(await file.arrayBuffer()), ctx.subscriberId),
  );
}

/** Inserts the row of a stored picture and returns the columns that reference it; none without a picture. */
export async function pictureColumns(w: WriteCtx, picture: UploadedFile | null) {
  if (!picture) return {};
  const profile_pic_file_id = await insertFileRow(w, picture, {
    purpose: 'profile_pic',
    name: 'picture.jpg',
  });
  return { profile_pic_file_id };
}

/** Locks a member of that kind until the transaction ends; throws NOT_FOUND if they don't exist. */
export async function lockMember(w: WriteCtx, kind: TeamKind, id: string): Promise<MemberRow> {
  await mine(w, 'users').where('id', '=', id).select('id').forUpdate().execute();
  const row = await memberOfKind(w, kind, id);
  if (!row) throw notFound();
  return row;
}

/** Throws if the member is the owner, who has all permissions and can't lose any. */
export function assertNotOwner(row: MemberRow): void {
  if (row.user_type === 1) throw new AppError('CONFLICT', 'The company owner can’t be changed here');
}

/** Throws if the member is the user themselves. */
export function assertNotSelf(row: MemberRow, actor: Actor): void {
  if (row.id === actor.userId) throw new AppError('CONFLICT', 'You can’t do this to your own account');
}

/** Updates columns of a member; returns undefined if the record's rev differs from the expected one. */
export function updateMemberRow(
  w: WriteCtx,
  before: MemberRow,
  values: Record<string, unknown>,
  expectedRev = before.rev,
) {
  return updateMine(w, 'users')
    .set({ ...values, rev: before.rev + 1, updated_at: w.now })
    .where('id', '=', before.id)
    .where('deleted_at', 'is', null)
    .where('rev', '=', expectedRev)
    .returning('id')
    .executeTakeFirst();
}
