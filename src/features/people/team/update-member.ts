import { fieldsOf, type PersonField } from '#domain/people/contact-fields.ts';
import { changeLoginEmail, inviteMember } from '#features/auth/member-login.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { type MemberRow, memberById, memberOfKind } from '../team.ts';
import type { TeamKind, TeamRow, technicians } from '../team-contract.ts';
import { notifyOldAddress } from './notify-old-address.ts';
import { presentMember } from './present.ts';
import {
  assertNotOwner,
  getPhoneCountry,
  lockMember,
  memberValues,
  pictureColumns,
  storePicture,
  updateMemberRow,
} from './write-member.ts';

type Update = HandlerInput<typeof technicians.update>;

/**
 * Updates the sent fields of a member; permissions have their own route. An invited member gets the invitation at a new
 * address, an active one is notified at the old address; for both the user confirms their identity. Only owners can change the
 * owner's record, and users change their own address only in the profile, which requires the password.
 */
export async function updateMember(ctx: ActionCtx, kind: TeamKind, input: Update): Promise<TeamRow> {
  const { before, country } = await ctx.read(async (r) => ({
    before: await memberOfKind(r, kind, input.id),
    country: await getPhoneCountry(r),
  }));
  if (!before) throw notFound();
  const isSelf = before.id === ctx.requireUser().userId;
  if (!isSelf) assertNotOwner(before);
  const values = memberValues(kind, { ...before, ...sentOnly(input) }, country);
  if (isSelf && values.email !== before.email) {
    throw badInput({ email: 'Change your own email in your profile' });
  }
  // The address receives the links for a new password: it is the account.
  if (values.email !== before.email) ctx.requireConfirmedIdentity();
  const picture = await storePicture(ctx, input.profile_pic);
  return ctx.tx(async (w) => {
    const row = await lockMember(w, kind, input.id);
    const changed = fieldsOf(kind).filter((field) => values[field] !== fieldOf(row, field));
    const email = values.email ?? row.email;
    const isMoved = email !== row.email;
    if (isMoved) await changeLoginEmail(w, row.id, email);
    const done = await updateMemberRow(
      w,
      row,
      {
        ...values,
        ...(await pictureColumns(w, picture)),
        ...(isMoved && row.status === 2 ? { invited_at: w.now } : {}),
      },
      input.rev ?? before.rev,
    );
    if (!done) throw await stale(w, input.id);
    if (isMoved) await announceMove(w, row, email);
    const fields = picture ? [...changed, 'profile_pic'] : changed;
    if (fields.length > 0) {
      const [old, now] = [row, values].map((from) =>
        Object.fromEntries(changed.map((field) => [field, fieldOf(from as MemberRow, field)])),
      );
      await w.audit({ action: 'update', entity: 'user', entity_id: row.id, before: old, after: now });
      await w.emit({ type: 'user.changed', user_id: row.id, fields });
    }
    const saved = await memberById(w, row.id);
    if (!saved) throw notFound();
    return presentMember(saved);
  });
}

function sentOnly(input: Update): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function fieldOf(row: MemberRow, field: PersonField): unknown {
  return row[field as 'first_name'];
}

async function announceMove(w: WriteCtx, row: MemberRow, email: string): Promise<void> {
  if (row.status === 2) await inviteMember(w, row.id);
  else await notifyOldAddress(w, row, email);
}

async function stale(w: WriteCtx, id: string): Promise<AppError> {
  const current = await memberById(w, id);
  if (!current) return notFound();
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
    current: presentMember(current),
  });
}
