import type { Instant } from '#domain/base/time.ts';

/** A kind of background work: its name and the type of its data, which is all that enqueueing needs. */
export interface JobType<D extends object> {
  /** A verb phrase: `messages/send`. */
  readonly name: string;
  /** Never set; it binds the type of the data to the name. */
  readonly data?: D;
}

export interface EnqueueOptions {
  /** Deduplication key: scheduling again under the same key replaces the job that is still waiting. */
  key?: string;
  runAt?: Instant;
  /** Due jobs of a higher one run first; 0 without. */
  priority?: number;
}

/** Declares a kind of background work without its handler, for code in lower layers that enqueues it. */
export function jobType<D extends object>(name: string): JobType<D> {
  return { name };
}
