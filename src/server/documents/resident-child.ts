import { AppError } from '#wire/errors.ts';
import { type Child, ChildTaskError, requestReply } from './child.ts';

interface Waiting {
  readonly question: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

interface ResidentOptions {
  readonly start: () => Promise<Child>;
  /** Per request; then the child is killed and the next request gets a new one. */
  readonly deadlineMs: number;
  /** The child is replaced between two requests when it uses more bytes than this. */
  readonly largestMemory: number;
  readonly largestQueue: number;
}

/**
 * Creates a child process that stays alive and answers one request after another. It starts with the first request,
 * does not keep our process alive while idle, and is replaced when it grew, died or hung: only the current request
 * fails then.
 */
export function createResidentChild({ start, deadlineMs, largestMemory, largestQueue }: ResidentOptions) {
  const queue: Waiting[] = [];
  let child: Child | null = null;
  let isWorking = false;
  let idle: (() => void)[] = [];

  async function drop(): Promise<void> {
    const dropped = child;
    child = null;
    if (!dropped) return;
    await ended(dropped);
    await dropped.clearUp?.();
  }

  function keepAlive(hold: boolean): void {
    const method = hold ? 'ref' : 'unref';
    child?.process[method]();
    child?.process.channel?.[method]();
  }

  async function answerOne({ question, resolve, reject }: Waiting): Promise<void> {
    try {
      if (child && hasEnded(child)) await drop();
      child ??= await start();
      keepAlive(true);
      const answer = await requestReply<{ memory: number }>(child, question, deadlineMs);
      if (answer.memory > largestMemory) await drop();
      resolve(answer as never);
    } catch (error) {
      if (!(error instanceof ChildTaskError)) await drop();
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let next = queue.shift(); next; next = queue.shift()) await answerOne(next);
    isWorking = false;
    keepAlive(false);
    for (const notify of idle) notify();
    idle = [];
  }

  return {
    /** Returns the child's response. Rejects immediately when too many requests are waiting. */
    ask<A extends { memory: number }>(question: unknown): Promise<A> {
      if (queue.length >= largestQueue) return Promise.reject(queueFull());
      return new Promise<A>((resolve, reject) => {
        queue.push({ question, resolve, reject });
        void work();
      });
    },
    async close(): Promise<void> {
      if (isWorking) await new Promise<void>((resolve) => idle.push(resolve));
      await drop();
    },
    /** Process id of the child, or null while none is running. */
    pid: (): number | null => child?.process.pid ?? null,
  };
}

const secondsToComeBack = 10;

/** Not a failure: the caller gets a time to retry after, and the queue retries a job. */
function queueFull(): AppError {
  const message = 'Too many documents are being created. Try again in a moment.';
  return new AppError('RATE_LIMITED', message, { retryAfter: secondsToComeBack });
}

const hasEnded = ({ process }: Child) => process.exitCode !== null || process.signalCode !== null;

function ended(child: Child): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.process.once('exit', () => resolve());
    child.process.ref();
    child.process.kill('SIGKILL');
  });
}
