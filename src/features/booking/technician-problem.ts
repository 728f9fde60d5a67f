import type { Company } from '#features/company/get-company.ts';
import { findActivePeople } from '#features/people/find-active-people.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';

/** Returns why a visitor can't choose this technician, or null. */
export async function technicianProblem(
  ctx: ReadCtx | WriteCtx,
  { settings }: Company,
  technicianId: string | null | undefined,
): Promise<string | null> {
  if (!technicianId) return null;
  if (!settings.allow_choice_of_technicians) return 'The company chooses the technician';
  const active = await findActivePeople(ctx, 'inspector', [technicianId]);
  return active.has(technicianId) ? null : 'This person is not available';
}
