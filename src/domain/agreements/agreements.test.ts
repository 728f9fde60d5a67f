import { describe, expect, test } from 'vitest';
import { agreementTokens, sectionOfToken } from '../text/placeholders.ts';
import { normalizeStrokes, signingProblems } from './agreements.ts';

describe('drawn signature', () => {
  test('is clipped to its box and stored in thousandths', () => {
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

  test('is empty if it has nothing but dots', () => {
    expect(normalizeStrokes([[[0.5, 0.5]], []])).toEqual([]);
    expect(normalizeStrokes([])).toEqual([]);
  });

  test('is rejected if empty or oversized, and requires a name', () => {
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

test('places each known token where its fact is filled in, and leaves unknown tokens in the text', () => {
  for (const name of Object.keys(agreementTokens)) expect([name, sectionOfToken(name)]).not.toContain('text');
  expect(sectionOfToken('POOL_NAME')).toBe('text');
});
