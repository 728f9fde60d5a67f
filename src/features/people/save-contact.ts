import { checkPerson, contactFieldsOf } from '#domain/people/contact-fields.ts';
import { emailTaken } from '#domain/people/people.ts';
import { checkExtras, type PersonExtras } from '#domain/people/people-extras.ts';
import { getCompany } from '#features/company/get-company.ts';
import { insertFileRow, type UploadedFile, uploadFile } from '#features/files/stored-files.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { processProfilePicture } from '#server/files/photos.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type { clients } from './contract.ts';
import { type ContactRouteKind, type ContactRow, contactKindByRoute, presentContact } from './present.ts';
import * as store from './store.ts';

type Create = HandlerInput<typeof clients.create>;
type Update = HandlerInput<typeof clients.update>;
type Saved = ReturnType<typeof presentContact> & { warnings: Record<string, string> };

/**
 * Adds a client, agent or contractor. Invalid fields are rejected with a message each; a shared e-mail address only
 * warns.
 */
export async function createContact(ctx: ActionCtx, kind: ContactRouteKind, input: Create): Promise<Saved> {
  const country = await ctx.read(countryOf);
  const { values, extras } = valuesOf(kind, input, input, country);
  const picture = await storePicture(ctx, input.profile_pic);
  return ctx.finalTx(async (w) => {
    const fileId = picture ? await keepPicture(w, picture) : null;
    const row = await store.insert(w, contactKindByRoute[kind], values, extras, fileId);
    await w.emit({ type: 'contact.created', contact_id: row.id });
    return saved(w, row);
  });
}

/** Updates the sent fields of a contact. If the sent rev is outdated, throws CONFLICT with the current record. */
export async function updateContact(ctx: ActionCtx, kind: ContactRouteKind, input: Update): Promise<Saved> {
  const { before, country } = await ctx.read(async (r) => ({
    before: await store.byId(r, contactKindByRoute[kind], input.id),
    country: await countryOf(r),
  }));
  if (!before) throw notFound();
  const { values, extras } = valuesOf(kind, { ...before, ...sentOnly(input) }, input, country);
  const picture = await storePicture(ctx, input.profile_pic);
  return ctx.tx(async (w) => {
    const fileId = picture ? await keepPicture(w, picture) : undefined;
    const more = fileId ? { ...extras, profile_pic_file_id: fileId } : extras;
    const row = await store.update(w, before, values, more, input.rev);
    if (!row) throw await stale(w, kind, input.id);
    const fields = changedFields(kind, before, row);
    if (fields.length > 0) await w.emit({ type: 'contact.changed', contact_id: row.id, fields });
    return saved(w, row);
  });
}

function changedFields(kind: ContactRouteKind, before: ContactRow, after: ContactRow): string[] {
  const fields = contactFieldsOf(kind).filter((field) => after[field] !== before[field]);
  const extras = (['notes', 'tags'] as const).filter(
    (field) => String(after[field]) !== String(before[field]),
  );
  const picture = after.profile_pic_file_id === before.profile_pic_file_id ? [] : ['profile_pic'];
  return [...fields, ...extras, ...picture];
}

/** The normalized form fields and the other sent values; what is not sent stays unchanged. */
function valuesOf(
  kind: ContactRouteKind,
  given: Record<string, unknown>,
  sent: PersonExtras,
  country: string,
) {
  const { values, problems } = checkPerson(kind, given, country);
  const { extras, problems: others } = checkExtras(sent);
  const all = { ...problems, ...others };
  if (Object.keys(all).length > 0) throw badInput(all as Record<string, string>);
  return { values, extras };
}

function sentOnly(input: Update): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

async function countryOf(ctx: ReadCtx): Promise<string> {
  return (await getCompany(ctx)).country_code;
}

async function saved(w: WriteCtx, row: ContactRow): Promise<Saved> {
  const isUsed = await store.isEmailUsed(w, row.kind as never, row.email, row.id);
  return { ...presentContact(row), warnings: isUsed ? { email: emailTaken } : {} };
}

async function stale(w: WriteCtx, kind: ContactRouteKind, id: string): Promise<AppError> {
  const current = await store.byId(w, contactKindByRoute[kind], id);
  if (!current) return notFound();
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
    current: presentContact(current),
  });
}

async function storePicture(ctx: ActionCtx, file: File | '' | undefined): Promise<UploadedFile | null> {
  if (!file || file.size === 0) return null;
  const picture = await processProfilePicture(new Uint8Array(await file.arrayBuffer()), ctx.subscriberId);
  return uploadFile(ctx, picture);
}

function keepPicture(w: WriteCtx, picture: UploadedFile): Promise<string> {
  return insertFileRow(w, picture, { purpose: 'profile_pic', name: 'picture.jpg' });
}
