import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from './i18n.ts';
import {
  changePreferences,
  getPreferences,
  onPreferencesChange,
  usePreferences,
} from './theme/preferences.ts';
import { cssVariables, styleNonce, themeFor } from './theme/theme.ts';

type Manager = NonNullable<Parameters<typeof MantineProvider>[0]['colorSchemeManager']>;

let stopListening = () => {};
// The color scheme is stored in our preferences, not under a key of the library.
const schemeManager: Manager = {
  get: () => getPreferences().scheme,
  set: (scheme) => {
    // A change received from another tab is not sent again.
    if (scheme !== getPreferences().scheme) changePreferences({ scheme });
  },
  subscribe: (onUpdate) => {
    stopListening = onPreferencesChange(() => onUpdate(getPreferences().scheme));
  },
  unsubscribe: () => stopListening(),
  clear: () => {},
};

/** Provides theme and cache. The texts of 'web' must be loaded. */
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

/** Libraries that create style elements without a provider take their nonce from this global. */
export function shareNonce(): void {
  (globalThis as { __webpack_nonce__?: string }).__webpack_nonce__ = styleNonce();
}
