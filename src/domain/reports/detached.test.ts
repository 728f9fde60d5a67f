import { expect, test } from 'vitest';
import { deletedForGoodAt, withoutTemplate } from './detached.ts';

const untouched = { content_rev: 0, published_rev: null, first_published_at: null, attached_by_hand: false };
const at = '2030-03-01T10:00:00.000Z';

test.each([
  ['is_deleted', untouched],
  ['is_detached', { ...untouched, content_rev: 1 }],
  ['is_detached', { ...untouched, content_rev: 3, first_published_at: at }],
  ['stays', { ...untouched, content_rev: 3, published_rev: 3, first_published_at: at }],
  ['stays', { ...untouched, content_rev: 1, attached_by_hand: true }],
] as const)('without its template a report %s', (expected, report) => {
  expect(withoutTemplate(report)).toBe(expected);
});

test('a detached report is deleted after 30 days, one that clients have received never', () => {
  expect(deletedForGoodAt({ detached_at: at, first_published_at: null })).toBe('2030-03-31T10:00:00.000Z');
  expect(deletedForGoodAt({ detached_at: at, first_published_at: at })).toBeNull();
  expect(deletedForGoodAt({ detached_at: null, first_published_at: null })).toBeNull();
});
