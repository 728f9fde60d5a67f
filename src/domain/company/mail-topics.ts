/** Mails a member of the team may switch off; all are on until then. */
export const mailTopics = ['own_appointments', 'requests', 'payments', 'report_approvals'] as const;
export type MailTopic = (typeof mailTopics)[number];

/**
 * Whether somebody gets the mails of a topic, by what is stored of their wishes.
 * @example wantsMail({}, 'payments') → true ; wantsMail({ payments: false }, 'payments') → false
 */
export function wantsMail(stored: unknown, topic: MailTopic): boolean {
  const wishes = (stored ?? {}) as Partial<Record<MailTopic, unknown>>;
  return wishes[topic] !== false;
}
