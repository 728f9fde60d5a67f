/**
 * Reads a time of day as people type it: `9`, `930`, `9:30 pm`, `14:05`, `14.05`, `14h05`. Returns `HH:MM`; null for
 * anything else, such as `25:00` or `13:00 AM`.
 */
export function readTime(text: string): string | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/(?:uhr|o’clock)$/, '')
    .trim();
  const found = /^(\d{1,2})(?:\s?[:.h]\s?(\d{2})?|(\d{2}))?\s?(?:([ap])\.?\s?m?\.?)?$/.exec(plain);
  if (!found) return null;
  const typed = Number(found[1]);
  const minute = Number(found[2] ?? found[3] ?? 0);
  const half = found[4];
  if (half !== undefined && (typed < 1 || typed > 12)) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0);
  if (hour > 23 || minute > 59) return null;
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
