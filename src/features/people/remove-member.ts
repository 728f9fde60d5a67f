import { dropLogin, endAccess } from '#features/auth/member-login.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError } from '#wire/errors.ts';
import { lockedMember, refuseOwner, refuseSelf, setMember } from './team/write-member.ts';
import { futureAppointments } from './team.ts';
import type { TeamKind } from './team-contract.ts';

/**
 * Takes a member off the team: off lists and pickers, signed out, the address free again. Refused while appointments are
 * still to come; history keeps the name. Not the owner, not oneself.
 */
export async function removeMember(w: WriteCtx, kind: TeamKind, id: string): Promise<null> {
  const row = await lockedMember(w, kind, id);
  refuseOwner(row);
  refuseSelf(row, w.user());
  const appointments = await futureAppointments(w, id);
  if (appointments > 0) {
    throw new AppError(
      'CONFLICT',
      'This person still has upcoming appointments. Reassign or cancel them first.',
      { appointments },
    );
  }
  await setMember(w, row, { deleted_at: w.now, status: 0 });
  await endAccess(w, id);
  await dropLogin(w, id);
  await w.audit({ action: 'delete', entity: 'user', entity_id: id, before: { email: row.email } });
  await w.emit({ type: 'user.deactivated', user_id: id });
  return null;
}
