import { fullName } from '#domain/base/names.ts';
import { localDate } from '#domain/base/time.ts';
import { fillText } from '#domain/messages/message-texts.ts';
import { nextSendingHour } from '#domain/messages/sending-limits.ts';
import { mailSettings } from '#domain/settings/messages.ts';
import { codeFromId } from '#features/auth/codes.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { listenInTransaction } from '#server/events.ts';
import { countNewAddresses } from './count-new-addresses.ts';
import { notify } from './notify.ts';
import limits from './sending/limits.json' with { type: 'json' };
import { lastPurchaseOf } from './texting/text-credits.ts';

/** Each event queues one mail in the transaction that emitted it. Of text credits, once per purchase and reason. */
export const listeners = [
  listenInTransaction('user.verification_asked', async (ctx, { user_id, code_id }) => {
    const token = codeFromId(ctx.installation, code_id);
    const path = `/api/v2/auth/verify-email?token=${token}`;
    await notify(ctx, 'verify_email', { user_id, occasion: code_id, path });
  }),
  listenInTransaction('user.password_reset_asked', async (ctx, { user_id, code_id }) => {
    const { email } = await accountOf(ctx, user_id);
    const path = resetPath(codeFromId(ctx.installation, code_id), email);
    await notify(ctx, 'forgot_password', { user_id, occasion: code_id, path });
  }),
  listenInTransaction('user.invited', async (ctx, { user_id, code_id }) => {
    const { email } = await accountOf(ctx, user_id);
    const company = await getCompany(ctx);
    await notify(ctx, 'team_invite', {
      user_id,
      occasion: code_id,
      isByHand: true,
      facts: {
        inviter: ctx.actor ? fullName(await accountOf(ctx, ctx.actor.userId)) : company.company_name,
      },
      reply_to: company.company_email,
      path: `${resetPath(codeFromId(ctx.installation, code_id), email)}&invited=true`,
    });
  }),
  listenInTransaction('text_credits.low', async (ctx, { credits, is_out }) => {
    const purchase = await lastPurchaseOf(ctx);
    if (!purchase) return;
    await notify(ctx, 'text_credits_low', {
      occasion: `${purchase}.${is_out ? 'out' : 'low'}`,
      facts: { credits: String(credits) },
      path: '/communication?tab=credits',
    });
  }),
  listenInTransaction('sending_limit.reached', async (ctx, { kind, per_hour }) => {
    const { timezone } = await getCompany(ctx);
    await notify(ctx, 'sending_limit_reached', {
      // Once a day.
      occasion: localDate(ctx.now, timezone),
      facts: (format) => ({
        limit: fillText(limits[format.lang][kind], { n: format.number(per_hour) }),
        when: format.dateTime(nextSendingHour(ctx.now)),
      }),
      path: '/communication',
    });
  }),
  listenInTransaction('company.changed', async (ctx, { fields }) => {
    const addresses = mailSettings.filter((key) => fields.includes(key));
    if (addresses.length === 0) return;
    const { company_email, settings } = await getCompany(ctx);
    const values = { company_email, ...settings };
    await countNewAddresses(
      ctx,
      addresses.map((key) => values[key] ?? ''),
    );
  }),
  listenInTransaction('user.password_guessed', async (ctx, { user_id }) => {
    await notify(ctx, 'password_guessed', {
      user_id,
      occasion: `${user_id}.${ctx.now.slice(0, 10)}`,
      facts: (format) => ({ date: `${format.dateTime(ctx.now, 'UTC')} UTC` }),
      path: '/auth/forgot-password',
    });
  }),
  listenInTransaction('user.password_changed', async (ctx, { user_id }) => {
    await notify(ctx, 'password_changed', {
      user_id,
      occasion: `${user_id}.${ctx.now.replace(/\D/g, '')}`,
      facts: (format) => ({ date: `${format.dateTime(ctx.now, 'UTC')} UTC` }),
      path: '/auth/forgot-password',
    });
  }),
];

function resetPath(code: string, email: string): string {
  return `/auth/reset-password/${code}?email=${encodeURIComponent(email)}`;
}

function accountOf(ctx: WriteCtx, userId: string) {
  return mine(ctx, 'users')
    .where('id', '=', userId)
    .select(['email', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow();
}
