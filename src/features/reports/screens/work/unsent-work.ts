import { useSyncExternalStore } from 'react';

/** What of a report is only on this device. */
export interface UnsentWork {
  report_id: string;
  /** Where the house stands, or what the report is called. */
  name: string;
  count: number;
}

/** Of reports whose editor lives in this window: it knows better than what is found on the device. */
const told = new Map<string, UnsentWork>();
let found: readonly UnsentWork[] = [];
let shown: readonly UnsentWork[] = [];
const listeners = new Set<() => void>();

function settle(): void {
  const others = found.filter(({ report_id }) => !told.has(report_id));
  shown = [...told.values(), ...others].filter(({ count }) => count > 0);
  for (const listener of listeners) listener();
}

/** Says how much of a report waits whose editor lives; none for one whose page is open and tells it itself. */
export function reportUnsentWork(work: UnsentWork): void {
  const before = told.get(work.report_id);
  if (before?.count === work.count && before.name === work.name) return;
  told.set(work.report_id, work);
  settle();
}

/** The editor of a report is gone; what it last told is what is left on the device. */
export function releaseUnsentWork(reportId: string): void {
  const left = told.get(reportId);
  if (!left) return;
  told.delete(reportId);
  found = [...found.filter(({ report_id }) => report_id !== reportId), left];
  settle();
}

/** Says what was found on the device, in place of what was found before. */
export function setFoundWork(work: readonly UnsentWork[]): void {
  found = work;
  settle();
}

/** Somebody else uses the window, or nobody: what waits is no business of theirs. */
export function clearUnsentWork(): void {
  told.clear();
  setFoundWork([]);
}

/** The reports of which something waits on this device, live. */
export function useUnsentWork(): readonly UnsentWork[] {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
