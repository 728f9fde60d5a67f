import { sql } from 'kysely';
import { mistypedTokens, unknownTokens } from '#domain/text/placeholders.ts';
import { type RichText, toHtml } from '#domain/text/rich-text.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine, updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { EditedAgreement, PreviousVersion } from '../library-contract.ts';
import { toCompanyTime } from '../present-agreements.ts';

/** An agreement template as its editor shows it. Throws NOT_FOUND if it does not exist. */
export async function getEditedAgreement(
  ctx: ReadCtx | WriteCtx,
  { id }: { id: string },
): Promise<EditedAgreement> {
  const row = await findAgreementTemplate(ctx, id);
  if (!row) throw notFound();
  const { settings, timezone } = await getCompany(ctx);
  const copies = await copiesByVersion(ctx, id);
  const content = row.content as RichText;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    is_default: row.id === settings.default_agreement_id,
    status: row.status,
    rev: row.rev,
    updated_at: toCompanyTime(row.updated_at, timezone),
    content: toHtml(content),
    unknown_placeholders: unknownTokens(content),
    mistyped_placeholders: mistypedTokens(content),
    copies: copies.get(row.version) ?? 0,
    versions: await formerVersions(ctx, id, copies, timezone),
    used_by: await listServicesUsing(ctx, id),
  };
}

/** The row of an agreement template that was not deleted. */
export function findAgreementTemplate(ctx: ReadCtx | WriteCtx, id: string) {
  return mine(ctx, 'agreement_templates')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .executeTakeFirst();
}

/** The text of one version. Throws NOT_FOUND if the version does not exist. */
export async function agreementVersion(ctx: ReadCtx, { id, version }: { id: string; version: number }) {
  const present = await findAgreementTemplate(ctx, id);
  if (!present) throw notFound();
  const row =
    present.version === version
      ? present
      : await mine(ctx, 'agreement_versions')
          .where('template_id', '=', id)
          .where('version', '=', version)
          .select(['name', 'content'])
          .executeTakeFirst();
  if (!row) throw notFound();
  return { version, name: row.name, content: toHtml(row.content as RichText) };
}

/** Names of the services and add-ons that include this agreement. */
export async function listServicesUsing(ctx: ReadCtx | WriteCtx, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from services
      where subscriber_id = ${ctx.subscriberId}::uuid and deleted_at is null and ${id}::uuid = any(agreement_ids)
    union
    select a.name from add_ons a join services s on s.subscriber_id = a.subscriber_id and s.id = a.service_id
      where a.subscriber_id = ${ctx.subscriberId}::uuid and a.deleted_at is null and s.deleted_at is null
        and ${id}::uuid = any(a.agreement_ids)
    order by name`.execute(ctx.db);
  return rows.map((row) => row.name);
}

/**
 * Increments the template's rev. Throws CONFLICT with the current template if a rev was sent that is not the current
 * one.
 */
export async function bumpAgreementRev(ctx: WriteCtx, id: string, rev: number | undefined): Promise<void> {
  let query = updateMine(ctx, 'agreement_templates')
    .set((eb) => ({ rev: eb('rev', '+', 1), updated_at: ctx.now }))
    .where('id', '=', id)
    .where('deleted_at', 'is', null);
  if (rev !== undefined) query = query.where('rev', '=', rev);
  if (await query.returning('rev').executeTakeFirst()) return;
  const current = await getEditedAgreement(ctx, { id });
  throw new AppError('CONFLICT', 'This was changed by someone else in the meantime', { current });
}

async function copiesByVersion(ctx: ReadCtx | WriteCtx, id: string): Promise<Map<number, number>> {
  const rows = await mine(ctx, 'appointment_agreements')
    .where('template_id', '=', id)
    .where('removed_at', 'is', null)
    .groupBy('template_version')
    .select((eb) => ['template_version', eb.fn.countAll<number>().as('copies')])
    .execute();
  return new Map(rows.map((row) => [row.template_version, row.copies]));
}

async function formerVersions(
  ctx: ReadCtx | WriteCtx,
  id: string,
  copies: Map<number, number>,
  timezone: string,
): Promise<PreviousVersion[]> {
  const rows = await mine(ctx, 'agreement_versions')
    .leftJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'agreement_versions.subscriber_id')
        .onRef('users.id', '=', 'agreement_versions.replaced_by'),
    )
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .select(['version', 'name', 'replaced_at', 'first_name', 'last_name'])
    .execute();
  return rows.map(({ version, name, replaced_at, first_name, last_name }) => ({
    version,
    name,
    replaced_at: toCompanyTime(replaced_at, timezone),
    replaced_by: [first_name, last_name].filter(Boolean).join(' '),
    copies: copies.get(version) ?? 0,
  }));
}
