import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import type { PersonOption, Technician } from './contract.ts';
import { type ContactKind, presentOption, presentTechnician } from './present.ts';
import { allTechnicians } from './team.ts';

const atMost = 100;

/** The first hundred contacts of a kind by last name, for a picker; the rest is found by searching. */
export async function contactOptions(ctx: ReadCtx, kind: ContactKind, status = 1): Promise<PersonOption[]> {
  const rows = await mine(ctx, 'contacts')
    .where('kind', '=', kind)
    .where('status', '=', status)
    .where('deleted_at', 'is', null)
    .select(['id', 'first_name', 'last_name', 'company_name', 'email', 'profile_pic_file_id'])
    .orderBy('last_name_key')
    .orderBy('first_name_key')
    .orderBy('id')
    .limit(atMost)
    .execute();
  return rows.map(presentOption);
}

/** Up to a hundred technicians with that status, by last name. */
export async function technicianOptions(ctx: ReadCtx, status = 1): Promise<Technician[]> {
  const rows = await allTechnicians(ctx, status);
  return rows.slice(0, atMost).map(presentTechnician);
}
