/** What the browser's store of one person of one company is called; apart, so that asking for it costs no library. */
export function draftDatabaseName(subscriberId: string, userId: string): string {
  return `gable-reports-${subscriberId}-${userId}`;
}
