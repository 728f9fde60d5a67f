import { useEffect, useRef, useState } from 'react';
import { now } from '#web/clock.ts';
import { acquireDraft } from '#web/editing/draft-ownership.ts';
import { session } from '#web/session.ts';
import { type DialogState, hasUnsavedInput } from './draft-state.ts';
import { deleteStoredDraft, storeDraft } from './draft-storage.ts';

/** Autosave debounce in milliseconds. */
const delay = 300;

interface Options {
  key: string;
  opened: boolean;
  state: DialogState;
  /** An older draft is being offered: it must not be overwritten. */
  isOffered: boolean;
  /** The appointment the key belongs to; null for a new one. */
  editedId: string | null;
}

/** Autosaves the draft to the device while the dialog is open, so that a browser crash loses nothing. */
export function useDraftAutosave({ key, opened, state, isOffered, editedId }: Options) {
  const isOwner = useDraftOwner(key, opened);
  const latest = useRef(state);
  latest.current = state;

  const isOurs = state.defaults !== null && (state.editing?.appointment.id ?? null) === editedId;
  const maySave = opened && isOwner === true && !isOffered && isOurs;
  useEffect(() => {
    if (!maySave) return;
    const timer = setTimeout(() => save(key, state), delay);
    return () => clearTimeout(timer);
  }, [maySave, key, state]);
  useEffect(() => {
    if (!maySave) return;
    // A phone may terminate the page without further events.
    const leave = () => save(key, latest.current);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      // The session ended while the dialog was open: save the latest input too. Nothing is left behind after signing
      // out.
      if (latest.current.defaults !== null && !session.hasLeft()) leave();
    };
  }, [maySave, key]);

  return {
    /** Null until it is known whether another tab has the dialog open. */
    isOwner: opened ? isOwner : false,
    drop: () => {
      if (isOwner) deleteStoredDraft(key);
    },
  };
}

/** Locks the draft while the dialog is open; returns whether this tab holds it, and null until that is known. */
function useDraftOwner(key: string, opened: boolean): boolean | null {
  const [isOwner, setOwner] = useState<boolean | null>(null);
  useEffect(() => {
    if (!opened) {
      setOwner(null);
      return;
    }
    let isOver = false;
    setOwner(null);
    const lock = acquireDraft(key);
    void lock.isOwner.then((mine) => {
      if (!isOver) setOwner(mine);
    });
    return () => {
      isOver = true;
      lock.release();
    };
  }, [opened, key]);
  return isOwner;
}

function save(key: string, state: DialogState): void {
  if (hasUnsavedInput(state)) storeDraft(key, state, now());
  else deleteStoredDraft(key);
}
