import {
  noFlags,
  offeredFlags,
  type PermissionFlag,
  type PermissionFlags,
} from '#domain/people/permissions.ts';
import { claimLoginEmail, inviteMember } from '#features/auth/member-login.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { insertMine } from '#server/db/scope.ts';
import { newId, newPublicId } from '#server/ids.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { memberById } from '../team.ts';
import type { staffs, TeamKind, TeamRow, technicians } from '../team-contract.ts';
import { presentMember } from './present.ts';
import { getPhoneCountry, memberValues, pictureColumns, storePicture } from './write-member.ts';

type Create = HandlerInput<typeof technicians.create> | HandlerInput<typeof staffs.create>;

/**
 * Adds a technician or staff member as invited and mails the invitation, both in one transaction. The e-mail address
 * must be unique on the whole platform. Permissions that are not sent are off; for an administrator the user confirms their
 * identity.
 */
export async function createMember(ctx: ActionCtx, kind: TeamKind, input: Create): Promise<TeamRow> {
  const values = memberValues(kind, input, await ctx.read(getPhoneCountry));
  const flags = sentFlags(kind, input);
  if (flags.full_company_admin) ctx.requireConfirmedIdentity();
  const picture = await storePicture(ctx, input.profile_pic);
  return ctx.finalTx(async (w) => {
    const id = newId();
    const email = values.email ?? '';
    await claimLoginEmail(w, { email, userId: id, subscriberId: w.subscriberId, passwordHash: null });
    const isTechnician = kind === 'technicians';
    await insertMine(w, 'users', {
      id,
      public_id: newPublicId(),
      user_type: isTechnician ? 2 : 3,
      role: isTechnician ? 'Technician' : 'Staff',
      is_technician: isTechnician,
      email,
      first_name: values.first_name ?? '',
      last_name: values.last_name ?? '',
      phone: values.phone ?? '',
      ...(values.color ? { color: values.color } : {}),
      ...flags,
      ...(await pictureColumns(w, picture)),
      status: 2,
      invited_at: w.now,
      language: w.lang,
      created_at: w.now,
      updated_at: w.now,
    }).execute();
    await w.audit({ action: 'invite', entity: 'user', entity_id: id, after: { email, kind, ...flags } });
    await inviteMember(w, id);
    return saved(w, id);
  });
}

/** The permissions of a request: the kind's permissions as sent, all others off. */
export function sentFlags(
  kind: TeamKind,
  input: Partial<Record<PermissionFlag, boolean | undefined>>,
): PermissionFlags {
  const flags = { ...noFlags };
  for (const flag of offeredFlags[kind]) flags[flag] = input[flag] === true;
  return flags;
}

async function saved(w: WriteCtx, id: string): Promise<TeamRow> {
  const row = await memberById(w, id);
  if (!row) throw notFound();
  return presentMember(row);
}
