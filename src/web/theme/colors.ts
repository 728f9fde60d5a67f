/** Colors as data, without a library, so that a test can check the contrast of every combination in use. */

/** Ramps a user may choose; shade 7 is dark enough for white text in both schemes. */
export const ramps = {
  orange: [
    '#fff7ed',
    '#ffedd5',
    '#fed7aa',
    '#fdba74',
    '#fb923c',
    '#f97316',
    '#ea580c',
    '#c2410c',
    '#9a3412',
    '#7c2d12',
  ],
  red: [
    '#fef2f2',
    '#fee2e2',
    '#fecaca',
    '#fca5a5',
    '#f87171',
    '#ef4444',
    '#dc2626',
    '#b91c1c',
    '#991b1b',
    '#7f1d1d',
  ],
  rose: [
    '#fff1f2',
    '#ffe4e6',
    '#fecdd3',
    '#fda4af',
    '#fb7185',
    '#f43f5e',
    '#e11d48',
    '#be123c',
    '#9f1239',
    '#881337',
  ],
  violet: [
    '#f5f3ff',
    '#ede9fe',
    '#ddd6fe',
    '#c4b5fd',
    '#a78bfa',
    '#8b5cf6',
    '#7c3aed',
    '#6d28d9',
    '#5b21b6',
    '#4c1d95',
  ],
  blue: [
    '#eff6ff',
    '#dbeafe',
    '#bfdbfe',
    '#93c5fd',
    '#60a5fa',
    '#3b82f6',
    '#2563eb',
    '#1d4ed8',
    '#1e40af',
    '#1e3a8a',
  ],
  teal: [
    '#f0fdfa',
    '#ccfbf1',
    '#99f6e4',
    '#5eead4',
    '#2dd4bf',
    '#14b8a6',
    '#0d9488',
    '#0f766e',
    '#115e59',
    '#134e4a',
  ],
  green: [
    '#f0fdf4',
    '#dcfce7',
    '#bbf7d0',
    '#86efac',
    '#4ade80',
    '#22c55e',
    '#16a34a',
    '#15803d',
    '#166534',
    '#14532d',
  ],
  slate: [
    '#f8fafc',
    '#f1f5f9',
    '#e2e8f0',
    '#cbd5e1',
    '#94a3b8',
    '#64748b',
    '#475569',
    '#334155',
    '#1e293b',
    '#0f172a',
  ],
} as const;

export type ThemeColor = keyof typeof ramps;
/** The colors offered in the theme menu; red is reserved for destructive actions. */
export const themeColors: readonly ThemeColor[] = [
  'orange',
  'rose',
  'violet',
  'blue',
  'teal',
  'green',
  'slate',
];

export const gray = [
  '#fafaf9',
  '#f5f4f2',
  '#e9e7e4',
  '#dcd9d6',
  '#bfb9b3',
  '#a8a29e',
  '#78716c',
  '#57534e',
  '#44403c',
  '#1c1917',
] as const;
export const dark = [
  '#e7e5e4',
  '#c9c5c1',
  '#a8a29e',
  '#8f8983',
  '#3a3632',
  '#2c2926',
  '#1c1a18',
  '#121110',
  '#0d0c0b',
  '#080707',
] as const;

/**
 * Plain tokens by scheme; `--mantine-color-body` is the background of cards and dialogs, `--app-canvas` is below them.
 */
export const tokens = {
  light: {
    '--app-canvas': '#f8f7f6',
    '--app-surface': '#ffffff',
    '--app-hover': '#f5f4f2',
    '--app-skeleton': '#eeece9',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-text': '#1c1917',
    '--mantine-color-dimmed': '#57534e',
    '--mantine-color-placeholder': '#78716c',
    '--mantine-color-error': '#b91c1c',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': '#f5f4f2',
    '--mantine-color-default-color': '#1c1917',
    '--mantine-color-default-border': '#dcd9d6',
    '--mantine-color-anchor': 'var(--mantine-primary-color-text)',
  },
  dark: {
    '--app-canvas': '#121110',
    '--app-surface': '#1c1a18',
    '--app-hover': '#262320',
    '--app-skeleton': '#2a2724',
    '--mantine-color-body': '#1c1a18',
    '--mantine-color-text': '#e7e5e4',
    '--mantine-color-dimmed': '#a8a29e',
    '--mantine-color-placeholder': '#8f8983',
    '--mantine-color-error': '#fca5a5',
    '--mantine-color-default': '#1c1a18',
    '--mantine-color-default-hover': '#262320',
    '--mantine-color-default-color': '#e7e5e4',
    '--mantine-color-default-border': '#3a3632',
    '--mantine-color-anchor': 'var(--mantine-primary-color-text)',
  },
} as const;

/** Text and tint of states; text is always shown on its tint. */
export const statusTokens = {
  ok: { light: { text: '#166534', tint: '#dcfce7' }, dark: { text: '#86efac', tint: '#15301f' } },
  info: { light: { text: '#1e40af', tint: '#dbeafe' }, dark: { text: '#93c5fd', tint: '#172a46' } },
  warn: { light: { text: '#92400e', tint: '#fef3c7' }, dark: { text: '#fcd34d', tint: '#3a2a0b' } },
  bad: { light: { text: '#991b1b', tint: '#fee2e2' }, dark: { text: '#fca5a5', tint: '#3b1717' } },
  mute: { light: { text: '#57534e', tint: '#f0eeec' }, dark: { text: '#c9c5c1', tint: '#2c2926' } },
} as const;

export type Tone = keyof typeof statusTokens;

/** Returns the colors of a ramp for text and tints in both schemes. */
export function tones(name: ThemeColor) {
  const ramp = ramps[name];
  return {
    filled: ramp[7],
    light: { text: ramp[7], tint: ramp[0], tintHover: ramp[1], textOnTint: ramp[8] },
    dark: {
      text: ramp[3],
      tint: blend(ramp[4], tokens.dark['--app-surface'], 0.16),
      tintHover: blend(ramp[4], tokens.dark['--app-surface'], 0.24),
      textOnTint: ramp[3],
    },
  };
}

/** Blends `share` of the upper color over the lower one, as '#rrggbb'. */
export function blend(upper: string, lower: string, share: number): string {
  const [a, b] = [channels(upper), channels(lower)];
  const mixed = a.map((value, i) => Math.round(value * share + (b[i] ?? 0) * (1 - share)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the WCAG contrast of two colors, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
