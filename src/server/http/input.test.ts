import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { AppError } from '#wire/errors.ts';
import { write } from '#wire/route.ts';
import { parseInput } from './input.ts';

const route = write('POST /kit/input', {
  access: 'public',
  summary: 'A route of this test.',
  input: z.strictObject({ lines: z.optional(z.array(z.string())) }),
  output: z.null(),
});

test.each([
  ['unknown fields', Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`a${n}`, 1]))],
  ['invalid lines', { lines: Array.from({ length: 5_000 }, () => 1) }],
])('of thousands of %s the answer names a hundred', (_what, input) => {
  let refused: unknown;
  try {
    parseInput(route, input);
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(AppError);
  expect(Object.keys((refused as AppError).details ?? {})).toHaveLength(100);
});
