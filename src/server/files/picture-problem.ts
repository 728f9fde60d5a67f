import { AppError } from '#wire/errors.ts';
import { ChildTaskError } from '../documents/child.ts';
import { DocumentLostError } from '../documents/document-problem.ts';

/** What the decoders say when they had too little time or memory: the same picture may be made the next time. */
const unfinished = /^timeout\b|^not done after|^the child ended/;
const secondsToComeBack = 30;

/** Returns an error to try again for a picture that was not finished, and every other error as it is. */
export function pictureProblem(error: unknown): unknown {
  const isUnfinished = error instanceof ChildTaskError && unfinished.test(error.message);
  if (!(isUnfinished || error instanceof DocumentLostError)) return error;
  const message = 'The image couldn’t be processed just now. Please try again in a moment.';
  return new AppError('UNAVAILABLE', message, { retryAfter: secondsToComeBack });
}
