import { createElement, Fragment, type ReactNode, use, useCallback, useSyncExternalStore } from 'react';
import { flattenMessages, formatMessage, type MessageMap, type NestedMessages } from './messages.ts';
import { toast } from './toast.ts';

export type Lang = 'en' | 'de' | 'fr';
/** Values that a text has places for: `{{name}}`; `count` also chooses between `key_one` and `key_other`. */
export type Values = Record<string, string | number>;

export const languages: readonly { id: Lang; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
  { id: 'fr', name: 'Français' },
];
const storageKey = 'language';

/** One file per room and language, fetched when first needed. */
const files = import.meta.glob<NestedMessages>(['./texts/*.json', '../features/*/texts/*.json'], {
  import: 'default',
});
const loaded = new Map<string, MessageMap>();
const loading = new Map<string, Promise<MessageMap>>();
const rooms = new Set<string>();
const listeners = new Set<() => void>();
let lang: Lang = 'en';
/** The language chosen while its texts are on their way, and the one remembered before. */
let wanted: Lang | null = null;
let before: Lang | null = null;

/**
 * Starts the texts: the stored language, else English (with `detect`, used on public pages, else the browser's).
 * Resolves when the texts of the kit and of the given rooms are there.
 */
export async function startI18n(options: { rooms?: string[]; detect?: boolean } = {}): Promise<void> {
  lang = storedLang() ?? (options.detect ? browserLang() : 'en');
  document.documentElement.lang = lang;
  await loadMessages('web', ...(options.rooms ?? []));
}

/** Fetches the texts of rooms ahead, so that a page that is about to show does not wait for them. */
export async function loadMessages(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => fetchTexts(lang, name)));
}

/** The same in a language that is not the one shown: for the server, which draws pages in all of them. */
export async function loadMessagesFor(wanted: Lang, ...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => fetchTexts(wanted, name)));
}

/** Says in which language the server draws; its texts must be loaded. */
export function setRenderLanguage(wanted: Lang): void {
  lang = wanted;
}

/** `t('key')` of a room's texts; waits (Suspense) until they are there. */
export function useTranslation(room: string): (key: string, values?: Values) => string {
  const shown = useSyncExternalStore(subscribe, currentLang, currentLang);
  // Always asked for in the same way: React must not see use() in one render and not in the next.
  const texts = use(fetchTexts(shown, room));
  return useCallback(
    (key: string, values?: Values) => formatMessage(texts, shown, key, values),
    [texts, shown],
  );
}

/** A text outside of components, from texts already loaded; the key itself where they are not. */
export function translateNow(key: string, values?: Values, room = 'web'): string {
  return formatMessage(loaded.get(`${lang}/${room}`) ?? new Map(), lang, key, values);
}

/** The language shown, and the way to change it; the choice is kept in this browser. */
export function useLanguage(): { lang: Lang; setLanguage: (lang: Lang) => Promise<void> } {
  return { lang: useSyncExternalStore(subscribe, currentLang, currentLang), setLanguage: changeLanguage };
}

/** The language shown now. */
export function currentLang(): Lang {
  return lang;
}

/**
 * Shows another language and remembers it; everything on the screen changes at once, when all its texts are here. Of two
 * choices the later one counts. Whoever goes on to another page before that finds the choice there. Says so, and keeps the
 * language shown and remembered, when the texts cannot be fetched.
 */
export async function changeLanguage(next: Lang): Promise<void> {
  // What counted before a choice whose texts are still on their way was not kept either.
  if (wanted === null) before = storedLang();
  wanted = next;
  remember(next);
  try {
    await Promise.all([...rooms].map((room) => fetchTexts(next, room)));
  } catch {
    if (wanted !== next) return;
    wanted = null;
    remember(before);
    toast(translateNow('noConnection'), { kind: 'error' });
    return;
  }
  if (wanted !== next) return;
  wanted = null;
  lang = next;
  document.documentElement.lang = next;
  for (const listener of listeners) listener();
}

/** Without storage a choice holds for this visit. */
function remember(choice: Lang | null): void {
  try {
    if (choice === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    // Nothing is kept.
  }
}

/** Has the person chosen a language in this browser? */
export function hasChosenLanguage(): boolean {
  return storedLang() !== null;
}

/** Puts parts of a page into a text: `interpolateNodes('I accept the [terms].', { terms: <a …/> })`. */
export function interpolateNodes(text: string, parts: Record<string, ReactNode>): ReactNode {
  const pieces = text.split(/\[(\w+)\]/);
  return pieces.map((piece, i) =>
    createElement(Fragment, { key: `${i}-${piece}` }, i % 2 === 0 ? piece : parts[piece]),
  );
}

function fetchTexts(of: Lang, room: string): Promise<MessageMap> {
  const key = `${of}/${room}`;
  const known = loading.get(key);
  if (known) return known;
  const path = room === 'web' ? `./texts/${of}.json` : `../features/${room}/texts/${of}.json`;
  const file = files[path];
  if (!file) return Promise.reject(new Error(`No texts for ${room} in ${of}`));
  const promise = file().then(
    (nested) => {
      const texts = flattenMessages(nested);
      loaded.set(key, texts);
      rooms.add(room);
      // React reads this and does not wait again for what is here.
      void Object.assign(promise, { status: 'fulfilled', value: texts });
      return texts;
    },
    (error: unknown) => {
      // The next one who asks tries again.
      loading.delete(key);
      throw error;
    },
  );
  loading.set(key, promise);
  return promise;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function storedLang(): Lang | null {
  try {
    const stored = localStorage.getItem(storageKey);
    return isLang(stored) ? stored : null;
  } catch {
    return null;
  }
}

function browserLang(): Lang {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return wanted.find(isLang) ?? 'en';
}

function isLang(value: unknown): value is Lang {
  return languages.some((language) => language.id === value);
}
