import type { Instant } from '#domain/base/time.ts';
import type { MerchantForm } from '#domain/payments/merchant-application.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { MerchantApplication, MerchantState } from '../merchant-contract.ts';
import { type ApplicationRow, currentApplication, linkEncryptionContext } from './applications.ts';
import { isBeingSent } from './follow-application.job.ts';

/** Returns the company's application as its members may see it, or the form to start one. */
export async function getMerchantState(ctx: ReadCtx | WriteCtx): Promise<MerchantState> {
  const company = await getCompany(ctx);
  const row = await currentApplication(ctx);
  const { country_code, currency } = company;
  return {
    onboarding: ctx.installation.merchantOnboarding,
    country_code,
    currency,
    application: row ? presented(ctx, row) : null,
    form: row ? row.form : await prefilled(ctx, company),
  };
}

function presented(ctx: ReadCtx | WriteCtx, row: ApplicationRow): MerchantApplication {
  const isGoingOn = row.state === 'submitted' && row.locked_link !== null;
  return {
    id: row.id,
    state: shownState(row, ctx.now),
    mode: row.mode,
    problem: row.problem,
    note: row.note,
    app_link: isGoingOn ? ctx.installation.decrypt(row.locked_link ?? '', linkEncryptionContext(row)) : null,
    opened_at: row.opened_at,
    submitted_at: row.submitted_at,
    decided_at: row.decided_at,
    rev: row.rev,
  };
}

// If it was sent longer ago, the sending process died: members may look it up, send it again or withdraw it.
function shownState(row: ApplicationRow, now: Instant): MerchantApplication['state'] {
  const { state } = row;
  if (state === 'submitting') return isBeingSent(row, now) ? 'sending' : 'unknown';
  return state === 'withdrawn' ? 'draft' : state;
}

/** Returns the form prefilled from the settings. */
async function prefilled(ctx: ReadCtx | WriteCtx, company: Company): Promise<MerchantForm> {
  const owner = await mine(ctx, 'users')
    .where('user_type', '=', 1)
    .select(['first_name', 'last_name', 'email', 'phone'])
    .executeTakeFirst();
  const phone = nationalNumber(company.company_phone || owner?.phone || '');
  return {
    legal_name: company.company_name.slice(0, 100),
    dba_name: company.company_name.slice(0, 100),
    email: company.company_email || owner?.email || '',
    phone,
    website: company.website,
    business_description: '',
    address: company.address.slice(0, 100),
    city: company.city.slice(0, 100),
    state: company.state.slice(0, 50),
    zip_code: company.zip_code,
    principal_first_name: owner?.first_name.slice(0, 50) ?? '',
    principal_last_name: owner?.last_name.slice(0, 50) ?? '',
    principal_title: '',
    principal_phone: nationalNumber(owner?.phone || company.company_phone),
    high_ticket: null,
  };
}

/** The gateway takes digits without an extension. */
const nationalNumber = (phone: string) => (phone.split('x')[0] ?? '').replace(/\D/g, '');
