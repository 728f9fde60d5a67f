/**
 * Runs work one at a time. Those who wait take turns by key: a thousand documents of one company delay the first one of
 * another by a single document.
 */
export function createFairTurns() {
  /** What waits, by key; the key whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;
  let idle: (() => void)[] = [];

  function next(): void {
    const [first] = waiting;
    if (!first) {
      isBusy = false;
      for (const notify of idle) notify();
      idle = [];
      return;
    }
    const [key, queue] = first;
    waiting.delete(key);
    const start = queue.shift();
    if (queue.length > 0) waiting.set(key, queue);
    start?.();
  }

  return {
    async run<T>(key: string, work: () => Promise<T>): Promise<T> {
      if (isBusy)
        await new Promise<void>((resolve) => {
          waiting.set(key, [...(waiting.get(key) ?? []), resolve]);
        });
      isBusy = true;
      try {
        return await work();
      } finally {
        next();
      }
    },
    /** Resolves once nothing runs or waits any more. */
    whenIdle: (): Promise<void> =>
      isBusy ? new Promise((resolve) => idle.push(resolve)) : Promise.resolve(),
  };
}
