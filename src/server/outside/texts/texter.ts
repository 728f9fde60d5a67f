import type { Instant } from '#domain/base/time.ts';

/** A text message, complete before the first attempt. */
interface OutgoingText {
  /** In E.164. */
  readonly to: string;
  readonly body: string;
  /** Where the provider reports what becomes of it. */
  readonly statusUrl: string;
}

/** A text message as the provider has it. */
export interface SentText {
  readonly providerId: string;
  readonly status: string;
  /** What the provider counts; null while it does not know. */
  readonly segments: number | null;
  readonly errorCode: string | null;
}

/** A call of the provider to us. */
export interface TextCallback {
  /** The address under which the provider knows us, with the query as it was sent. */
  readonly url: string;
  readonly signature: string;
  readonly body: Uint8Array;
}

/**
 * Sends text messages. The provider has no idempotency key: after a call whose result is unknown, look the message up with
 * `find` before another attempt.
 */
export interface Texter {
  /** Why no provider is available. */
  readonly missing?: string;
  /** Throws TextRejected (never repeat), TextDeferred (was not sent) or TextUncertain (may have been sent). */
  send(text: OutgoingText): Promise<SentText>;
  /** Returns the messages to this number with exactly this body created since then, newest first. */
  find(text: { to: string; body: string; since: Instant }): Promise<SentText[]>;
  /** Whether a call is from the provider. */
  isAuthentic(callback: TextCallback): boolean;
}

/** The provider will never accept this message. */
export class TextRejected extends Error {
  /** The provider's error code. */
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'TextRejected';
    this.code = code;
  }
}

/** The message was not sent; the same message can be sent later. */
export class TextDeferred extends Error {
  override readonly name = 'TextDeferred';
}

/** The provider may have sent the message. */
export class TextUncertain extends Error {
  override readonly name = 'TextUncertain';
}
