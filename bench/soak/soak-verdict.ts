import type { Reading } from './soak-probe.ts';

/**
 * How much more the last third may have than the first, as a share of it and in absolute terms; the larger counts. Compared are
 * lower quartiles: what leaks is there in the quiet moments as well, what serves calls in flight is not.
 */
const tolerances: Record<keyof Omit<Reading, 'minute' | 'kinds'>, { share: number; more: number }> = {
  rssMb: { share: 0.1, more: 30 },
  heapMb: { share: 0.05, more: 5 },
  externalMb: { share: 0.1, more: 10 },
  handles: { share: 0.1, more: 10 },
  sockets: { share: 0, more: 10 },
  connections: { share: 0, more: 4 },
  files: { share: 0.1, more: 10 },
};

/** Prints first and last thirds and the growth per minute of each value. Returns whether all stayed level. */
export function judge(readings: readonly Reading[]): boolean {
  const third = Math.floor(readings.length / 3);
  const lines = Object.entries(tolerances).map(([name, { share, more }]) => {
    const values = readings.map((reading) => reading[name as keyof typeof tolerances]);
    const [first, last] = [lowerQuartile(values.slice(0, third)), lowerQuartile(values.slice(-third))];
    const isLevel = last - first <= Math.max(more, first * share);
    const growth = slope(readings.map(({ minute }, n) => [minute, values[n] ?? 0]));
    console.log(
      `soak: ${name}: lower quartile of the first third ${first.toFixed(1)}, of the last ${last.toFixed(1)}, ${growth.toFixed(3)} a minute (at most ${Math.max(more, first * share).toFixed(1)} more) ${isLevel ? 'ok' : 'GROWS'}`,
    );
    return isLevel;
  });
  console.log(`soak: kinds of handles, first ${kindsOf(readings.at(0))}, last ${kindsOf(readings.at(-1))}`);
  return lines.every((isLevel) => isLevel);
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}

const kindsOf = (reading: Reading | undefined) => JSON.stringify(reading?.kinds ?? {});

/** The slope of the line closest to the points. */
function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / (spread || 1);
}
