import type { Reachable } from '#domain/automations/decision-types.ts';
import { readPhone } from '#domain/people/phones.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

interface PersonRow {
  id: string;
  first_name: string;
  last_name: string;
  company_name: string;
  email: string;
  email_cc: string;
  phone: string;
}

/** Returns a person as an action may reach them; `country` is the company's. */
export function reachable(row: PersonRow, country: string): Reachable {
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`.trim() || row.company_name,
    email: row.email,
    email_cc: row.email_cc.split(',').flatMap((one) => one.trim() || []),
    phone: readPhone(row.phone, country) ?? '',
  };
}

/** Returns a contact or user of the company by id, or null. */
export async function findReachable(ctx: ReadCtx | WriteCtx, id: string): Promise<Reachable | null> {
  const contact = await mine(ctx, 'contacts')
    .where('id', '=', id)
    .select(['id', 'first_name', 'last_name', 'company_name', 'email', 'email_cc', 'phone'])
    .executeTakeFirst();
  const user = contact
    ? undefined
    : await mine(ctx, 'users')
        .where('id', '=', id)
        .select(['id', 'first_name', 'last_name', 'email', 'phone'])
        .executeTakeFirst();
  const row = contact ?? (user && { ...user, company_name: '', email_cc: '' });
  return row ? reachable(row, (await getCompany(ctx)).country_code) : null;
}

/** Returns the company's active administrators. */
export async function companyAdmins(ctx: ReadCtx | WriteCtx, country: string): Promise<Reachable[]> {
  const admins = await mine(ctx, 'users')
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('full_company_admin', '=', true), eb('role', '=', 'Administrator')]))
    .orderBy('id')
    .select(['id', 'first_name', 'last_name', 'email', 'phone'])
    .execute();
  return admins.map((row) => reachable({ ...row, company_name: '', email_cc: '' }, country));
}
