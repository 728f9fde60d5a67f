// How much processor time a run has taken, which unlike its duration hardly depends on what else the machine does.
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/**
 * User and system time in seconds of this process and of all processes below it that have ended, or null where the
 * system does not report it (only Linux does). A process counts once its parent has waited for it: servers, databases
 * and browsers that a test starts are included when they are stopped in order, not when their parent was killed first.
 */
export function processorSeconds() {
  try {
    return secondsIn(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return null;
  }
}

/** The times in a line of /proc/<pid>/stat. The name before them may contain spaces and parentheses. */
export function secondsIn(line) {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user, system, userBelow, systemBelow] = fields.slice(11, 15).map(Number);
  return (user + system + userBelow + systemBelow) / ticksPerSecond;
}

/** Measures the parts of a run one after another. */
export function partTimes() {
  const parts = [];
  return {
    /** Runs one part and records its duration and processor time. */
    async measure(name, work) {
      const [started, before] = [performance.now(), processorSeconds()];
      try {
        return await work();
      } finally {
        const after = processorSeconds();
        parts.push({
          name,
          seconds: (performance.now() - started) / 1000,
          processor: before === null || after === null ? null : after - before,
        });
      }
    },
    /** One line for each part, and their total. */
    lines() {
      const sum = (key) => parts.reduce((total, part) => total + (part[key] ?? 0), 0);
      const total = {
        name: 'total',
        seconds: sum('seconds'),
        processor: parts.every((part) => part.processor !== null) ? sum('processor') : null,
      };
      return [...parts, total].map(({ name, seconds, processor }) => {
        const used = processor === null ? '' : `, ${Math.round(processor)} s of processor time`;
        return `${name.padEnd(24)} ${Math.round(seconds)} s${used}`;
      });
    },
  };
}
