import type { Instant } from '#domain/base/time.ts';

/** A person or mailbox of a mail. */
export interface MailAddress {
  readonly name?: string;
  readonly address: string;
}

interface MailAttachment {
  readonly filename: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/**
 * A mail, complete before the first attempt: the same Mail has the same bytes each time it is sent, so that a retry
 * after a crash can be recognized. `key` becomes the Message-ID (`<key@domain>`), `date` the Date header.
 */
export interface Mail {
  readonly key: string;
  /** When the mail was created (the message row's created_at), never the time of the attempt. */
  readonly date: Instant;
  readonly from: MailAddress;
  readonly to: readonly MailAddress[];
  readonly cc?: readonly MailAddress[];
  readonly bcc?: readonly MailAddress[];
  readonly replyTo?: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** Further headers, such as List-Unsubscribe for bulk mail. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where reports about this mail go (the envelope's sender); by default the address in `from`. */
  readonly returnPath?: string;
  /** Returned by providers in their reports about this mail. */
  readonly reference?: string;
  /** Recipients in its header who do not get it at this attempt. */
  readonly leftOut?: readonly string[];
}

/** A recipient whom the next server refused. */
export interface RefusedRecipient {
  readonly address: string;
  /** False: another attempt may succeed. */
  readonly isFinal: boolean;
  readonly reason: string;
}

/**
 * Sends a mail to the next server. Throws MailRejected (never retry), MailDeferred (retry with the same Mail) or
 * MailUncertain (it may have been accepted: never retry blindly).
 */
export interface Mailer {
  send(mail: Mail): Promise<{
    providerId: string;
    /** Recipients the server refused while accepting the mail for the others. */
    refused?: readonly RefusedRecipient[];
  }>;
  /** Why no mail server is available: mails wait until there is one. */
  readonly missing?: string;
  /** Closes the connections; the mailer must not be used afterwards. */
  close(): void;
}

/** The mail will never be accepted in this form: the addresses in `refused` do not exist, or the content is refused. */
export class MailRejected extends Error {
  readonly refused: readonly RefusedRecipient[];
  constructor(message: string, refused: readonly RefusedRecipient[] = []) {
    super(message);
    this.refused = refused;
  }
}

/** The mail was not accepted this time; the same mail can be retried. */
export class MailDeferred extends Error {}

/** The connection ended after the whole mail was handed over and before the server responded. */
export class MailUncertain extends Error {}
