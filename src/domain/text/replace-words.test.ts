import { describe, expect, test } from 'vitest';
import { replaceInRichText, replaceInText } from './replace-words.ts';
import { fromPlainText, type RichText, toPlainText } from './rich-text.ts';

const wanted = (find: string, replace_with: string, more: object = {}) => ({
  find,
  replace_with,
  match_case: false,
  whole_words: false,
  ...more,
});

describe('in a text', () => {
  test.each([
    ['GFCI missing, gfci old', wanted('gfci', 'GFCI outlet'), 'GFCI outlet missing, GFCI outlet old'],
    ['GFCI missing, gfci old', wanted('gfci', 'x', { match_case: true }), 'GFCI missing, x old'],
    ['a tile, tiles, subtile', wanted('tile', 'slate', { whole_words: true }), 'a slate, tiles, subtile'],
    ['Dächer und Dach', wanted('dach', 'Roof', { whole_words: true }), 'Dächer und Roof'],
    ['cost (approx.) $5', wanted('(approx.)', '$&'), 'cost $& $5'],
    ['aaa', wanted('aa', 'b'), 'ba'],
    ['no hit', wanted('zzz', 'y'), 'no hit'],
    ['a GFCI-outlet (20/30) [x] {y} ^z|', wanted('GFCI-outlet (20/30) [x] {y} ^z|', 'b'), 'a b'],
    ['crack 🏠 crack', wanted('🏠', 'house'), 'crack house crack'],
  ])('%j', (text, replacement, result) => {
    expect(replaceInText(text, replacement)).toBe(result);
  });
});

describe('in rich text', () => {
  const bold = (text: string) => ({ type: 'text' as const, text, marks: [{ type: 'bold' as const }] });
  const plain = (text: string) => ({ type: 'text' as const, text });
  const paragraph = (...content: ReturnType<typeof bold | typeof plain>[]): RichText => ({
    type: 'doc',
    content: [{ type: 'paragraph', content }],
  });

  test('finds what is partly bold, and keeps the look of its first letter', () => {
    const tree = paragraph(plain('The GF'), bold('CI is old'), plain('.'));
    expect(replaceInRichText(tree, wanted('gfci', 'breaker'))).toEqual(
      paragraph(plain('The '), plain('breaker'), bold(' is old'), plain('.')),
    );
  });

  test('replaces in lists, removes words, and leaves a tree without a hit as it is', () => {
    const tree: RichText = {
      type: 'doc',
      content: [
        { type: 'bulletList', content: [{ type: 'listItem', content: fromPlainText('old roof').content }] },
      ],
    };
    expect(toPlainText(replaceInRichText(tree, wanted('old ', '')))).toBe('- roof');
    expect(replaceInRichText(tree, wanted('new', 'x'))).toBe(tree);
  });
});
