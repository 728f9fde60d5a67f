const prefix = 'gable-reports-';

/**
 * The name of a user's draft database. In a separate file, so that checking for it does not load the database
 * library.
 */
export function draftDatabaseName(subscriberId: string, userId: string): string {
  return `${prefix}${subscriberId}-${userId}`;
}

/** The names of the draft databases of all users of this browser. */
export async function draftDatabaseNames(): Promise<string[]> {
  if (typeof indexedDB === 'undefined') return [];
  const all = (await indexedDB.databases?.()) ?? [];
  return all.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : []));
}
