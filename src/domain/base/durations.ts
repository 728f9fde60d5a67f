/** Durations are whole minutes inside and hours in quarter steps on the wire. */

/** Hours of the wire in minutes: 2.75 → 165; null unless a non-negative number in steps of a quarter hour. */
export function hoursToMinutes(hours: unknown): number | null {
  if (typeof hours !== 'number' || !(hours >= 0) || hours > 10_000) return null;
  return Number.isInteger(hours * 4) ? hours * 60 : null;
}

/** Minutes as hours of the wire, in hundredths: 165 → 2.75. */
export function minutesToHours(minutes: number): number {
  return Math.round((minutes / 60) * 100) / 100;
}

/** A duration as people read it: `2.5 hrs`. */
export function formatHours(minutes: number): string {
  return `${minutesToHours(minutes)} hrs`;
}

/** What is wrong with the length of an appointment, or null: more than 0 and at most 24 hours. */
export function durationProblem(minutes: number): string | null {
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 1440
    ? null
    : 'Duration must be more than 0 and at most 24 hours';
}
