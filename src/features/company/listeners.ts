import { inTransaction } from '#server/events.ts';
import { createCompany } from './create-company.ts';

/** A company begins with its owner's sign-up; all rooms above find it when their own listeners run. */
export const listeners = [
  inTransaction('company.created', async (ctx, event) => {
    const owner = await ctx.db
      .selectFrom('users')
      .where('subscriber_id', '=', ctx.subscriberId)
      .where('id', '=', event.owner_id)
      .select(['first_name', 'last_name', 'email', 'phone'])
      .executeTakeFirstOrThrow();
    await createCompany(ctx, {
      timezone: event.timezone,
      owner: { ...owner, phone: event.phone, company_name: event.company_name },
    });
  }),
];
