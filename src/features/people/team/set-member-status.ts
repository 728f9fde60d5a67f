import { hasPassword, inviteMember, revokeAccess } from '#features/auth/member-login.ts';
import type { WriteCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { type MemberRow, memberById } from '../team.ts';
import type { TeamKind, TeamRow } from '../team-contract.ts';
import { presentMember } from './present.ts';
import { assertNotOwner, assertNotSelf, lockMember, updateMemberRow } from './write-member.ts';

/**
 * Makes a member inactive (ends their sessions, invalidates mailed codes and cancels an open invitation) or active
 * again, which sends a new invitation to members who never set a password. Not for the owner or oneself. Setting the
 * current status changes nothing; for administrators the user confirms their identity.
 */
export async function setMemberStatus(
  w: WriteCtx,
  kind: TeamKind,
  input: { id: string; newStatus: 0 | 1 | '0' | '1' },
): Promise<TeamRow> {
  const row = await lockMember(w, kind, input.id);
  await change(w, row, Number(input.newStatus));
  return presented(w, row.id);
}

/** Sets the status of several members, all or none; members who already have it are left unchanged and not counted. */
export async function setStatusOfMembers(
  w: WriteCtx,
  kind: TeamKind,
  input: { ids: readonly string[]; newStatus: 0 | 1 | '0' | '1' },
): Promise<{ changed: number }> {
  let changed = 0;
  // In a fixed order, so that two calls never deadlock.
  for (const id of [...new Set(input.ids)].sort()) {
    const row = await lockMember(w, kind, id);
    if (await change(w, row, Number(input.newStatus))) changed += 1;
  }
  return { changed };
}

async function change(w: WriteCtx, row: MemberRow, wanted: number): Promise<boolean> {
  assertNotOwner(row);
  assertNotSelf(row, w.requireUser());
  if (wanted === 1 && row.status === 2) {
    throw new AppError('CONFLICT', 'This person becomes active after accepting the invitation');
  }
  if (row.status === wanted) return false;
  if (row.full_company_admin) w.requireConfirmedIdentity();
  if (wanted === 0) await deactivate(w, row);
  else await reactivate(w, row);
  return true;
}

/** Mails a new invitation to an invited member; the old link stops working. */
export async function resendInvitation(w: WriteCtx, kind: TeamKind, id: string): Promise<TeamRow> {
  const row = await lockMember(w, kind, id);
  if (row.status !== 2) throw new AppError('CONFLICT', 'This person has no pending invitation');
  await updateMemberRow(w, row, { invited_at: w.now });
  await w.audit({ action: 'invite', entity: 'user', entity_id: id, after: { email: row.email } });
  await inviteMember(w, id);
  return presented(w, id);
}

async function deactivate(w: WriteCtx, row: MemberRow): Promise<void> {
  await updateMemberRow(w, row, { status: 0 });
  await revokeAccess(w, row.id);
  const action = row.status === 2 ? 'invitation-cancelled' : 'deactivate';
  await w.audit({ action, entity: 'user', entity_id: row.id });
  await w.emit({ type: 'user.deactivated', user_id: row.id });
}

async function reactivate(w: WriteCtx, row: MemberRow): Promise<void> {
  const isKnown = await hasPassword(w, row.id);
  await updateMemberRow(w, row, isKnown ? { status: 1 } : { status: 2, invited_at: w.now });
  await w.audit({ action: 'reactivate', entity: 'user', entity_id: row.id });
  await w.emit({ type: 'user.changed', user_id: row.id, fields: ['status'] });
  if (!isKnown) await inviteMember(w, row.id);
}

async function presented(w: WriteCtx, id: string): Promise<TeamRow> {
  const row = await memberById(w, id);
  if (!row) throw notFound();
  return presentMember(row);
}
