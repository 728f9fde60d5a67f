import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { getCompany } from './get-company.ts';
import { presentSettings } from './present.ts';
import { secretNames } from './secrets.ts';
import type { CompanySettingsAnswer } from './settings-contract.ts';

/** Returns the current tenant's settings as members read them. */
export async function showSettings(ctx: ReadCtx | WriteCtx): Promise<CompanySettingsAnswer> {
  const company = await getCompany(ctx);
  const secrets = await secretNames(ctx);
  return presentSettings(company, { secrets, currencyIsFixed: await hasPayments(ctx) });
}

/** True once a payment was received: amounts are in the company's currency, so it is fixed. */
export async function hasPayments(ctx: ReadCtx | WriteCtx): Promise<boolean> {
  const row = await mine(ctx, 'payments').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The agreements that can be selected as the default. */
export async function settingOptions(ctx: ReadCtx): Promise<{ agreements: { id: string; name: string }[] }> {
  const agreements = await mine(ctx, 'agreement_templates')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .select(['id', 'name'])
    .orderBy('name')
    .limit(200)
    .execute();
  return { agreements };
}
