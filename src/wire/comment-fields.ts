import { z } from 'zod/mini';
import { amount, asLine, text } from './fields.ts';

/** Fields that the comments of reports and of templates have in common. */

/** Rich text as the editor's document tree. */
export const richTextTree = z.nullable(z.unknown());

/** 1 information, 2 limitation, 3 deficiency. */
export const kind = z.union([z.literal(1), z.literal(2), z.literal(3)]);

export const answerType = z.enum([
  'text',
  'choice',
  'multi',
  'number',
  'range',
  'date',
  'temperature',
  'yes_no',
]);

export const partName = text('Name is required', 200);

/** Short lines: options, locations or tags. */
export const lines = (most: number) =>
  z.array(z.string().check(asLine, z.maxLength(80, 'At most 80 characters'))).check(z.maxLength(most));

export const cost = z.nullable(amount.check(z.gte(0, 'Cost can’t be negative')));
export const category = z.nullable(z.number().check(z.int(), z.gte(1), z.lte(99)));
export const recommendation = z.string().check(asLine, z.maxLength(120));
