import { describe, expect, test } from 'vitest';
import { agreementTokens, sectionOfToken } from '../text/placeholders.ts';
import { normalizeStrokes, signingProblems } from './agreements.ts';

describe('a drawn signature', () => {
  test('is kept inside its box, in thousandths', () => {
    expect(
      normalizeStrokes([
        [
          [-1, 0.12345],
          [2, 0.5],
        ],
        [],
      ]),
    ).toEqual([
      [
        [0, 0.123],
        [1, 0.5],
      ],
    ]);
  });

  test('of nothing but dots is none', () => {
    expect(normalizeStrokes([[[0.5, 0.5]], []])).toEqual([]);
    expect(normalizeStrokes([])).toEqual([]);
  });

  test('is refused empty and endless, and needs the name as well', () => {
    const signing = { signer_name: 'Ann Doe', consent: true, has_read: true };
    const line = Array.from({ length: 5_001 }, (_, i): [number, number] => [i / 5_001, 0.5]);
    expect(signingProblems({ ...signing, strokes: [] })).toHaveProperty('strokes');
    expect(signingProblems({ ...signing, strokes: [line] })).toEqual({
      strokes: 'This signature has too many strokes. Clear it and try again.',
    });
    expect(signingProblems({ ...signing, strokes: [line.slice(0, 9)] })).toEqual({});
    expect(signingProblems({ ...signing, signer_name: '', strokes: [line.slice(0, 9)] })).toEqual({
      signer_name: 'Enter your full name',
    });
  });
});

test('every token has a place where its fact is completed, an unknown one is in the text', () => {
  for (const name of Object.keys(agreementTokens)) expect([name, sectionOfToken(name)]).not.toContain('text');
  expect(sectionOfToken('POOL_NAME')).toBe('text');
});
