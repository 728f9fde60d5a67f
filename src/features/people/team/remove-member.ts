import { releaseLoginEmail, revokeAccess } from '#features/auth/member-login.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import { countFutureAppointments } from '../team.ts';
import type { TeamKind } from '../team-contract.ts';
import { assertNotOwner, assertNotSelf, lockMember, updateMemberRow } from './write-member.ts';

/**
 * Removes a member from the team: from lists and pickers, signed out, the address free again. Rejected while they have
 * future appointments; the history keeps their name. Not for the owner or oneself.
 */
export async function removeMember(w: WriteCtx, kind: TeamKind, id: string): Promise<null> {
  const row = await lockMember(w, kind, id);
  assertNotOwner(row);
  assertNotSelf(row, w.requireUser());
  const appointments = await countFutureAppointments(w, id);
  if (appointments > 0) {
    throw new AppError(
      'CONFLICT',
      'This person still has upcoming appointments. Reassign or cancel them first.',
      { appointments },
    );
  }
  if (row.full_company_admin) w.requireConfirmedIdentity();
  await updateMemberRow(w, row, { deleted_at: w.now, status: 0 });
  await revokeAccess(w, id);
  await releaseLoginEmail(w, id);
  await w.audit({ action: 'delete', entity: 'user', entity_id: id, before: { email: row.email } });
  await w.emit({ type: 'user.deactivated', user_id: id });
  return null;
}
