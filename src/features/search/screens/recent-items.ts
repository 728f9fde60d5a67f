import { draftPrefix, loadItem, storeItem } from '#web/client/stored-session.ts';

/** A record that was opened from the palette, as shown there. */
export interface RecentItem {
  id: string;
  kind: 'appointments' | 'people' | 'invoices' | 'payments';
  title: string;
  detail: string;
  to: string;
}

interface Owner {
  id: string;
  subscriber_id: string;
}

const mostRecent = 8;
const longest = 200;

// Under the prefix and the user's id, so that signing out removes it.
const keyOf = (owner: Owner) => `${draftPrefix}recent.${owner.subscriber_id}.${owner.id}`;

/** Returns what this user opened last on this device, latest first. */
export function recentItems(owner: Owner): RecentItem[] {
  try {
    const stored: unknown = JSON.parse(loadItem(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isRecentItem).slice(0, mostRecent) : [];
  } catch {
    return [];
  }
}

/** Puts a record at the front of what this user opened last on this device. */
export function rememberItem(owner: Owner, { id, kind, title, detail, to }: RecentItem): void {
  const item = { id, kind, title: title.slice(0, longest), detail: detail.slice(0, longest), to };
  const others = recentItems(owner).filter((one) => one.id !== id);
  storeItem(keyOf(owner), JSON.stringify([item, ...others].slice(0, mostRecent)));
}

const kinds: readonly unknown[] = ['appointments', 'people', 'invoices', 'payments'];

function isRecentItem(value: unknown): value is RecentItem {
  if (typeof value !== 'object' || value === null) return false;
  const one = value as Record<string, unknown>;
  const isText = (name: string) => typeof one[name] === 'string';
  return (
    kinds.includes(one.kind) &&
    ['id', 'title', 'detail', 'to'].every(isText) &&
    // Only pages of the app.
    /^\/(?![/\\])/.test(String(one.to))
  );
}
