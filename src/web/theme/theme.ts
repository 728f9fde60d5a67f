import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from '@mantine/core';
import { isInBrowser } from '../navigation/page-address.ts';
import { dark, gray, ramps, statusTokens, type ThemeColor, tokens, tones } from './colors.ts';

/** Returns the theme of Gable: warm greys, one filled button per view in the chosen color, borders before shadows. */
export function themeFor(color: string, names: { close: string }): MantineThemeOverride {
  const chosen = color in ramps ? (color as ThemeColor) : 'orange';
  const all = { ...ramps, gray, dark } as Record<string, readonly string[]>;
  return createTheme({
    colors: Object.fromEntries(
      Object.entries(all).map(([name, ramp]) => [name, ramp as unknown as MantineColorsTuple]),
    ),
    primaryColor: chosen,
    // With another dark shade autoContrast still used the light one: white text at 2.26:1.
    primaryShade: { light: 7, dark: 7 },
    autoContrast: true,
    defaultRadius: 8,
    respectReducedMotion: true,
    cursorType: 'pointer',
    fontFamily:
      "'Inter Variable', 'Inter Stand-in', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
    fontFamilyMonospace: "ui-monospace, 'SFMono-Regular', Menlo, Consolas, monospace",
    fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
    lineHeights: { xs: '1.4', sm: '1.45', md: '1.43', lg: '1.45', xl: '1.4' },
    spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
    shadows: {
      xs: '0 1px 2px rgb(28 25 23 / 6%)',
      sm: '0 1px 2px rgb(28 25 23 / 6%), 0 1px 3px rgb(28 25 23 / 5%)',
      md: '0 8px 24px -6px rgb(28 25 23 / 18%), 0 2px 6px rgb(28 25 23 / 8%)',
      lg: '0 12px 32px -8px rgb(28 25 23 / 22%), 0 2px 8px rgb(28 25 23 / 8%)',
      xl: '0 24px 56px -12px rgb(28 25 23 / 28%)',
    },
    headings: {
      fontWeight: '600',
      sizes: {
        h1: { fontSize: '22px', lineHeight: '28px' },
        h2: { fontSize: '18px', lineHeight: '24px' },
        h3: { fontSize: '15px', lineHeight: '22px' },
        h4: { fontSize: '14px', lineHeight: '20px' },
      },
    },
    components: componentDefaults(names.close),
  });
}

// Toasts above a dialog push it down, so that its buttons stay reachable.
const belowNotices = 'max(5dvh, calc(var(--app-notices, 0px) + 16px))';
// The header of a dialog is a header element outside of any section: it would count as a second banner of the page.
// Toasts look for the mark of an open dialog.
const dialogParts = { attributes: { header: { role: 'presentation' }, content: { 'data-dialog': '' } } };

const smallestText = 'var(--mantine-font-size-xs)';

/** By name, not by import: the public entry must not bundle a component just for its defaults. */
function componentDefaults(closeLabel: string): NonNullable<MantineThemeOverride['components']> {
  const close = { 'aria-label': closeLabel };
  return {
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      // Mantine takes 2px from the size of the field: 11px, too small to read. Checkboxes and switches read this too.
      vars: () => ({
        description: { '--input-description-size': smallestText },
        error: { '--input-error-size': smallestText },
      }),
    },
    Modal: {
      defaultProps: {
        centered: true,
        yOffset: belowNotices,
        transitionProps: { duration: 140, transition: 'pop' },
        ...dialogParts,
      },
    },
    Drawer: { defaultProps: { transitionProps: { duration: 160 }, ...dialogParts } },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 120 } } },
    // Without the placeholder, which is not a valid child of a menu: the menu itself takes the focus. Inside the main
    // part of the page, since users who navigate by landmarks miss content outside of all landmarks.
    Menu: {
      defaultProps: {
        portalProps: { target: 'main' },
        shadow: 'md',
        transitionProps: { duration: 120, transition: 'pop-top-right' },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    // If centered, a list would start in the middle of its field while its width is unknown, and widen the whole page
    // on a phone.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    ModalCloseButton: { defaultProps: close },
    DrawerCloseButton: { defaultProps: close },
  };
}

/** Colors that Mantine derives wrongly for us, and our own tokens (see colors.ts). */
export const cssVariables: CSSVariablesResolver = (theme) => {
  const variables: Record<string, string> = {
    '--mantine-primary-color-text': `var(--mantine-color-${theme.primaryColor}-text)`,
  };
  const light: Record<string, string> = { ...tokens.light };
  const darkScheme: Record<string, string> = { ...tokens.dark };
  for (const [scheme, own] of [['light', light] as const, ['dark', darkScheme] as const]) {
    for (const name of Object.keys(ramps) as ThemeColor[]) {
      const { text, tint, tintHover, textOnTint } = tones(name)[scheme];
      const prefix = `--mantine-color-${name}`;
      own[`${prefix}-text`] = text;
      own[`${prefix}-light`] = tint;
      own[`${prefix}-light-hover`] = tintHover;
      own[`${prefix}-light-color`] = textOnTint;
      own[`${prefix}-outline`] = text;
      own[`${prefix}-outline-hover`] = tint;
    }
    for (const [name, { [scheme]: tone }] of Object.entries(statusTokens)) {
      own[`--app-${name}-text`] = tone.text;
      own[`--app-${name}-tint`] = tone.tint;
    }
  }
  return { variables, light, dark: darkScheme };
};

/** Placeholder for the nonce in server-rendered pages. */
export const noncePlaceholder = '__DRAWN_NONCE__';

/** Returns the nonce the server put into the page: styles created by scripts need it (no unsafe-inline). */
export function styleNonce(): string {
  if (!isInBrowser) return noncePlaceholder;
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
