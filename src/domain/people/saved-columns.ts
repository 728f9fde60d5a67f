/** The lists whose columns users choose, and their columns. What is stored per user is bounded by this. */

const contacts = ['name', 'email', 'phone', 'email_cc', 'tags', 'added', 'status'] as const;
const address = ['place', 'address', 'zip_code'] as const;
const team = ['name', 'email', 'phone', 'access', 'invited', 'added', 'status'] as const;

export const savedColumns = {
  appointments: [
    'address',
    'date',
    'order',
    'client',
    'technician',
    'agent',
    'services',
    'total',
    'progress',
    'status',
  ],
  'people.clients': [...contacts, ...address],
  'people.agents': [...contacts, ...address, 'agency_name', 'buyer_count', 'listing_count'],
  'people.contractors': [...contacts, 'company_name', 'website'],
  'people.technicians': team,
  'people.staffs': team,
  // Not a list: what the user closed for good is saved in the same place.
  'dashboard.setup': ['dismissed'],
} as const satisfies Record<string, readonly string[]>;

export type SavedList = keyof typeof savedColumns;

/** Returns whether a list has the column. */
export function isSavedColumn(list: string, column: string): boolean {
  const lists: Readonly<Record<string, readonly string[]>> = savedColumns;
  return Object.hasOwn(lists, list) && (lists[list] ?? []).includes(column);
}

/** Returns whether all lists are known, each with known columns named at most once. */
export function areSavedColumns(lists: Readonly<Record<string, readonly string[]>>): boolean {
  return Object.entries(lists).every(
    ([list, columns]) =>
      Object.hasOwn(savedColumns, list) &&
      new Set(columns).size === columns.length &&
      columns.every((column) => isSavedColumn(list, column)),
  );
}
