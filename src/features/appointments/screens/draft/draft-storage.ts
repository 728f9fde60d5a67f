import { type Instant, minutesBetween } from '#domain/base/time.ts';
import { draftPrefix } from '#web/session.ts';
import type { Appointment } from '../../contract.ts';
import type { DialogState } from './draft-state.ts';

const version = 1;
/** A draft older than a week is not offered any more. */
const keptMinutes = 7 * 24 * 60;

/** What is written to the device: everything but files, messages, decisions about rivals and what the server says anew. */
type KeptState = Omit<
  DialogState,
  'defaults' | 'today' | 'attachments' | 'editing' | 'errors' | 'focus' | 'discount' | 'overrule'
>;

/** A draft found on the device. */
export interface StoredDraft {
  version: number;
  at: Instant;
  state: KeptState;
  /** The appointment that was being changed, as it was then: its `rev` is what the changes build upon. */
  edited?: Appointment;
}

/** Where the draft of a person in a company lies on the device; changes of an appointment lie beside each other. */
export const draftStorageKey = (subscriberId: string, userId: string, editedId?: string) =>
  `${draftPrefix}${[subscriberId, ...(editedId ? [editedId] : []), userId].join('.')}`;

/** Writes the draft down, for the case that the browser dies. A device without room keeps nothing. */
export function storeDraft(key: string, state: DialogState, at: Instant): void {
  const { defaults, today, attachments, editing, errors, focus, discount, overrule, ...kept } = state;
  // Notes of the office are no part of the dialog.
  const edited = editing && { ...editing.appointment, internal_notes: [] };
  const draft: StoredDraft = { version, at, state: kept, ...(edited ? { edited } : {}) };
  try {
    localStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Private mode, or no room: then nothing is kept.
  }
}

/** Takes the draft off the device. */
export function deleteStoredDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could be kept either.
  }
}

/**
 * The draft that was left on the device, or null: none, too old, of another version of the product, or not of the appointment
 * that is edited.
 */
export function loadStoredDraft(key: string, now: Instant, editedId?: string): StoredDraft | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as StoredDraft | null;
    if (found === null) return null;
    const isOurs = found.version === version && typeof found.state?.draft?.location === 'object';
    const isSame = found.edited?.id === editedId;
    if (isOurs && isSame && minutesBetween(found.at, now) < keptMinutes) return found;
  } catch {
    // Not ours, or damaged.
  }
  deleteStoredDraft(key);
  return null;
}

/**
 * Makes this tab the keeper of the draft while the dialog is open; the answer is false when another tab is: that one's draft
 * is alive and must be neither offered nor overwritten here. `release` gives the right back.
 */
export function acquireDraftLock(key: string): { isKeeper: Promise<boolean>; release: () => void } {
  if (typeof navigator === 'undefined' || !navigator.locks) {
    return { isKeeper: Promise.resolve(true), release: () => undefined };
  }
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isKeeper = new Promise<boolean>((resolve) => {
    void navigator.locks
      .request(key, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : until;
      })
      .catch(() => resolve(true));
  });
  return { isKeeper, release };
}
