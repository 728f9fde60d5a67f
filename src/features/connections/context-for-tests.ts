import { createJobContexts } from '#app/create-runtime.ts';
import type { ActionCtx } from '#server/context.ts';
import type { AnyJob } from '#server/jobs.ts';
import type { TestApp } from '#testing/test-app.ts';

/** Creates the context of a job of this company at the current time of the test's clock. */
export function jobContext(testApp: TestApp, subscriberId: string, job: AnyJob = anyJob): ActionCtx {
  return createJobContexts(testApp.runtime)({ subscriberId, data: {} }, job);
}

const anyJob: AnyJob = { name: 'test', run: async () => {}, options: {} };

/** Creates the queue of a job that only a test declares. */
export async function createTestQueue(testApp: TestApp, { name }: AnyJob): Promise<void> {
  await testApp.runtime.queue.boss.createQueue(name, { policy: 'short' });
}

/** A promise that the test resolves. */
export function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
