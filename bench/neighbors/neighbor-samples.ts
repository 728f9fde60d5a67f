import { once } from 'node:events';
import { parentPort, Worker, workerData } from 'node:worker_threads';

/** The times of company B's calls in milliseconds, and the number of answers by status. */
export interface Sample {
  list: number[];
  ready: number[];
  statuses: Record<string, number>;
}

interface Caller {
  origin: string;
  token: string;
}

/** Measures company B in a separate thread, so that the work for company A does not delay its clock. */
export function sampleInWorker(script: URL, caller: Caller) {
  const worker = new Worker(script, { workerData: caller });
  return {
    /** Asks for B's list and for readiness, one after the other, until `work` is done. */
    async during(work: () => Promise<unknown>): Promise<Sample> {
      worker.postMessage('start');
      try {
        await work();
      } finally {
        worker.postMessage('stop');
      }
      const [sample] = await once(worker, 'message');
      return sample as Sample;
    },
    stop: () => worker.terminate(),
  };
}

/** The worker's side of `sampleInWorker`. */
export async function serveSamples(): Promise<void> {
  const { origin, token } = workerData as Caller;
  const headers = { authorization: `Bearer ${token}` };
  let sample: Sample | null = null;
  parentPort?.on('message', (message) => {
    if (message === 'stop') {
      parentPort?.postMessage(sample);
      sample = null;
    } else {
      sample = { list: [], ready: [], statuses: {} };
      void ask(sample);
    }
  });

  async function ask(own: Sample): Promise<void> {
    while (sample === own) {
      own.list.push(await timed(own, `${origin}/api/v2/appointments`, headers));
      own.ready.push(await timed(own, `${origin}/ready`, {}));
      await new Promise((wake) => setTimeout(wake, 5));
    }
  }
}

async function timed(sample: Sample, url: string, headers: Record<string, string>): Promise<number> {
  const before = performance.now();
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  sample.statuses[answer.status] = (sample.statuses[answer.status] ?? 0) + 1;
  return performance.now() - before;
}

const most = 2;

/** Prints the ratios of a load and the answers that A got; fails the benchmark beyond twice the idle time or after a 5xx. */
export function reportNeighbor(
  name: string,
  { idle, busy, answers }: { idle: readonly Sample[]; busy: Sample; answers: Record<string, number> },
): void {
  const line = (what: string, of: (sample: Sample) => number[]) => {
    const [before, during] = [idle.flatMap(of), of(busy)];
    const ratios = [0.5, 0.95].map((share) => {
      const [from, to] = [quantile(before, share), quantile(during, share)];
      return `p${share * 100} ${from.toFixed(1)} → ${to.toFixed(1)} ms, ${(to / from).toFixed(2)} times`;
    });
    const isFine = quantile(during, 0.5) <= most * quantile(before, 0.5);
    if (!isFine) process.exitCode = 1;
    const longest = Math.max(...during).toFixed(0);
    console.log(
      `neighbors: ${name}: ${what}: ${ratios.join('; ')}; longest ${longest} ms of ${during.length}; p50 at most ${most} times: ${isFine ? 'ok' : 'FAILED'}`,
    );
  };
  line('list of B', (sample) => sample.list);
  line('GET /ready', (sample) => sample.ready);
  const isRefused = (status: string) => Number(status) >= 500;
  const isWrong = (status: string) => isRefused(status) && status !== '503 with Retry-After';
  const hasFailed = Object.keys(busy.statuses).some(isRefused) || Object.keys(answers).some(isWrong);
  if (hasFailed) process.exitCode = 1;
  console.log(
    `neighbors: ${name}: B got ${JSON.stringify(busy.statuses)}, A got ${JSON.stringify(answers)}: ${hasFailed ? 'FAILED' : 'ok'}`,
  );
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? 0;
}
