import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from './i18n.ts';
import { changePreferences, getPreferences, onPreferencesChange, usePreferences } from './preferences.ts';
import { cssVariables, styleNonce, themeFor } from './theme.ts';

type Manager = NonNullable<Parameters<typeof MantineProvider>[0]['colorSchemeManager']>;

let stopListening = () => {};
// The scheme is one of our settings, not a key of the library's own.
const schemeManager: Manager = {
  get: () => getPreferences().scheme,
  set: (scheme) => {
    // What was heard from another tab is not told again.
    if (scheme !== getPreferences().scheme) changePreferences({ scheme });
  },
  subscribe: (onUpdate) => {
    stopListening = onPreferencesChange(() => onUpdate(getPreferences().scheme));
  },
  unsubscribe: () => stopListening(),
  clear: () => {},
};

/** Theme and cache for everything below. Texts of 'web' must be loaded. */
export function Providers({ queries, children }: { queries: QueryClient; children: ReactNode }) {
  const { color } = usePreferences();
  const t = useTranslation('web');
  const close = t('close');
  const theme = useMemo(() => themeFor(color, { close }), [color, close]);
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemeManager}
      defaultColorScheme="auto"
      cssVariablesResolver={cssVariables}
      getStyleNonce={styleNonce}
      deduplicateInlineStyles
    >
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </MantineProvider>
  );
}

/** Style elements made by libraries that know no provider take their nonce from this global. */
export function shareNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
}
