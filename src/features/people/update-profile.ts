import { mailTopics, wantsMail } from '#domain/company/mail-topics.ts';
import { checkPerson } from '#domain/people/contact-fields.ts';
import { assertPasswordUnchanged, verifyCurrentPassword } from '#features/auth/current-password.ts';
import { changeLoginEmail } from '#features/auth/member-login.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { processLogo } from '#server/files/photos.ts';
import { AppError, badInput } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { pictureUrl } from './present.ts';
import type { OwnSignature, Profile, updateProfile as route } from './profile-contract.ts';
import { notifyOldAddress } from './team/notify-old-address.ts';
import { pictureColumns, storePicture } from './team/write-member.ts';

type Update = HandlerInput<typeof route>;
type Row = Awaited<ReturnType<typeof ownRow>>;

/** Returns the profile of the signed-in user. */
export async function getProfile(ctx: ReadCtx): Promise<Profile> {
  return present(await ownRow(ctx));
}

/**
 * Updates the sent fields of the user's own profile. A new e-mail address requires the current password and must be
 * unique on the whole platform; the old address is notified.
 */
export async function updateProfile(ctx: ActionCtx, input: Update): Promise<Profile> {
  const { before, country } = await ctx.read(async (r) => ({
    before: await ownRow(r),
    country: await countryOf(r),
  }));
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const { values, problems } = checkPerson('technicians', { ...before, ...given }, country);
  if (Object.keys(problems).length > 0) throw badInput(problems as Record<string, string>);
  const email = values.email ?? before.email;
  const isMoved = email !== before.email;
  const password = isMoved ? await verifyCurrentPassword(ctx, input.current_password ?? '') : null;
  const picture = await storePicture(ctx, input.profile_pic);
  const drawing = await storeSignature(ctx, input);
  return ctx.tx(async (w) => {
    if (password) await assertPasswordUnchanged(w, password);
    if (isMoved) await changeLoginEmail(w, before.id, email);
    const done = await updateMine(w, 'users')
      .set({
        ...values,
        ...(await pictureColumns(w, picture)),
        ...(await signatureColumn(w, input, drawing)),
        ...(input.language ? { language: input.language } : {}),
        ...(input.receive_communication === undefined
          ? {}
          : { receive_communication: input.receive_communication }),
        notification_preferences: JSON.stringify(topicsOf(before, input)),
        rev: before.rev + 1,
        updated_at: w.now,
      })
      .where('id', '=', before.id)
      .where('rev', '=', input.rev ?? before.rev)
      .returning('id')
      .executeTakeFirst();
    if (!done) {
      throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
        current: present(await ownRow(w)),
      });
    }
    if (isMoved) await announceMove(w, before, email);
    const fields = Object.keys(given).filter((name) => name !== 'rev' && name !== 'current_password');
    await w.emit({ type: 'user.changed', user_id: before.id, fields });
    return present(await ownRow(w));
  });
}

async function announceMove(w: WriteCtx, before: Row, email: string): Promise<void> {
  await w.audit({
    action: 'change-email',
    entity: 'user',
    entity_id: before.id,
    before: { email: before.email },
    after: { email },
  });
  await notifyOldAddress(w, before, email);
}

async function ownRow(ctx: ReadCtx | WriteCtx) {
  const row = await mine(ctx, 'users')
    .where('id', '=', ctx.requireUser().userId)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'subscriber_id',
      'user_type',
      'role',
      'first_name',
      'last_name',
      'email',
      'phone',
      'color',
      'language',
      'profile_pic_file_id',
      'signature',
      'notification_preferences',
      'receive_communication',
      'rev',
    ])
    .executeTakeFirst();
  if (!row) throw new AppError('UNAUTHENTICATED', 'Please sign in');
  return row;
}

/** The platform administrator has no company. */
async function countryOf(ctx: ReadCtx): Promise<string> {
  const company = await mine(ctx, 'companies').select('country_code').executeTakeFirst();
  return company?.country_code ?? 'US';
}

function topicsOf(row: Row, input: Update): Profile['notification_preferences'] {
  const stored = row.notification_preferences;
  const entries = mailTopics.map((topic) => [topic, input[topic] ?? wantsMail(stored, topic)]);
  return Object.fromEntries(entries) as Profile['notification_preferences'];
}

interface StoredSignature {
  kind: OwnSignature['kind'];
  text?: string;
  file_id?: string;
}

function present(row: Row): Profile {
  const signature = row.signature as StoredSignature | null;
  return {
    id: row.id,
    subscriber_id: row.subscriber_id,
    user_type: row.user_type,
    role: row.role,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    color: row.color,
    language: row.language as Profile['language'],
    profile_pic: pictureUrl(row.profile_pic_file_id),
    signature: signature && {
      kind: signature.kind,
      text: signature.text ?? '',
      image: pictureUrl(signature.file_id ?? null),
    },
    notification_preferences: topicsOf(row, {}),
    receive_communication: row.receive_communication,
    rev: row.rev,
  };
}

async function storeSignature(ctx: ActionCtx, input: Update): Promise<UploadedFile | null> {
  const { signature_kind: kind, signature_image: image, signature_text: text } = input;
  if (kind === 'typed' && !text) throw badInput({ signature_text: 'Type your name' });
  if (kind !== 'drawn' && kind !== 'uploaded') return null;
  if (!image || image.size === 0) {
    throw badInput({
      signature_image: kind === 'drawn' ? 'Draw your signature' : 'Choose a picture',
    });
  }
  return uploadFile(ctx, await processLogo(new Uint8Array(await image.arrayBuffer()), ctx.subscriberId));
}

async function signatureColumn(w: WriteCtx, input: Update, drawing: UploadedFile | null) {
  const { signature_kind: kind } = input;
  if (!kind) return {};
  if (kind === 'none') return { signature: null };
  const stored: StoredSignature = { kind };
  if (kind === 'typed') stored.text = input.signature_text ?? '';
  if (drawing)
    stored.file_id = await insertFileRow(w, drawing, { purpose: 'signature', name: 'signature.png' });
  return { signature: JSON.stringify(stored) };
}
