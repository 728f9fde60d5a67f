import { webhookSecretKey } from '#domain/payments/gateways.ts';
import { type ColumnSettings, companyDefaults } from '#domain/settings/all-settings.ts';
import type { CompanyOwner } from '#domain/settings/setting.ts';
import { claimPublicLink } from '#features/links/public-links.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newPublicId, newToken } from '#server/ids.ts';
import { saveSecret } from './secrets.ts';
import { splitByStorage } from './settings.ts';

const maxSlugAttempts = 50;

/** Creates the company of the current tenant with its defaults, and its request id and public slug as public links. */
export async function createCompany(
  ctx: WriteCtx,
  input: { timezone: string | null; owner: CompanyOwner },
): Promise<void> {
  const all = companyDefaults(input.timezone, input.owner);
  const { columns, json } = splitByStorage(all);
  const requestId = newPublicId();
  await claimPublicName(ctx, requestId);
  const slug = await claimSlug(ctx, all.public_slug);
  await insertMine(ctx, 'companies', {
    ...(columns as ColumnSettings),
    request_id: requestId,
    public_slug: slug,
    settings: JSON.stringify(json),
    created_at: ctx.now,
    updated_at: ctx.now,
  }).execute();
  await saveSecret(ctx, webhookSecretKey, newToken());
}

/** Claims the preferred slug, with the first free number appended if it is taken. */
async function claimSlug(ctx: WriteCtx, preferred: string): Promise<string> {
  for (let i = 1; i <= maxSlugAttempts; i++) {
    const slug = i === 1 ? preferred : `${preferred.slice(0, 36)}-${i}`;
    if (await claimPublicName(ctx, slug)) return slug;
  }
  const letters = newPublicId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  const random = `${preferred.slice(0, 28)}-${letters.slice(0, 10)}`;
  await claimPublicName(ctx, random);
  return random;
}

/** Claims a public name for the company's profile. Returns false if another company has it. */
export function claimPublicName(ctx: WriteCtx, token: string): Promise<boolean> {
  return claimPublicLink(ctx, { token, kind: 'company', targetId: ctx.subscriberId });
}
