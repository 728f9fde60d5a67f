import type { WriteCtx } from '#server/context.ts';
import { lockKey } from '#server/db/key-locks.ts';
import { mine } from '#server/db/scope.ts';
import { sha256Hex } from '#server/ids.ts';
import { AppError, badInput, notFound } from '#wire/errors.ts';
import { occasionsByHand } from '../messages-just-sent.ts';
import { notify } from '../notify.ts';
import { type Notice, renderNotice } from '../render-notice.ts';
import { textBalance } from '../texting/text-credits.ts';
import { draftNotice, type WrittenDraft } from './draft-notice.ts';
import { type Addressee, findAddressees } from './find-addressees.ts';
import { completedTexts, creditsOf } from './preview-message.ts';

/**
 * Writes to people of an appointment, or to contacts, even if automated notifications are off. Throws BAD_USER_INPUT if one
 * of them cannot be reached that way, and LIMIT_REACHED if there are too few credits; nothing is sent then.
 */
export async function writeMessage(ctx: WriteCtx, draft: WrittenDraft): Promise<{ recipients: number }> {
  await lock(ctx, draft);
  const people = chosenOf(await findAddressees(ctx, draft), draft);
  const { notice } = await draftNotice(ctx, draft, people);
  const { appointment_id = null, channel } = draft;
  const whole: Notice = {
    ...notice,
    occasion: await occasionsByHand(ctx, {
      ...{ template: 'appointment_message', appointment_id, channel, people: draft.people },
      about: `${appointment_id ?? 'person'}.${sha256Hex(JSON.stringify(draft.texts)).slice(0, 20)}`,
    }),
  };
  if (channel === 'text') await requireTexts(ctx, whole);
  const { recipients } = await notify(ctx, 'appointment_message', { ...whole, isByHand: true });
  return { recipients: recipients.length };
}

/** Of two requests at once, the second finds the messages of the first. */
async function lock(ctx: WriteCtx, { appointment_id }: WrittenDraft): Promise<void> {
  if (!appointment_id) {
    await lockKey(ctx.db, ctx.subscriberId, 'messages');
    return;
  }
  const appointment = await mine(ctx, 'appointments')
    .where('id', '=', appointment_id)
    .where('deleted_at', 'is', null)
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  if (!appointment) throw notFound();
}

const refusals = {
  no_email: 'At least one recipient has no email address',
  no_phone: 'At least one recipient has no phone number that can receive texts',
  opted_out: 'At least one recipient opted out of texts',
  bounced: 'At least one recipient’s address is blocked',
  complained: 'At least one recipient’s address is blocked',
  unsubscribed: 'At least one recipient’s address is blocked',
} as const;

function chosenOf(all: readonly Addressee[], { people, channel }: WrittenDraft): Addressee[] {
  const chosen = all.filter((one) => people.includes(one.person_id));
  if (people.length === 0) throw badInput({ people: 'Choose at least one recipient' });
  if (chosen.length < new Set(people).size)
    throw badInput({ people: 'This person isn’t on the appointment' });
  for (const { refused } of chosen) {
    const why = refused[channel];
    if (why) throw badInput({ people: refusals[why] });
  }
  return chosen;
}

async function requireTexts(ctx: WriteCtx, notice: Notice): Promise<void> {
  if (!ctx.installation.canText) throw new AppError('CONFLICT', 'Text messages are not set up', {});
  const balance = (await textBalance(ctx)) ?? 0;
  const needed = creditsOf(await completedTexts(ctx, await renderNotice(ctx, 'appointment_message', notice)));
  if (balance === 0 || needed > balance)
    throw new AppError('LIMIT_REACHED', 'There are not enough text credits', {
      limit: balance,
      used: needed,
    });
}
