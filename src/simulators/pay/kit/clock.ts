/** Simulated time: the system clock plus what a test has advanced it by. */
export interface SimClock {
  ms(): number;
  seconds(): number;
  iso(): string;
  advance(ms: number): void;
  /** Runs after each advance: settlement, expiry. */
  onAdvance(run: () => void): void;
  reset(): void;
}

/** Creates a clock that shows the system’s time until it is advanced. */
export function simClock(): SimClock {
  let offset = 0;
  const runs: (() => void)[] = [];
  const ms = () => Date.now() + offset;
  return {
    ms,
    seconds: () => Math.floor(ms() / 1000),
    iso: () => new Date(ms()).toISOString(),
    advance(by) {
      offset += by;
      for (const run of runs) run();
    },
    onAdvance: (run) => void runs.push(run),
    reset: () => {
      offset = 0;
    },
  };
}

const units: Record<string, number> = {
  Y: 365 * 86400,
  MO: 30 * 86400,
  W: 7 * 86400,
  D: 86400,
  H: 3600,
  M: 60,
  S: 1,
};

/** Parses 'P1M', 'P1DT2H', 'PT16M' to milliseconds (a month counts as 30 days); NaN for anything else. */
export function durationMs(text: string): number {
  const found =
    /^P(?=.)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text);
  if (!found) return Number.NaN;
  const names = ['Y', 'MO', 'W', 'D', 'H', 'M', 'S'];
  return names.reduce((sum, name, at) => sum + Number(found[at + 1] ?? 0) * (units[name] ?? 0) * 1000, 0);
}
