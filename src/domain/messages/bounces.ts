/** Why a mail did not arrive, and whether its address may get more mail. */

/**
 * `bounced`: the address does not exist, so it gets no more mail. `blocked`: a server refused the mail or its sender.
 * `failed`: this mail did not arrive, the next one may.
 */
export type BounceKind = 'bounced' | 'blocked' | 'failed';

/** What the provider calls it. Providers disagree about the same reply, so the status code counts more. */
export type BounceLabel = 'hard' | 'soft' | 'refused' | null;

/** Codes (subject.detail) of permanent failures that are about the recipient's address. */
const isAboutAddress = /^(1\.([1-6]|10)|2\.1|4\.4)$/;
/** The recipient's mailbox or host may accept another mail: full, too large, expired after retries, loops. */
const isAboutThisMail = /^(2\.[2-9]|3\.\d+|4\.([25-9])|5\.[1-9]|6\.\d+)$/;
/** Policy and authentication, or our own address. */
const isRefusal = /^(1\.[78]|7\.\d+)$/;

/**
 * Returns what kind of bounce this is, from the enhanced status code (RFC 3463) and, where the code says nothing, from the
 * provider's label.
 *
 * @example bounceKind('5.1.1', null) → 'bounced'
 * @example bounceKind('5.4.4', 'soft') → 'bounced'
 * @example bounceKind('4.4.7', 'hard') → 'failed'
 * @example bounceKind('5.2.2', 'hard') → 'failed'
 * @example bounceKind('5.7.1', 'hard') → 'blocked'
 * @example bounceKind(null, 'hard') → 'bounced'
 */
export function bounceKind(status: string | null, label: BounceLabel): BounceKind {
  const [, permanence, code = ''] = /^([245])\.(\d{1,3}\.\d{1,3})$/.exec(status ?? '') ?? [];
  if (permanence === '4') return 'failed';
  if (permanence === '5') {
    if (isAboutAddress.test(code)) return 'bounced';
    if (isAboutThisMail.test(code)) return 'failed';
    if (isRefusal.test(code)) return 'blocked';
  }
  if (label === 'refused') return 'blocked';
  return label === 'hard' ? 'bounced' : 'failed';
}

/**
 * Returns the enhanced status code in a server's reply, or null.
 *
 * @example statusCodeIn('550 5.1.1 No such mailbox') → '5.1.1'
 * @example statusCodeIn('550 No such mailbox') → null
 */
export function statusCodeIn(reply: string): string | null {
  return /(?:^|[\s(#-])([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1] ?? null;
}
