import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Processor time in milliseconds used by the server (a child of this process) and the database in `folder`: on a busy
 * machine more meaningful than elapsed time. Null without /proc.
 */
export function processorMs(folder: string): number | null {
  if (!existsSync('/proc/self/stat')) return null;
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = statOf(pid);
    if (stat && (stat.parent === process.pid || stat.parent === postmaster)) ticks += stat.ticks;
  }
  return ticks * 10;
}

/** Ticks of all processors since boot: in total, and those that the host gave to other machines. Null if unknown. */
export function hostTicks(): { all: number; taken: number } | null {
  if (!existsSync('/proc/stat')) return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), taken: ticks[7] ?? 0 };
}

/** The parent of a process and the ticks of 10 ms that it has used; null without /proc, or once it has ended. */
export function statOf(pid: string): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}
