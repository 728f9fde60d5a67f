import { useSyncExternalStore } from 'react';

/** The part of a report's work that is only on this device. */
export interface UnsentWork {
  report_id: string;
  /** The property's address, or the report's name. */
  name: string;
  count: number;
}

/** Reports with an open editor in this window, which knows more than what is found on the device. */
const reported = new Map<string, UnsentWork>();
let found: readonly UnsentWork[] = [];
let shown: readonly UnsentWork[] = [];
const listeners = new Set<() => void>();

function settle(): void {
  const others = found.filter(({ report_id }) => !reported.has(report_id));
  shown = [...reported.values(), ...others].filter(({ count }) => count > 0);
  for (const listener of listeners) listener();
}

/** Sets how much work of an open editor is pending; 0 while a page shows the report, since it shows that itself. */
export function reportUnsentWork(work: UnsentWork): void {
  const before = reported.get(work.report_id);
  if (before?.count === work.count && before.name === work.name) return;
  reported.set(work.report_id, work);
  settle();
}

/** The editor was closed; what it last reported is what remains on the device. */
export function releaseUnsentWork(reportId: string): void {
  const left = reported.get(reportId);
  if (!left) return;
  reported.delete(reportId);
  found = [...found.filter(({ report_id }) => report_id !== reportId), left];
  settle();
}

/** Replaces what was found on the device. */
export function setFoundWork(work: readonly UnsentWork[]): void {
  found = work;
  settle();
}

/** Clears everything on sign-out or a change of user: others must not see this work. */
export function clearUnsentWork(): void {
  reported.clear();
  setFoundWork([]);
}

/** The reports with unsent work on this device, kept up to date. */
export function useUnsentWork(): readonly UnsentWork[] {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
