import { expect, test } from 'vitest';
import { fromPlainText } from '#domain/text/rich-text.ts';
import { matchingSection } from './search-outline.ts';

const comment = (name: string, text = '') =>
  ({ id: name, name, default_text: text ? fromPlainText(text) : null }) as never;
const item = (name: string, ...comments: never[]) => ({ id: name, name, comments }) as never;
const roof = {
  id: 's',
  name: 'Roof',
  items: [
    item('Coverings', comment('Age', 'About ten years'), comment('Moss')),
    item('Flashing', comment('Rust', 'The flashing is rusted')),
    item('Skylights'),
  ],
} as never;

const outline = (wanted: string) =>
  matchingSection(roof, wanted).items.map((one) => [one.name, one.comments.map((each) => each.name)]);

test('shows everything without a search', () => {
  expect(outline('')).toHaveLength(3);
});

test('finds comments by name and text, and keeps only these', () => {
  expect(outline('moss')).toEqual([['Coverings', ['Moss']]]);
  expect(outline('ten years')).toEqual([['Coverings', ['Age']]]);
});

test('keeps all comments of an item or section that matches itself', () => {
  expect(outline('flash')).toEqual([['Flashing', ['Rust']]]);
  expect(outline('skylights')).toEqual([['Skylights', []]]);
  expect(outline('roof')).toHaveLength(3);
  expect(outline('boiler')).toEqual([]);
});
