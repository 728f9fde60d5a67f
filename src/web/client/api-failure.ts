import { parseFailure } from '#wire/envelope.ts';

/** The message of a failure without a readable body. */
export const genericErrorMessage = 'Something went wrong';

/** Types that only the browser creates: no response, no response in time, or aborted by the caller. */
type ClientFailureType = 'NETWORK' | 'TIMEOUT' | 'ABORTED';

/** A failed call. `body` is the server's response as received, or null if there was none. */
export class ApiFailure extends Error {
  readonly type: string;
  readonly details: Record<string, unknown> | null;
  readonly status: number;
  readonly body: unknown;

  constructor(
    type: string,
    message: string,
    status: number,
    details: Record<string, unknown> | null,
    body: unknown,
  ) {
    super(message);
    this.name = 'ApiFailure';
    this.type = type;
    this.details = details;
    this.status = status;
    this.body = body;
  }

  /** How long a busy server asks to wait before the next attempt. */
  get retryAfterMs(): number {
    return this.type === 'UNAVAILABLE' ? Number(this.details?.retryAfter ?? 0) * 1_000 : 0;
  }

  /** Messages by field name, from the details of BAD_USER_INPUT. */
  get fields(): Record<string, string> {
    if (this.type !== 'BAD_USER_INPUT' || !this.details) return {};
    const texts = Object.entries(this.details).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    return Object.fromEntries(texts);
  }
}

/** The failure that a response of the server describes. */
export function failureOf(answer: unknown, status: number): ApiFailure {
  const failure = parseFailure(answer);
  if (!failure) return new ApiFailure('INTERNAL', genericErrorMessage, status, null, answer ?? null);
  const { type, message, details } = failure;
  return new ApiFailure(type, message || genericErrorMessage, status, details, answer);
}

/** The failure of a call that got no response. */
export function unanswered(
  error: unknown,
  given: AbortSignal | undefined,
  timeout: AbortSignal | null,
): ApiFailure {
  const type: ClientFailureType = given?.aborted ? 'ABORTED' : timeout?.aborted ? 'TIMEOUT' : 'NETWORK';
  const failure = new ApiFailure(type, genericErrorMessage, 0, null, null);
  failure.cause = error;
  return failure;
}
