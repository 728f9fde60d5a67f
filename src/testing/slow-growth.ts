const attempts = 5;
/** Twice the growth of a linear reader: a quadratic one grows sixteenfold from a quarter of its input to all of it. */
const mostGrowth = 8;
/** Below this the clock of the processor is too coarse for a ratio, and no user waits. */
const unnoticed = 40;

/**
 * Says how the time of `work` grows from a quarter of `size` to all of it when that is clearly more than linear; null
 * when it is not. Compares processor time with processor time, the best of several runs, so that neither the speed of the machine nor
 * its other work decides.
 */
export function slowGrowth(work: (size: number) => unknown, size: number): string | null {
  let whole = Number.POSITIVE_INFINITY;
  let part = Number.POSITIVE_INFINITY;
  for (let n = 0; n < attempts; n += 1) {
    whole = Math.min(
      whole,
      millisecondsOf(() => work(size)),
    );
    if (whole <= unnoticed) return null;
    part = Math.min(
      part,
      millisecondsOf(() => work(size / 4)),
    );
    if (whole <= mostGrowth * part) return null;
  }
  return `${Math.round(part)} ms become ${Math.round(whole)} ms`;
}

function millisecondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same for a reader of text. */
export const slowReading = (read: (text: string) => unknown, text: string) =>
  slowGrowth((length) => read(text.slice(0, length)), text.length);
