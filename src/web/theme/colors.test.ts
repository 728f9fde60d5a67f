import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  blend,
  contrast,
  dark,
  gray,
  ramps,
  statusTokens,
  type ThemeColor,
  themeColors,
  tokens,
  tones,
} from './colors.ts';

const readable = 4.5;
const surfaces = {
  light: [tokens.light['--app-surface'], tokens.light['--app-canvas'], tokens.light['--app-hover']],
  dark: [tokens.dark['--app-surface'], tokens.dark['--app-canvas'], tokens.dark['--app-hover']],
};

test('calculates contrast as WCAG defines it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#c2410c', '#ffffff')).toBeCloseTo(5.18, 2);
  expect(blend('#ffffff', '#000000', 0.5)).toBe('#808080');
});

test('offers orange first', () => {
  expect(themeColors[0]).toBe('orange');
});

describe.each(Object.keys(ramps) as ThemeColor[])('%s', (name) => {
  const tone = tones(name);
  test('has enough contrast to white text on buttons', () => {
    expect(contrast(tone.filled, '#ffffff')).toBeGreaterThanOrEqual(readable);
  });
  test.each(['light', 'dark'] as const)('is readable as text and on its tints, %s', (scheme) => {
    const { text, tint, tintHover, textOnTint } = tone[scheme];
    for (const surface of surfaces[scheme]) expect(contrast(text, surface)).toBeGreaterThanOrEqual(readable);
    expect(contrast(textOnTint, tint)).toBeGreaterThanOrEqual(readable);
    expect(contrast(textOnTint, tintHover)).toBeGreaterThanOrEqual(readable);
  });
});

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  const of = tokens[scheme];
  test.each(['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-error'] as const)(
    'makes %s readable',
    (name) => {
      for (const surface of surfaces[scheme])
        expect(contrast(of[name], surface)).toBeGreaterThanOrEqual(readable);
    },
  );
  test('makes placeholders readable in fields', () => {
    expect(contrast(of['--mantine-color-placeholder'], of['--app-surface'])).toBeGreaterThanOrEqual(readable);
  });
  test('makes field borders visible on every background', () => {
    const rules = readFileSync(new URL('base.css', import.meta.url), 'utf8').split('}');
    const rule = rules.find(
      (one) => one.includes('--input-bd') && one.includes('"dark"') === (scheme === 'dark'),
    );
    const [, ramp, shade] = /--input-bd: var\(--mantine-color-(gray|dark)-(\d)\)/.exec(rule ?? '') ?? [];
    const edge = (ramp === 'gray' ? gray : dark)[Number(shade)] ?? '';
    for (const surface of surfaces[scheme]) expect(contrast(edge, surface)).toBeGreaterThanOrEqual(3);
  });
  test.each(Object.entries(statusTokens))('makes state %s readable on its tint', (_, pair) => {
    expect(contrast(pair[scheme].text, pair[scheme].tint)).toBeGreaterThanOrEqual(readable);
  });
});
