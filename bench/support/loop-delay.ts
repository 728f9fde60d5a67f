import { openInspector } from './inspector.ts';
import type { BenchServer } from './server.ts';

/** Environment of a server whose event loop `watchLoopDelay` watches. */
export const watchedServer = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** In the server: the mean delay over each second, as `shedLoad` measures it, and the longest of all. */
const watch = `(() => {
  const resolution = 10;
  const histogram = process.getBuiltinModule('node:perf_hooks').monitorEventLoopDelay({ resolution });
  histogram.enable();
  const seen = { mean: 0, longest: 0 };
  globalThis.loopDelay = seen;
  setInterval(() => {
    seen.mean = Math.max(seen.mean, histogram.mean / 1e6 - resolution || 0);
    seen.longest = Math.max(seen.longest, histogram.max / 1e6 - resolution || 0);
    histogram.reset();
  }, 1000).unref();
})()`;

const take =
  '(() => { const seen = { ...loopDelay }; loopDelay.mean = loopDelay.longest = 0; return seen; })()';

interface LoopWatch {
  /** Prints the largest mean of a second, which MAX_LOOP_DELAY_MS limits, and the longest delay, and starts again. */
  report(name: string): Promise<void>;
  /** Lets the server stop: it waits for its inspector. */
  close(): void;
}

/** Watches how late the event loop of a server is. */
export async function watchLoopDelay(server: BenchServer): Promise<LoopWatch> {
  const inspector = await openInspector(server);
  await inspector.evaluate(watch);
  return {
    async report(name) {
      const { mean, longest } = await inspector.evaluate<{ mean: number; longest: number }>(take);
      console.log(
        `${name}: event loop late by ${mean.toFixed(0)} ms on average in its worst second, ${longest.toFixed(0)} ms at most`,
      );
    },
    close: () => inspector.close(),
  };
}
