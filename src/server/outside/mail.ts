import type { Instant } from '#domain/base/time.ts';

/** One person or mailbox of a mail. */
export interface MailAddress {
  readonly name?: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/**
 * One mail, complete before the first try: the same Mail is the same bytes each time it is sent, so that a repeat after a
 * crash can be recognised. `key` becomes the Message-ID (`<key@domain>`), `date` the Date header.
 */
export interface Mail {
  readonly key: string;
  /** When the mail came to be (the message row's created_at), never the moment of the try. */
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
  /** Further headers, such as List-Unsubscribe of streams that need it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Hands a mail to the next server. Throws MailRejected (never try again) or MailDeferred (try again with the same Mail). */
export interface Mailer {
  send(mail: Mail): Promise<{
    providerId: string;
    /** Recipients the server refused while it took the mail for the others. */
    refused?: readonly string[];
  }>;
  /** Why there is no server to hand anything to: mails wait until there is one. */
  readonly missing?: string;
  /** Closes its connections; the mailer is not used afterwards. */
  close(): void;
}

/** The mail will never be accepted as it is: the address does not exist, the content is refused. */
export class MailRejected extends Error {}

/** The mail was not accepted now; the same mail may be tried again. */
export class MailDeferred extends Error {}
