import { badInput } from '#wire/errors.ts';
import { mine, type TenantReader } from './scope.ts';

/** How many a company may have of what is loaded as a whole, and the field at which too many are reported. */
const limits = {
  services: { most: 500, field: 'name' },
  discount_codes: { most: 1000, field: 'code' },
  agreement_templates: { most: 500, field: 'name' },
  templates: { most: 500, field: 'name' },
} as const;

/** Throws BAD_USER_INPUT if the company already has as many rows of the table as it may have, without deleted ones. */
export async function assertRoomFor(ctx: TenantReader, table: keyof typeof limits): Promise<void> {
  const { most, field } = limits[table];
  const rows = await mine(ctx, table as 'services')
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(most)
    .execute();
  if (rows.length >= most) throw badInput({ [field]: fullMessage(most) });
}

/** Says that nothing more can be added. */
export const fullMessage = (most: number): string => `You already have ${most}. Delete one first.`;
