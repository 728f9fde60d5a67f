/** The closed list of error types, with the HTTP status of each (decisions X-2). */
export const errorStatus = {
  BAD_USER_INPUT: 400,
  INVALID_CREDENTIALS: 401,
  UNAUTHENTICATED: 401,
  LIMIT_REACHED: 402,
  FORBIDDEN: 403,
  IDENTITY_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_FILE: 415,
  LOCKED: 423,
  RATE_LIMITED: 429,
  GATEWAY_ERROR: 502,
  UNAVAILABLE: 503,
  INTERNAL: 500,
} as const;

export type ErrorType = keyof typeof errorStatus;

/**
 * Field messages keyed by path (`fees.0.line_item`), or the facts an error type defines (`retryAfter`, `reasons`,
 * `current`).
 */
export type ErrorDetails = Record<string, unknown>;

/**
 * The only error that commands throw on purpose. `message` is in English and shown to the user; the server translates
 * it, looked up by its text, when the request asks for German or French. Everything else that is thrown becomes
 * INTERNAL.
 */
export class AppError extends Error {
  readonly type: ErrorType;
  readonly details: ErrorDetails | null;

  constructor(type: ErrorType, message: string, details: ErrorDetails | null = null) {
    super(message);
    this.name = 'AppError';
    this.type = type;
    this.details = details;
  }
}

/** Creates a NOT_FOUND error, for an unknown id and for another tenant's id alike: never reveal which. */
export function notFound(what = 'Not found'): AppError {
  return new AppError('NOT_FOUND', what);
}

/** Creates a BAD_USER_INPUT error whose message is that of the first field. */
export function badInput(fields: Record<string, string>): AppError {
  return new AppError('BAD_USER_INPUT', Object.values(fields)[0] ?? 'Check the form', fields);
}
