import { queueMessage } from '#features/messages/queue-message.ts';
import type { WriteCtx } from '#server/context.ts';

/** Notifies the previous sign-in address that it was changed, so that an account takeover does not go unnoticed. */
export async function notifyOldAddress(
  w: WriteCtx,
  person: { id: string; email: string; first_name: string },
  newEmail: string,
): Promise<void> {
  await queueMessage(w, {
    key: `email_changed.${person.id}.${w.now.replace(/\D/g, '')}`,
    template: 'email_changed',
    lang: w.lang,
    to: person.email,
    facts: {
      first_name: person.first_name,
      email: newEmail,
      date: `${w.now.slice(0, 16).replace('T', ' ')} UTC`,
    },
    person_id: person.id,
  });
}
