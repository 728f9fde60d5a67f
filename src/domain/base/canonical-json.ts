/**
 * Returns JSON with the keys of every object sorted, so that equal values have equal texts and hashes, whatever key
 * order the database returned. Keys without a value are omitted.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const record = value as Record<string, unknown>;
  let text = '';
  // Added up, since an agreement may have 60,000 nodes.
  for (const key of Object.keys(record).sort())
    if (record[key] !== undefined)
      text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(record[key])}`;
  return `{${text}}`;
}
