import { AppError } from '#wire/errors.ts';
import { ChildLostError } from './child.ts';

/** The process gave no document: it took too long (`late`), or ended before. Nothing was stored. */
export class DocumentLostError extends AppError {
  readonly reason: ChildLostError['reason'];

  constructor(lost: ChildLostError) {
    super('UNAVAILABLE', messages[lost.reason], { retryAfter: lost.reason === 'late' ? 60 : 5 });
    this.reason = lost.reason;
    this.cause = lost;
  }
}

const messages = {
  late: 'This document takes too long to create. Make it shorter, or try again in a moment.',
  ended: 'The document couldn’t be created just now. Please try again in a moment.',
};

/**
 * Runs `work` and once more if its process ended, for example because the system needed its memory. Throws
 * `DocumentLostError` instead of the process' own error.
 */
export async function withSecondAttempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work().catch((error: unknown) => {
      if (error instanceof ChildLostError && error.reason === 'ended') return work();
      throw error;
    });
  } catch (error) {
    throw error instanceof ChildLostError ? new DocumentLostError(error) : error;
  }
}
