/** Durations are whole minutes internally, and hours in quarter steps on the wire. */

/** Units of actions and reminders: 0 minutes, 1 hours, 2 days, 3 weeks, 4 months. */
export const durationUnits = [0, 1, 2, 3, 4] as const;
export type DurationUnit = (typeof durationUnits)[number];

/** Converts hours from the wire to minutes: 2.75 → 165. Null unless a non-negative number in quarter-hour steps. */
export function hoursToMinutes(hours: unknown): number | null {
  if (typeof hours !== 'number' || !(hours >= 0) || hours > 10_000) return null;
  return Number.isInteger(hours * 4) ? hours * 60 : null;
}

/** Converts minutes to hours for the wire, in hundredths: 165 → 2.75. */
export function minutesToHours(minutes: number): number {
  return Math.round((minutes / 60) * 100) / 100;
}

/** Formats a duration for display: `2.5 hrs`. */
export function formatHours(minutes: number): string {
  return `${minutesToHours(minutes)} hrs`;
}

/** Returns what is wrong with the length of an appointment, or null: more than 0 and at most 24 hours. */
export function durationProblem(minutes: number): string | null {
  return Number.isInteger(minutes) && minutes > 0 && minutes <= 1440
    ? null
    : 'Duration must be more than 0 and at most 24 hours';
}
