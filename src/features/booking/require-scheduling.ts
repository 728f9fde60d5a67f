import type { Company } from '#features/company/get-company.ts';
import { badInput } from '#wire/errors.ts';

/** Throws BAD_USER_INPUT unless visitors may book times of this company themselves. */
export function requireScheduling({ settings }: Company): void {
  if (!settings.enable_online_scheduling) {
    throw badInput({ mode: 'Online scheduling is off. Please send a request instead.' });
  }
}
