import { createElement, Fragment, type ReactNode, use, useCallback, useSyncExternalStore } from 'react';
import { flattenMessages, formatMessage, type MessageMap, type NestedMessages } from './messages.ts';
import { pageSearch } from './navigation/page-address.ts';
import { toast } from './toast.ts';

export type Lang = 'en' | 'de' | 'fr';
/** Values for the placeholders of a text: `{{name}}`; `count` also selects `key_one` or `key_other`. */
export type Values = Record<string, string | number>;

export const languages: readonly { id: Lang; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'de', name: 'Deutsch' },
  { id: 'fr', name: 'Français' },
];
const storageKey = 'language';

/**
 * One file per feature and language, fetched when first needed. Screens for members of a feature with public pages can
 * have their own, named by their folder: `booking/screens/office`.
 */
const files = import.meta.glob<NestedMessages>(['./texts/*.json', '../features/**/texts/*.json'], {
  import: 'default',
});
const loaded = new Map<string, MessageMap>();
const loading = new Map<string, Promise<MessageMap>>();
const features = new Set<string>();
const listeners = new Set<() => void>();
/** The name of a language in itself; another text as it is. */
export function languageName(id: string): string {
  return languages.find((one) => one.id === id)?.name ?? id;
}

let lang: Lang = 'en';
/** Whether `?lang=` of the address counts: on public pages. */
let isNamedInAddress = false;
/** The chosen language while its texts are loading, and the one stored before. */
let wanted: Lang | null = null;
let before: Lang | null = null;

/**
 * Loads the texts of the stored language, else of the `reader` whose personal link this is, else English. With `detect`,
 * on public pages, `?lang=` of the address comes first, and the browser's language before English.
 * Resolves when the shared texts and those of the given features are loaded.
 */
export async function startI18n(
  options: { features?: string[]; detect?: boolean; reader?: Lang | undefined } = {},
): Promise<void> {
  isNamedInAddress = options.detect === true;
  lang = addressLang() ?? storedLang() ?? options.reader ?? (options.detect ? browserLang() : 'en');
  document.documentElement.lang = lang;
  await loadMessages('web', ...(options.features ?? []));
}

/** Preloads the texts of features, so that the next page does not wait for them. */
export async function loadMessages(...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => fetchTexts(lang, name)));
}

/**
 * Like `loadMessages`, in another language than the current one: for the server, which renders pages in all languages.
 */
export async function loadMessagesFor(wanted: Lang, ...names: string[]): Promise<void> {
  await Promise.all(names.map((name) => fetchTexts(wanted, name)));
}

/** Sets the language in which the server renders; its texts must be loaded. */
export function setRenderLanguage(wanted: Lang): void {
  lang = wanted;
}

/** Returns `t('key')` for the texts of a feature; suspends until they are loaded. */
export function useTranslation(feature: string): (key: string, values?: Values) => string {
  const shown = useSyncExternalStore(subscribe, currentLang, currentLang);
  // Always called the same way: use() must not be called in one render and skipped in the next.
  const texts = use(fetchTexts(shown, feature));
  return useCallback(
    (key: string, values?: Values) => formatMessage(texts, shown, key, values),
    [texts, shown],
  );
}

/** Returns a text outside of components, from texts already loaded; the key itself if they are not. */
export function translateNow(key: string, values?: Values, feature = 'web'): string {
  return formatMessage(loaded.get(`${lang}/${feature}`) ?? new Map(), lang, key, values);
}

/** Returns the current language and a function that changes it; the choice is stored in this browser. */
export function useLanguage(): { lang: Lang; setLanguage: (lang: Lang) => Promise<void> } {
  return { lang: useSyncExternalStore(subscribe, currentLang, currentLang), setLanguage: changeLanguage };
}

/** Returns the current language. */
export function currentLang(): Lang {
  return lang;
}

/**
 * Changes the language and stores the choice; everything on screen changes at once when all texts are loaded. The later
 * of two choices wins. A page opened before that uses the stored choice. If the texts cannot be fetched, shows an error
 * and keeps the current language, also in storage.
 */
export async function changeLanguage(next: Lang): Promise<void> {
  // A choice whose texts are still loading was not the stored language either.
  if (wanted === null) before = storedLang();
  wanted = next;
  remember(next);
  try {
    await Promise.all([...features].map((feature) => fetchTexts(next, feature)));
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

/** Without storage a choice is remembered by the address of a public page, else it applies to this visit only. */
function remember(choice: Lang | null): void {
  let isStored = true;
  try {
    if (choice === null) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    isStored = false;
  }
  if (isNamedInAddress && (!isStored || addressLang())) nameInAddress(choice);
}

function nameInAddress(choice: Lang | null): void {
  const url = new URL(window.location.href);
  if (choice === null) url.searchParams.delete('lang');
  else url.searchParams.set('lang', choice);
  window.history.replaceState(window.history.state, '', url);
}

/** Returns the path of another public page; it opens in the language that the address of this one names. */
export function withLanguage(path: string): string {
  const named = new URLSearchParams(pageSearch()).get('lang');
  return isLang(named) ? `${path}?lang=${named}` : path;
}

function addressLang(): Lang | null {
  const named = isNamedInAddress ? new URLSearchParams(pageSearch()).get('lang') : null;
  return isLang(named) ? named : null;
}

/** Returns whether the user has chosen a language in this browser. */
export function hasChosenLanguage(): boolean {
  return storedLang() !== null;
}

/** Inserts elements into a text: `interpolateNodes('I accept the [terms].', { terms: <a …/> })`. */
export function interpolateNodes(text: string, parts: Record<string, ReactNode>): ReactNode {
  const pieces = text.split(/\[(\w+)\]/);
  return pieces.map((piece, i) =>
    createElement(Fragment, { key: `${i}-${piece}` }, i % 2 === 0 ? piece : parts[piece]),
  );
}

function fetchTexts(of: Lang, feature: string): Promise<MessageMap> {
  const key = `${of}/${feature}`;
  const known = loading.get(key);
  if (known) return known;
  const path = feature === 'web' ? `./texts/${of}.json` : `../features/${feature}/texts/${of}.json`;
  const file = files[path];
  if (!file) return Promise.reject(new Error(`No texts for ${feature} in ${of}`));
  const promise = file().then(
    (nested) => {
      const texts = flattenMessages(nested);
      loaded.set(key, texts);
      features.add(feature);
      // React reads these fields and does not suspend for loaded texts.
      void Object.assign(promise, { status: 'fulfilled', value: texts });
      return texts;
    },
    (error: unknown) => {
      // The next call tries again.
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
