import { type Instant, minutesBetween } from '#domain/base/time.ts';
import { draftPrefix } from '#web/client/stored-session.ts';
import type { Appointment } from '../../contract.ts';
import type { DialogState } from './draft-state.ts';

const version = 1;
/** Drafts older than a week are not offered. */
const maxAgeMinutes = 7 * 24 * 60;

/** What is stored on the device: everything except files, messages, overrides and what the server recalculates. */
type StoredState = Omit<
  DialogState,
  'defaults' | 'today' | 'attachments' | 'editing' | 'errors' | 'focus' | 'discount' | 'overrule'
>;

/** A draft found on the device. */
export interface StoredDraft {
  version: number;
  at: Instant;
  state: StoredState;
  /** The appointment being changed, as it was then: the changes build on its `rev`. */
  edited?: Appointment;
}

/** Returns the storage key of a user's draft in a company; each edited appointment has a separate key. */
export const draftStorageKey = (subscriberId: string, userId: string, editedId?: string) =>
  `${draftPrefix}${[subscriberId, ...(editedId ? [editedId] : []), userId].join('.')}`;

/** Stores the draft on the device in case the browser crashes. Does nothing if the device has no space. */
export function storeDraft(key: string, state: DialogState, at: Instant): void {
  const { defaults, today, attachments, editing, errors, focus, discount, overrule, ...stored } = state;
  // Internal notes are not part of the dialog.
  const edited = editing && { ...editing.appointment, internal_notes: [] };
  const draft: StoredDraft = { version, at, state: stored, ...(edited ? { edited } : {}) };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Private mode or no space: nothing is stored.
  }
}

/** Deletes the draft from the device. */
export function deleteStoredDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could be stored either.
  }
}

/**
 * Loads the draft left on the device. Returns null if there is none, or if it is too old, from another product version,
 * or for another appointment.
 */
export function loadStoredDraft(key: string, now: Instant, editedId?: string): StoredDraft | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null;
    if (found === null) return null;
    const isOurs = found.version === version && typeof found.state?.draft?.location === 'object';
    const isSame = found.edited?.id === editedId;
    if (isOurs && isSame && minutesBetween(found.at, now) < maxAgeMinutes) return found;
  } catch {
    // Not ours, or corrupted.
  }
  deleteStoredDraft(key);
  return null;
}
