import type { Instant } from '#domain/base/time.ts';

/** The name of a kind of background work with the type of its data: what it takes to enqueue it, without its handler. */
export interface JobType<D extends object> {
  /** An order: `messages/send`. */
  readonly name: string;
  /** Never set; it ties the type of the data to the name. */
  readonly data?: D;
}

export interface EnqueueOptions {
  /** Purpose of the work: scheduling again under the same key replaces what is still waiting. */
  key?: string;
  runAt?: Instant;
}

/** Names a kind of background work apart from its handler, for code below the handler that enqueues it. */
export function jobType<D extends object>(name: string): JobType<D> {
  return { name };
}
