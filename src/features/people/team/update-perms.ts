import {
  effectiveFlags,
  offeredFlags,
  type PermissionFlag,
  type PermissionFlags,
} from '#domain/people/permissions.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { memberOfKind } from '../team.ts';
import type { TeamKind } from '../team-contract.ts';
import { sentFlags } from './create-member.ts';
import { assertNotOwner, lockMember, updateMemberRow } from './write-member.ts';

/** Returns a member's effective permissions; the owner has all. */
export async function getPerms(ctx: ReadCtx, kind: TeamKind, id: string): Promise<PermissionFlags> {
  if (!(await memberOfKind(ctx, kind, id))) throw notFound();
  return storedFlags(ctx, kind, id);
}

/**
 * Sets the permissions of a member; those not sent are off. They take effect immediately, because every call reads
 * them. The owner's can't be changed, and users can't grant themselves a permission they don't have. To make someone an
 * administrator or no longer one, the user confirms their identity.
 */
export async function updatePerms(
  w: WriteCtx,
  kind: TeamKind,
  id: string,
  input: Partial<Record<PermissionFlag, boolean | undefined>>,
): Promise<PermissionFlags> {
  const row = await lockMember(w, kind, id);
  assertNotOwner(row);
  const before = await storedFlags(w, kind, id);
  const after = sentFlags(kind, input);
  const changed = offeredFlags[kind].filter((flag) => before[flag] !== after[flag]);
  if (id === w.requireUser().userId && changed.some((flag) => after[flag])) {
    throw new AppError('FORBIDDEN', 'You can’t add to your own permissions');
  }
  if (changed.length === 0) return after;
  if (changed.includes('full_company_admin')) w.requireConfirmedIdentity();
  await updateMemberRow(w, row, { ...after });
  const [old, now] = [before, after].map((flags) =>
    Object.fromEntries(changed.map((flag) => [flag, flags[flag]])),
  );
  await w.audit({ action: 'update-perms', entity: 'user', entity_id: id, before: old, after: now });
  await w.emit({ type: 'user.changed', user_id: id, fields: changed });
  return after;
}

async function storedFlags(ctx: ReadCtx | WriteCtx, kind: TeamKind, id: string): Promise<PermissionFlags> {
  const row = await mine(ctx, 'users')
    .where('id', '=', id)
    .select(['user_type', ...offeredFlags[kind]])
    .executeTakeFirstOrThrow();
  return effectiveFlags(row.user_type as 1 | 2 | 3, row as Partial<PermissionFlags>);
}
