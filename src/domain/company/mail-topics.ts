/** Emails that a team member can turn off. All are on by default. */
export const mailTopics = ['own_appointments', 'requests', 'payments', 'report_approvals'] as const;
export type MailTopic = (typeof mailTopics)[number];

/**
 * Returns whether a user receives emails of a topic, given their stored preferences.
 * @example wantsMail({}, 'payments') → true ; wantsMail({ payments: false }, 'payments') → false
 */
export function wantsMail(stored: unknown, topic: MailTopic): boolean {
  const wishes = (stored ?? {}) as Partial<Record<MailTopic, unknown>>;
  return wishes[topic] !== false;
}
