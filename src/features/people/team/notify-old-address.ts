import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';

/**
 * Notifies the previous sign-in address that it was changed, so that an account takeover does not go unnoticed. Counted as
 * sent by hand: a member's address can be anyone's, and another one each second.
 */
export async function notifyOldAddress(
  w: WriteCtx,
  person: { id: string; email: string; first_name: string },
  newEmail: string,
): Promise<void> {
  const { id: person_id, email, first_name } = person;
  await notify(w, 'email_changed', {
    // The platform's administrator has no company whose limits count.
    isByHand: w.requireUser().userType !== 5,
    addresses: [{ email, first_name, person_id, lang: w.lang }],
    occasion: `${person_id}.${w.now.replace(/\D/g, '')}`,
    facts: (format) => ({ email: newEmail, date: `${format.dateTime(w.now, 'UTC')} UTC` }),
  });
}
