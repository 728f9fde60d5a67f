import { useEffect, useSyncExternalStore } from 'react';
import { client } from './client.ts';

/** The question that is open, and who waits for its answer. */
let waiting: { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** Asks the user to confirm their identity. Calls that are refused at once share one question. */
function ask(): Promise<boolean> {
  if (!waiting) {
    let settle: (isConfirmed: boolean) => void = () => {};
    const answer = new Promise<boolean>((resolve) => {
      settle = resolve;
    });
    waiting = { answer, settle };
    notify();
  }
  return waiting.answer;
}

/** Answers the open question: the refused calls are repeated, or fail as they were refused. */
export function answerIdentityQuestion(isConfirmed: boolean): void {
  waiting?.settle(isConfirmed);
  waiting = null;
  notify();
}

/** Returns whether the user is asked; from then on, refused calls wait for the component that shows the question. */
export function useIdentityQuestion(): boolean {
  useEffect(() => {
    client.onIdentityRequired(ask);
    return () => {
      client.onIdentityRequired(null);
      answerIdentityQuestion(false);
    };
  }, []);
  return useSyncExternalStore(subscribe, isAsked, isAsked);
}

const isAsked = () => waiting !== null;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function notify(): void {
  for (const listener of listeners) listener();
}
