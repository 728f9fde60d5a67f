import type { EarlyStart } from './early-start.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Sent with POST: the same key and body return the first response again. */
  idempotencyKey?: string | undefined;
  /** Called with the uploaded share, 0 to 1; makes the call use XMLHttpRequest. */
  onProgress?: ((share: number) => void) | undefined;
  /** Timeout in milliseconds: by default 30,000, none for uploads with progress, 120,000 for files. */
  timeoutMs?: number | undefined;
}

export interface RequestOptions extends CallOptions {
  /** Asks for an answer with another tag than this one; '' for any, with its tag. */
  knownTag?: string;
}

/** What the requests of one client share. The access token exists in memory only. */
export interface Connection {
  readonly base: string;
  readonly send: typeof fetch;
  readonly language: () => string;
  readonly log: (message: string) => void;
  readonly wait: (milliseconds: number) => Promise<void>;
  accessToken: string | null;
  /** The refresh in progress, which concurrent calls share. */
  refreshing: Promise<string> | null;
  /** The same refresh, with its failure already logged and reported. */
  reporting: Promise<void> | null;
  onLost: (() => void) | null;
  onUnanswered: (() => void) | null;
  /** Asks the user for the password; resolves to whether the server has accepted it. */
  onIdentityRequired: (() => Promise<boolean>) | null;
  /** The question in progress, which concurrent calls share. */
  confirming: Promise<boolean> | null;
  /** Calls fail without being sent: the session is not confirmed yet, and no call may be answered as a visitor's. */
  isHeld: boolean;
  readonly early: EarlyStart;
}
