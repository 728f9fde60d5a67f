import { render, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  Object.assign(document, { fonts: new EventTarget() });
});

/** A new tab: without what other tests of this worker have loaded. */
async function newTab() {
  vi.resetModules();
  const texts = await import('./i18n.ts');
  await texts.startI18n();
  const { toasts } = await import('./toast.ts');
  return { ...texts, toasts };
}
afterAll(() => {
  vi.doUnmock('./texts/de.json');
  vi.doUnmock('./texts/fr.json');
  vi.resetModules();
});

// Texts are loaded as modules; each of these is a file whose loading time the test controls.
const late = vi.hoisted(() => {
  const file = () => {
    let arrive = () => {};
    let fail = (_: Error) => {};
    const promise = new Promise<void>((resolve, reject) => {
      arrive = resolve;
      fail = reject;
    });
    // The module that awaits it may not have started to when it fails.
    promise.catch(() => {});
    return { promise, arrive: () => arrive(), fail: (error: Error) => fail(error) };
  };
  return { de: file(), fr: file() };
});
vi.mock('./texts/de.json', async () => {
  await late.de.promise;
  return { default: { close: 'Schließen' } };
});
vi.mock('./texts/fr.json', async () => {
  await late.fr.promise;
  return { default: { close: 'Fermer' } };
});

it('does not store a language whose texts cannot be fetched, and shows an error', async () => {
  const { changeLanguage, currentLang, toasts } = await newTab();
  const changed = changeLanguage('de');
  late.de.fail(new TypeError('Failed to fetch'));
  await changed;
  expect(currentLang()).toBe('en');
  expect(localStorage.getItem('language')).toBeNull();
  expect(toasts.visible()).toHaveLength(1);
});

it('stores a chosen language at once, so that the next page uses it even before its texts are loaded', async () => {
  const { changeLanguage, currentLang } = await newTab();
  const changed = changeLanguage('fr');
  expect([currentLang(), localStorage.getItem('language')]).toEqual(['en', 'fr']);
  late.fr.arrive();
  await changed;
  expect([currentLang(), localStorage.getItem('language')]).toEqual(['fr', 'fr']);
});

it('applies the later of two choices, whichever loads last', async () => {
  const { changeLanguage, currentLang } = await newTab();
  const french = changeLanguage('fr');
  const english = changeLanguage('en');
  late.fr.arrive();
  await Promise.all([french, english]);
  expect([currentLang(), localStorage.getItem('language'), document.documentElement.lang]).toEqual([
    'en',
    'en',
    'en',
  ]);
});

it('applies a color scheme chosen in another tab', async () => {
  await newTab();
  const { createQueryClient } = await import('./api.ts');
  const { Providers } = await import('./providers.tsx');
  const { getPreferences: settings } = await import('./theme/preferences.ts');
  render(
    <Providers queries={createQueryClient()}>
      <p>here</p>
    </Providers>,
  );
  const shown = () => document.documentElement.getAttribute('data-mantine-color-scheme');
  expect([settings().color, shown()]).toEqual(['orange', 'light']);
  const key = 'settings';
  for (const scheme of ['dark', 'light']) {
    localStorage.setItem(key, JSON.stringify({ scheme }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
    await waitFor(() => expect(shown()).toBe(scheme));
  }
  expect(settings().scheme).toBe('light');
});
