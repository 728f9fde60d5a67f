import { type Child, ChildTaskError, requestReply } from './child.ts';
import { createFairTurns } from './fair-turns.ts';

interface ResidentOptions {
  readonly start: () => Promise<Child>;
  /** Per request; then the child is killed and the next request gets a new one. */
  readonly deadlineMs: number;
  /** The child is replaced between two requests when it uses more bytes than this. */
  readonly largestMemory: number;
  /** How many requests of one company may wait. */
  readonly mostWaiting: number;
  /** Ends the child after this long without a request; it stays if absent. */
  readonly idleMs?: number;
}

/**
 * Creates a child process that stays alive and answers one request after another; those of different companies take
 * turns. It starts with the first request, does not keep our process alive while idle, and is replaced when it grew, died
 * or hung: only the current request fails then.
 */
export function createResidentChild(options: ResidentOptions) {
  const { start, deadlineMs, largestMemory, mostWaiting, idleMs } = options;
  const turns = createFairTurns(mostWaiting);
  let child: Child | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

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

  async function answer<A extends { memory: number }>(question: unknown): Promise<A> {
    clearTimeout(idleTimer);
    try {
      if (child && hasEnded(child)) await drop();
      child ??= await start();
      keepAlive(true);
      const given = await requestReply<A>(child, question, deadlineMs);
      if (given.memory > largestMemory) await drop();
      return given;
    } catch (error) {
      if (!(error instanceof ChildTaskError)) await drop();
      throw error;
    } finally {
      keepAlive(false);
      if (idleMs !== undefined) idleTimer = setTimeout(() => void turns.run('', drop), idleMs).unref();
    }
  }

  return {
    /** Returns the child's response. Rejects immediately when too many requests of the company are waiting. */
    ask: <A extends { memory: number }>(company: string, question: unknown): Promise<A> =>
      turns.run(company, () => answer<A>(question)),
    async close(): Promise<void> {
      await turns.whenIdle();
      clearTimeout(idleTimer);
      await drop();
    },
    /** Process id of the child, or null while none is running. */
    pid: (): number | null => child?.process.pid ?? null,
  };
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
