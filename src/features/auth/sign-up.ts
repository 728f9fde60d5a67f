import { isZone } from '#domain/base/time.ts';
import { readPhoneOfAnyCountry } from '#domain/people/phones.ts';
import type { ActionCtx, WriteCtx } from '#server/context.ts';
import { anyTenantCtx } from '#server/http/call-contexts.ts';
import { newId, newPublicId } from '#server/ids.ts';
import type { HandlerInput } from '#wire/route.ts';
import { createCode } from './codes.ts';
import type { signUp as contract } from './contract.ts';
import { claimLoginEmail } from './member-login.ts';
import { assertGoodPassword } from './new-password.ts';
import { hashPassword } from './passwords.ts';

type SignUp = HandlerInput<typeof contract>;

/**
 * Creates a company with its owner. Everything else a new company needs (defaults, services, template, agreement) is
 * created by the listeners of `company.created` in the same transaction. Rejects a taken address, a weak password and
 * unaccepted terms.
 */
export async function signUp(
  ctx: ActionCtx,
  input: SignUp,
): Promise<{ email: string; verification_required: boolean }> {
  const { email, first_name, last_name, company_name } = input;
  await assertGoodPassword('password', input.password, [email, first_name, last_name, company_name]);
  const passwordHash = await hashPassword(input.password);
  await ctx.tx((w) => createOwner(w, input, passwordHash));
  return { email: input.email, verification_required: ctx.installation.emailVerification };
}

/** Creates the owner's rows and emits the event that sets up the company; also used to seed the demo. */
export async function createOwner(w: WriteCtx, input: SignUp, passwordHash: string): Promise<string> {
  const ownerId = newId();
  const tenant = anyTenantCtx(w, ownerId);
  await claimLoginEmail(w, { email: input.email, userId: ownerId, subscriberId: ownerId, passwordHash });
  await tenant.db
    .insertInto('users')
    .values({
      subscriber_id: ownerId,
      id: ownerId,
      public_id: newPublicId(),
      user_type: 1,
      role: 'Administrator',
      email: input.email,
      first_name: input.first_name,
      last_name: input.last_name,
      phone: readPhoneOfAnyCountry(input.phone) ?? '',
      receive_communication: input.receive_communication,
      terms_accepted_at: w.now,
      language: input.language ?? w.lang,
      is_technician: true,
      can_schedule_new: true,
      can_edit_schedule: true,
      can_publish_report: true,
      can_edit_template: true,
      can_add_new_comment: true,
      full_company_admin: true,
      show_appointment_price: true,
      created_at: w.now,
      updated_at: w.now,
    })
    .execute();
  await tenant.audit({ action: 'sign-up', entity: 'user', entity_id: ownerId });
  await tenant.emit({
    type: 'company.created',
    owner_id: ownerId,
    company_name: input.company_name,
    phone: readPhoneOfAnyCountry(input.phone) ?? '',
    email: input.email,
    timezone: input.timezone && isZone(input.timezone) ? input.timezone : 'America/New_York',
    language: input.language ?? w.lang,
  });
  if (w.installation.emailVerification) {
    const code_id = await createCode(w, { userId: ownerId, subscriberId: ownerId }, 'verify');
    await tenant.emit({ type: 'user.verification_asked', user_id: ownerId, code_id });
  }
  return ownerId;
}
