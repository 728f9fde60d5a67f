import { useCallback, useRef, useSyncExternalStore } from 'react';
import { openEditors } from '../work/open-editors.ts';
import type { PhotoPlace } from '../work/photo-facts.ts';
import { useEditorTools } from '../work/use-report-editor.ts';
import type { PhotoRefusal } from './photo-types.ts';

/** What happens to the photos that are added at one place. */
export interface Intake {
  /** How many of the chosen files are prepared; null while none is. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The files that were not taken the last time. */
  readonly refused: readonly PhotoRefusal[];
}

const idle: Intake = { progress: null, refused: [] };

/** By editor, since an editor lives longer than its page; each place of a report has its own state. */
const intakes = new WeakMap<object, ReturnType<typeof createIntakes>>();

function createIntakes() {
  const states = new Map<string, Intake>();
  const listeners = new Set<() => void>();
  return {
    // One batch at a time: decoding several large photos at once takes more memory than a phone has.
    last: Promise.resolve() as Promise<unknown>,
    get: (key: string) => states.get(key) ?? idle,
    set(key: string, state: Intake): void {
      states.set(key, state);
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function intakesOf(editor: object) {
  const known = intakes.get(editor) ?? createIntakes();
  intakes.set(editor, known);
  return known;
}

const keyOf = ({ item_id, comment_id, location = '' }: PhotoPlace) => `${item_id} ${comment_id} ${location}`;

/** Returns how far the photos added at a place are, and a function to add some. */
export function usePhotoIntake(place: PhotoPlace): Intake & { take: (files: readonly File[]) => void } {
  const { editor } = useEditorTools();
  const all = intakesOf(editor);
  const key = keyOf(place);
  const state = useSyncExternalStore(all.subscribe, () => all.get(key));
  const takeAt = useTakePhotos();
  return { ...state, take: (files) => takeAt(files, place) };
}

/** Returns a function that adds photos at a place, after those that are still being prepared. */
export function useTakePhotos(): (files: readonly File[], to: PhotoPlace) => void {
  const tools = useEditorTools();
  const latest = useRef(tools);
  latest.current = tools;
  return useCallback((files, to) => {
    const { editor, settings, timezone } = latest.current;
    if (files.length === 0) return;
    const all = intakesOf(editor);
    const key = keyOf(to);
    const onProgress = (done: number, total: number) =>
      all.set(key, { progress: { done, total }, refused: all.get(key).refused });
    all.set(key, { progress: { done: 0, total: files.length }, refused: [] });
    // From here on, since an earlier batch may take a while.
    const done = openEditors.holdOpen(editor);
    const options = { editor, quality: settings.photo_quality, timezone, onProgress };
    const run = all.last.then(async () => {
      // Loaded when the editor opens, so that it is there without a connection.
      const { takePhotos } = await import('./take-photos.ts');
      return takePhotos(files, to, options);
    });
    all.last = run
      .then(
        (refused) => all.set(key, { progress: null, refused }),
        () => all.set(key, idle),
      )
      .finally(done);
  }, []);
}
