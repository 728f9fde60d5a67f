import { useCallback, useMemo } from 'react';
import { useNavigateTo, usePageLocation } from './navigation.tsx';

/** Search parameters as plain names and values; the router's own JSON would turn `?text=007` into a number. */
export const plainSearch = {
  parseSearch: (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (values: Record<string, unknown>): string => {
    const remaining = Object.entries(values).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const text = new URLSearchParams(remaining.map(([name, value]) => [name, String(value)])).toString();
    return text ? `?${text}` : '';
  },
};

/**
 * Stores values in the URL (tab, search, filter), so that a page can be shared and reloaded: `const [{ tab, text },
 * change] = useUrlState({ tab: 'all', text: '' })`. Values equal to the default are removed from the URL.
 */
export function useUrlState<D extends Record<string, string>>(
  defaults: D,
): [D, (values: Partial<D>) => void] {
  const go = useNavigateTo();
  const { path, search } = usePageLocation();
  // The defaults are a new object with every render.
  const key = JSON.stringify(defaults);
  const values = useMemo(() => {
    const from = plainSearch.parseSearch(search);
    const found = Object.entries(JSON.parse(key) as D).map(([name, value]) => [name, from[name] ?? value]);
    return Object.fromEntries(found) as D;
  }, [search, key]);
  const change = useCallback(
    (next: Partial<D>) => {
      // The user is navigating to another page that is still loading: a delayed search must not bring them back.
      if (globalThis.location.pathname !== path) return;
      const merged = { ...plainSearch.parseSearch(search), ...next } as Record<string, string>;
      for (const [name, value] of Object.entries(JSON.parse(key) as D))
        if (merged[name] === value) delete merged[name];
      go(path + plainSearch.stringifySearch(merged), { replace: true, keepScroll: true });
    },
    [go, path, search, key],
  );
  return [values, change];
}
