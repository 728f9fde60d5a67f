/** What the programs that run as separate processes (`…-child.ts`) share; the other side is child.ts. */
import type { ChildReply } from './child.ts';

/** Answers each request of the parent with what `work` returns, or with its error. */
export function answerWith<Q, A>(work: (question: Q) => A | Promise<A>): void {
  process.on('message', async (question: Q) => {
    const answer: ChildReply<A> = await Promise.resolve()
      .then(() => work(question))
      .then(
        (done) => ({ answer: done }),
        (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
      );
    process.send?.(answer);
  });
}

/** Leaves it to the parent when this process stops, and ends it after `clearUp` when the parent was killed. */
export function endWithParent(clearUp: () => void = () => {}): void {
  // Ctrl-C in a terminal reaches the whole group and must not interrupt a job.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => {
    clearUp();
    process.exit(0);
  });
}

/** The current and the largest memory of this process, in bytes. */
export function memory() {
  return { memory: process.memoryUsage().rss, peakMemory: process.resourceUsage().maxRSS * 1024 };
}
