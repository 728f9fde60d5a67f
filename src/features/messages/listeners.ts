import { fullName } from '#domain/base/names.ts';
import { codeFromId } from '#features/auth/codes.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { listenInTransaction } from '#server/events.ts';
import { langOf } from '#server/translate.ts';
import { queueMessage } from './queue-message.ts';

/** Account mails: each event queues one mail in the transaction that emitted it. */
export const listeners = [
  listenInTransaction('user.verification_asked', async (ctx, event) => {
    const user = await accountOf(ctx, event.user_id);
    const token = codeFromId(ctx.installation, event.code_id);
    await queueMessage(ctx, {
      ...mailTo(user, 'verify_email', event.code_id),
      link: `${ctx.installation.publicUrl}/api/v2/auth/verify-email?token=${token}`,
    });
  }),
  listenInTransaction('user.password_reset_asked', async (ctx, event) => {
    const user = await accountOf(ctx, event.user_id);
    const code = codeFromId(ctx.installation, event.code_id);
    const email = encodeURIComponent(user.email);
    await queueMessage(ctx, {
      ...mailTo(user, 'forgot_password', event.code_id),
      link: `${ctx.installation.publicUrl}/auth/reset-password/${code}?email=${email}`,
    });
  }),
  listenInTransaction('user.invited', async (ctx, event) => {
    const user = await accountOf(ctx, event.user_id);
    const company = await getCompany(ctx);
    const inviter = ctx.actor ? fullName(await accountOf(ctx, ctx.actor.userId)) : company.company_name;
    const code = codeFromId(ctx.installation, event.code_id);
    const email = encodeURIComponent(user.email);
    await queueMessage(ctx, {
      ...mailTo(user, 'team_invite', event.code_id),
      facts: { first_name: user.first_name, inviter, company: company.company_name },
      from_name: company.company_name,
      reply_to: company.company_email,
      link: `${ctx.installation.publicUrl}/auth/reset-password/${code}?email=${email}&invited=true`,
    });
  }),
  listenInTransaction('user.password_changed', async (ctx, event) => {
    const user = await accountOf(ctx, event.user_id);
    await queueMessage(ctx, {
      ...mailTo(user, 'password_changed', `${event.user_id}.${ctx.now.replace(/\D/g, '')}`),
      facts: { first_name: user.first_name, date: `${ctx.now.slice(0, 16).replace('T', ' ')} UTC` },
      link: `${ctx.installation.publicUrl}/auth/forgot-password`,
    });
  }),
];

type Account = Awaited<ReturnType<typeof accountOf>>;

function mailTo(
  user: Account,
  template: 'verify_email' | 'forgot_password' | 'password_changed' | 'team_invite',
  occasion: string,
) {
  return {
    key: `${template}.${occasion}`,
    template,
    lang: langOf(user.language),
    to: user.email,
    facts: { first_name: user.first_name },
    person_id: user.id,
  };
}

function accountOf(ctx: WriteCtx, userId: string) {
  return ctx.db
    .selectFrom('users')
    .where('subscriber_id', '=', ctx.subscriberId)
    .where('id', '=', userId)
    .select(['id', 'email', 'first_name', 'last_name', 'language'])
    .executeTakeFirstOrThrow();
}
