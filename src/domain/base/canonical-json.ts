/**
 * Returns JSON with the keys of every object sorted, so that equal values have equal texts and hashes, whatever key
 * order the database returned. Keys without a value are omitted.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  // Texts are added up, and no lists are made of them, since an agreement may have 60,000 nodes.
  let text = '';
  if (Array.isArray(value)) {
    for (const each of value) text += `${text && ','}${canonicalJson(each)}`;
    return `[${text}]`;
  }
  const record = value as Record<string, unknown>;
  for (const key of sortedKeys(record)) {
    const each = record[key];
    if (each !== undefined) text += `${text && ','}${quoted(key)}:${canonicalJson(each)}`;
  }
  return `{${text}}`;
}

function sortedKeys(record: Record<string, unknown>): string[] {
  const keys = Object.keys(record);
  return keys.length > 1 ? keys.sort() : keys;
}

const plain = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
