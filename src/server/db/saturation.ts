import { performance } from 'node:perf_hooks';

/**
 * The share of its time from which a process counts as busy. At half, a request waits as long again as it takes; what makes
 * the others wait must rest before that, not when there is no time left.
 */
const busyShare = 0.5;
const windowMs = 50;

let measured = performance.eventLoopUtilization();
let measuredAt = performance.now();
let isBusy = false;

/** Whether the event loop of this process was busy in the last moment, so that requests wait for others. */
export function isSaturated(): boolean {
  const now = performance.now();
  if (now - measuredAt < windowMs) return isBusy;
  const next = performance.eventLoopUtilization();
  isBusy = performance.eventLoopUtilization(next, measured).utilization > busyShare;
  measured = next;
  measuredAt = now;
  return isBusy;
}
