// Time ranges in epoch minutes, end exclusive.
/** A time range in minutes since 1970: `start` inclusive, `end` exclusive. */
export interface TimeRange {
  start: number;
  end: number;
}

/** Merges ranges that overlap or touch, in order. */
export function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else if (range.end > range.start) merged.push({ start: range.start, end: range.end });
  }
  return merged;
}
