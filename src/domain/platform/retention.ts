/** How many days each kind of data is stored at least, at most, and unless an administrator decides otherwise. */
export const retentionBounds = {
  /** What happened to appointments: their activity lists. */
  events: { least: 365, preset: 1_095, most: 3_650 },
  audit_log: { least: 365, preset: 1_095, most: 3_650 },
  /** Deliveries, opens and clicks of messages; the messages stay. */
  message_events: { least: 90, preset: 730, most: 3_650 },
  /** What messages said and what was attached. Until then they can be sent again, and are listed as missed for 30 days. */
  message_texts: { least: 31, preset: 365, most: 730 },
  /** The message log: recipients, times, subjects and delivery. At least as long as the texts. */
  messages: { least: 730, preset: 2_555, most: 3_650 },
  /** Texts that people sent to companies. */
  replies: { least: 365, preset: 1_095, most: 3_650 },
  /** Who opened a report, when and for how long. */
  report_views: { least: 365, preset: 1_095, most: 3_650 },
  /** The rows of imported files. Without them an import can't be undone. */
  import_rows: { least: 30, preset: 365, most: 3_650 },
  /**
   * Files that no row names, left by uploads that failed; 0: never deleted, because a file that this database does not know may
   * be in use by another. Longer than any upload, and than the age of a restored backup.
   */
  unused_files: { least: 7, preset: 0, most: 365 },
  /** Actions and reminders that have run. */
  automation_jobs: { least: 365, preset: 730, most: 3_650 },
  /** Calls of payment services and of companies' webhooks. Services repeat theirs for up to a month. */
  webhooks: { least: 31, preset: 90, most: 730 },
  /** Answers that a repeated request gets again. */
  idempotency_keys: { least: 1, preset: 2, most: 30 },
} as const;

export type RetentionKind = keyof typeof retentionBounds;
/** Days by kind. */
export type Retention = Record<RetentionKind, number>;

/** All kinds, in the order in which they are shown. */
export const retentionKinds = Object.keys(retentionBounds) as RetentionKind[];

/** Days as the settings store them, and the address of the installation at which deleting unused files was switched on. */
export type StoredRetention = Partial<Retention> & { unused_files_at?: string };

/**
 * Returns the days that are stored, and the preset for each that is missing or outside its bounds. Unused files are deleted
 * only at the address at which that was switched on: a copy of the database has the setting too, but not its files.
 */
export function readRetention(stored: unknown, publicUrl: string): Retention {
  const given = (typeof stored === 'object' ? stored : null) as Record<string, unknown> | null;
  const days = readDays(given);
  return given?.['unused_files_at'] === publicUrl ? days : { ...days, unused_files: 0 };
}

function readDays(given: Record<string, unknown> | null): Retention {
  const entries = retentionKinds.map((kind) => {
    const days = given?.[kind];
    return [kind, isAllowedAge(kind, days) ? days : retentionBounds[kind].preset];
  });
  return Object.fromEntries(entries) as Retention;
}

/** Whether a kind may be stored for so many days. */
export function isAllowedAge(kind: RetentionKind, days: unknown): days is number {
  const { least, most } = retentionBounds[kind];
  if (days === 0) return mayNeverEnd(kind);
  return typeof days === 'number' && Number.isInteger(days) && days >= least && days <= most;
}

/** Whether 0 days stores a kind for good. */
export function mayNeverEnd(kind: RetentionKind): boolean {
  return retentionBounds[kind].preset === 0;
}
