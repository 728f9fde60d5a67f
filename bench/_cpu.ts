import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Milliseconds of processor time that the server (a child of this process) and the database of `folder` have used: on a
 * machine that is busy with other things it says more than a clock. null where there is no /proc.
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

/** Ticks of all processors since the machine began: all of them, and those that its host gave to others. null where nobody says. */
export function hostTicks(): { all: number; taken: number } | null {
  if (!existsSync('/proc/stat')) return null;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, one) => sum + one, 0), taken: ticks[7] ?? 0 };
}

function statOf(pid: string): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return null;
  }
}
