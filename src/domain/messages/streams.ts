/** The kinds of mail by what its recipients may stop. */

/**
 * `account`: about a login, never stopped. `transactional`: what someone waits for. `reminder` and `marketing`: can be
 * unsubscribed from, each by itself.
 */
const mailStreams = ['account', 'transactional', 'reminder', 'marketing'] as const;
export type MailStream = (typeof mailStreams)[number];

/** The streams with a link to unsubscribe. */
const optionalStreams = ['reminder', 'marketing'] as const satisfies MailStream[];
export type OptionalStream = (typeof optionalStreams)[number];

/** Returns whether recipients can unsubscribe from this mail. */
export function isOptional(stream: MailStream): stream is OptionalStream {
  return stream === 'reminder' || stream === 'marketing';
}

/** Why an address gets no more mail. */
export type SuppressionReason = 'bounced' | 'complained' | 'unsubscribed';

/**
 * Returns the suppressed streams that stop a mail of this stream. A mail about a login is sent in any case: its recipient
 * asked for it a moment ago.
 *
 * @example streamsStopping('reminder') → ['all', 'reminder']
 * @example streamsStopping('transactional') → ['all']
 * @example streamsStopping('account') → []
 */
export function streamsStopping(stream: MailStream): ('all' | OptionalStream)[] {
  if (stream === 'account') return [];
  return isOptional(stream) ? ['all', stream] : ['all'];
}
