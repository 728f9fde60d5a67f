/** Which of the mails that a person missed are worth sending again. */

/** Messages about the date of an appointment, in each wording: only the last one is still true. */
const aboutDate = /^appointment_(?:requested|scheduled|rescheduled|canceled)(?:_agent|_crew)?$/;

/** A mail to a person, in the order of sending. */
interface SentMail {
  template_key: string;
  appointment_id: string | null;
  isMissed: boolean;
}

/**
 * Returns the missed mails without those that a later one has replaced, whether that arrived or not. `mails` is oldest
 * first.
 *
 * @example worthResending([{ template_key: 'report_published', appointment_id: 'a', isMissed: true }]).length → 1
 */
export function worthResending<M extends SentMail>(mails: readonly M[]): M[] {
  return mails.filter((mail, at) => {
    if (!mail.isMissed) return false;
    // A reminder names the date as well, but never replaces what it reminds of.
    if (mail.template_key !== 'reminder' && !aboutDate.test(mail.template_key)) return true;
    return !mails
      .slice(at + 1)
      .some((later) => aboutDate.test(later.template_key) && later.appointment_id === mail.appointment_id);
  });
}
