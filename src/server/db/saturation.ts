import { performance } from 'node:perf_hooks';

/** The share of its time that a process works without a pause when it has none left. */
const busyShare = 0.8;
const windowMs = 50;

let measured = performance.eventLoopUtilization();
let measuredAt = performance.now();
let isBusy = false;

/** Whether the event loop of this process had hardly a pause in the last moment, so that every request waits for others. */
export function isSaturated(): boolean {
  const now = performance.now();
  if (now - measuredAt < windowMs) return isBusy;
  const next = performance.eventLoopUtilization();
  isBusy = performance.eventLoopUtilization(next, measured).utilization > busyShare;
  measured = next;
  measuredAt = now;
  return isBusy;
}
