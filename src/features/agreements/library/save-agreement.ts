import { canonicalJson } from '#domain/base/canonical-json.ts';
import { htmlToRichText } from '#domain/text/html-to-rich-text.ts';
import { isEmptyRichText, type RichText } from '#domain/text/rich-text.ts';
import { longTextProblem, mostAgreementPages } from '#domain/text/text-pages.ts';
import { getCompany } from '#features/company/get-company.ts';
import { updateSettings } from '#features/company/update-settings.ts';
import type { WriteCtx } from '#server/context.ts';
import { assertRoomFor } from '#server/db/row-limits.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import type * as contract from '../library-contract.ts';
import type { EditedAgreement } from '../library-contract.ts';
import {
  bumpAgreementRev,
  findAgreementTemplate,
  getEditedAgreement,
  listServicesUsing,
} from './edited-agreement.ts';

/** Creates an agreement template, active unless the input says otherwise. */
export async function createAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createAgreement>,
): Promise<EditedAgreement> {
  const { name, description = '', status = 1, is_default = false } = input;
  const content = textOf(input.content);
  refuseLongText(content);
  refuseInactiveDefault(is_default, status);
  await assertRoomFor(ctx, 'agreement_templates');
  const id = newId();
  await insertMine(ctx, 'agreement_templates', {
    id,
    name,
    description,
    content: JSON.stringify(content),
    status,
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  if (is_default) await makeDefault(ctx, id);
  const after = await getEditedAgreement(ctx, { id });
  await ctx.audit({ action: 'create', entity: 'agreement-template', entity_id: id, after });
  return after;
}

/**
 * Changes the sent fields. Before the text of a template used by an appointment changes, it is stored as a former
 * version; an unused text is overwritten. Deactivating a template removes it from the settings that use it.
 */
export async function updateAgreement(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.updateAgreement>,
): Promise<EditedAgreement> {
  const { id, rev, is_default, ...sent } = input;
  const content = sent.content === undefined ? undefined : textOf(sent.content);
  await bumpAgreementRev(ctx, id, rev);
  const before = await getEditedAgreement(ctx, { id });
  const status = sent.status ?? before.status;
  refuseInactiveDefault(is_default ?? false, status);
  const columns = {
    ...(sent.name === undefined ? {} : { name: sent.name }),
    ...(sent.description === undefined ? {} : { description: sent.description }),
    ...(sent.status === undefined ? {} : { status: sent.status }),
    ...(content === undefined ? {} : await textColumns(ctx, id, content)),
  };
  if (Object.keys(columns).length > 0) {
    await updateMine(ctx, 'agreement_templates').set(columns).where('id', '=', id).execute();
  }
  if (status === 0) await removeFromSettings(ctx, id);
  else if (is_default) await makeDefault(ctx, id);
  else if (is_default === false && before.is_default) await makeDefault(ctx, null);
  const after = await getEditedAgreement(ctx, { id });
  await ctx.audit({ action: 'update', entity: 'agreement-template', entity_id: id, before, after });
  return after;
}

/** Deletes a template; appointments that use it, and its versions, stay. Throws CONFLICT while services include it. */
export async function deleteAgreement(
  ctx: WriteCtx,
  { id, rev }: { id: string; rev?: number | undefined },
): Promise<null> {
  await bumpAgreementRev(ctx, id, rev);
  const before = await getEditedAgreement(ctx, { id });
  const used_by = await listServicesUsing(ctx, id);
  if (used_by.length > 0) {
    throw new AppError('CONFLICT', 'Services include this agreement. Remove it from them first.', {
      used_by,
    });
  }
  await removeFromSettings(ctx, id);
  await updateMine(ctx, 'agreement_templates')
    .set({ deleted_at: ctx.now, status: 0 })
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: 'delete', entity: 'agreement-template', entity_id: id, before });
  return null;
}

/** Stores the current text as a former version if an appointment uses it. An unchanged text creates no version. */
async function textColumns(ctx: WriteCtx, id: string, content: RichText) {
  const row = await findAgreementTemplate(ctx, id);
  if (!row) throw notFound();
  if (canonicalJson(row.content) === canonicalJson(content)) return {};
  // Here: one that is too long already can still be renamed or deactivated.
  refuseLongText(content);
  const used = await mine(ctx, 'appointment_agreements')
    .where('template_id', '=', id)
    .where('template_version', '=', row.version)
    .select('id')
    .executeTakeFirst();
  if (!used) return { content: JSON.stringify(content) };
  await insertMine(ctx, 'agreement_versions', {
    template_id: id,
    version: row.version,
    name: row.name,
    content: JSON.stringify(row.content),
    replaced_at: ctx.now,
    replaced_by: ctx.requireUser().userId,
  }).execute();
  return { content: JSON.stringify(content), version: row.version + 1 };
}

function textOf(html: string): RichText {
  const content = htmlToRichText(html);
  if (isEmptyRichText(content)) throw badInput({ content: 'The text is required' });
  return content;
}

function refuseLongText(content: RichText): void {
  const problem = longTextProblem(content, mostAgreementPages);
  if (problem) throw badInput({ content: problem });
}

function refuseInactiveDefault(isDefault: boolean, status: number): void {
  if (isDefault && status === 0) throw badInput({ is_default: 'An inactive agreement can’t be the default' });
}

async function makeDefault(ctx: WriteCtx, id: string | null): Promise<void> {
  await updateSettings(ctx, { subscriberId: ctx.subscriberId, default_agreement_id: id });
}

/** Removes a template that is no longer active from the settings that use it. */
async function removeFromSettings(ctx: WriteCtx, id: string): Promise<void> {
  const { subscriberId } = ctx;
  const { default_agreement_id, request_form } = (await getCompany(ctx)).settings;
  if (default_agreement_id !== id && request_form.agreement_id !== id) return;
  await updateSettings(ctx, {
    subscriberId,
    ...(default_agreement_id === id ? { default_agreement_id: null } : {}),
    ...(request_form.agreement_id === id ? { request_form: { agreement_id: null } } : {}),
  });
}
