import { AppError } from '#wire/errors.ts';
import { lowerPriority, startProgram } from './child.ts';
import { DocumentLostError, withSecondAttempt } from './document-problem.ts';
import { createResidentChild } from './resident-child.ts';

/** Like that of pictures: someone waits for the preview. */
const filePriority = 5;

/**
 * Returns a function that has uploaded files read by a program (`…-child.ts`) in a process of low priority, one at a time,
 * companies in turn, so that the largest files take no time from the requests of others. It throws UNAVAILABLE if the
 * process ends twice.
 */
export function createFileReader<Q, A>(program: string): (company: string, request: Q) => Promise<A> {
  const files = createResidentChild({
    deadlineMs: 60_000,
    largestMemory: 300 * 1024 * 1024,
    mostWaiting: 20,
    idleMs: 60_000,
    async start() {
      const child = await startProgram(program);
      lowerPriority(child.process, filePriority);
      return child;
    },
  });
  return async (company, request) => {
    try {
      const { outcome } = await withSecondAttempt(() =>
        files.ask<{ outcome: A; memory: number }>(company, request),
      );
      return outcome;
    } catch (error) {
      if (!(error instanceof DocumentLostError)) throw error;
      const message = 'The file couldn’t be read just now. Please try again in a moment.';
      throw new AppError('UNAVAILABLE', message, { retryAfter: 30 });
    }
  };
}
