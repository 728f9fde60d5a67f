/**
 * The name of a user's draft database. In a file of its own, so that checking for it does not load the database
 * library.
 */
export function draftDatabaseName(subscriberId: string, userId: string): string {
  return `gable-reports-${subscriberId}-${userId}`;
}
