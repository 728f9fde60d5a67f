import { draftPrefix } from '#web/client/stored-session.ts';
import type { WritableAppointment, WritablePerson } from '../../compose-contract.ts';

export type WrittenLang = 'en' | 'de' | 'fr';
/** What was typed in a language, in addition to the text it started with. */
type Typed = Partial<Record<WrittenLang, { subject?: string; message?: string }>>;

/** A message that is being written. */
export interface ComposeDraft {
  about: 'appointment' | 'people';
  appointment: WritableAppointment | null;
  contacts: WritablePerson[];
  /** Who was checked or unchecked; the others as usual. */
  checked: Record<string, boolean>;
  channel: 'email' | 'text';
  /** The message whose text it starts with, by channel. */
  start: { email: string; text: string };
  typed: { email: Typed; text: Typed };
}

/** The message that has nothing but a greeting. */
export const blankStart = 'appointment_message';

export const emptyDraft: ComposeDraft = {
  about: 'appointment',
  appointment: null,
  contacts: [],
  checked: {},
  channel: 'email',
  start: { email: blankStart, text: blankStart },
  typed: { email: {}, text: {} },
};

const version = 1;

/** Returns the storage key of a user's message. */
export const messageDraftKey = (user: { subscriber_id: string; id: string }) =>
  `${draftPrefix}message.${user.subscriber_id}.${user.id}`;

/** Stores the message on the device, for a reload; null deletes it. Does nothing if the device has no space. */
export function storeMessageDraft(key: string, draft: ComposeDraft | null): void {
  try {
    if (draft) localStorage.setItem(key, JSON.stringify({ version, draft }));
    else localStorage.removeItem(key);
  } catch {
    // Private mode or no space: nothing is stored.
  }
}

/** Returns the message left on the device, else an empty one. */
export function loadMessageDraft(key: string): ComposeDraft {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      version: number;
      draft: ComposeDraft;
    } | null;
    if (found?.version === version) return { ...emptyDraft, ...found.draft };
  } catch {
    // Corrupted: as if there were none.
  }
  return emptyDraft;
}
