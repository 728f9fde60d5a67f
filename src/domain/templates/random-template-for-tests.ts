import { seededRandom } from '#testing/seeded-random.ts';
import { asCents } from '../base/money.ts';
import { type AnswerType, answerTypes, type CommentKind } from '../reports/reports.ts';
import { cleanLine } from '../text/clean.ts';
import { isEmptyRichText, type RichText, sanitizeRichText } from '../text/rich-text.ts';
import type { TemplateComment, TemplateContent } from './template.ts';

const words =
  'Roof|Dächer|=SUM(A1)|a, b; c | d|"quoted"|-5 °C|{{CLIENT_NAME}}|<p>not html</p>|&amp; & <|10 %|🏠|+1|@x|O\'Neil|\'';
const spaces = [' ', '  ', '\u00a0', '\t', '\n', ' \u00a0 '];

/** A template of the given seed with hostile texts, names and numbers. Its ids are its positions. */
export function randomTemplate(seed: number): TemplateContent {
  const random = seededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const oneOf = <T>(list: readonly T[]) => list[upTo(list.length - 1)] as T;
  const line = () => cleanLine([oneOf(words.split('|')), oneOf(words.split('|'))].join(oneOf(spaces))) || 'x';
  const many = <T>(most: number, make: (n: number) => T) =>
    Array.from({ length: upTo(most) }, (_, n) => make(n));
  const inline = (): object => {
    const text = oneOf(words.split('|')) + oneOf([...spaces, '']) + oneOf(words.split('|'));
    const marks = oneOf([
      [],
      [{ type: 'bold' }],
      [{ type: 'italic' }],
      [{ type: 'link', attrs: { href: 'https://a.example/?b=1&c' } }],
    ]);
    return oneOf([{ type: 'text', text, marks }, { type: 'text', text }, { type: 'hardBreak' }]);
  };
  const block = (depth: number): object => {
    const kind = oneOf([
      'paragraph',
      'paragraph',
      'paragraph',
      'heading',
      depth < 3 ? 'bulletList' : 'paragraph',
      'orderedList',
    ]);
    if (kind === 'heading') return { type: kind, attrs: { level: 1 + upTo(2) }, content: many(3, inline) };
    if (kind === 'paragraph' || depth >= 3) return { type: 'paragraph', content: many(4, inline) };
    return {
      type: kind,
      content: many(3, () => ({ type: 'listItem', content: many(2, () => block(depth + 1)) })),
    };
  };
  const text = (): RichText | null => {
    const tree = sanitizeRichText({ type: 'doc', content: many(3, () => block(0)) });
    return isEmptyRichText(tree) ? null : tree;
  };
  const cost = (least: number) => (random() < 0.5 ? null : asCents(least + upTo(99_999)));
  const comment = (id: string, item_id: string, position: number): TemplateComment => ({
    ...{ id, item_id, kind: (1 + upTo(2)) as CommentKind, name: line(), position },
    answer_type: oneOf<AnswerType>(answerTypes),
    options: many(3, line),
    default_text: text(),
    default_location: oneOf(['', line()]),
    category: oneOf([null, 1, 2, 3, 17]),
    recommendation: oneOf(['', line()]),
    tags: many(2, line),
    min_cost_cents: cost(0),
    max_cost_cents: cost(100_000),
    is_default: random() < 0.5,
    is_required: random() < 0.5,
  });
  return {
    ...{ name: line(), description: line(), report_title: line(), header_text: text(), disclaimer: text() },
    ratings: many(3, (n) => ({ key: `K${n}`, label: line() })),
    sections: many(4, (s) => ({
      ...{ id: `${s}`, name: line(), standards_text: text(), position: s },
      ...{ is_repeatable: random() < 0.5, hidden: random() < 0.5 },
      items: many(3, (i) => ({
        ...{ id: `${s}.${i}`, section_id: `${s}`, name: line(), show_ratings: random() < 0.5, position: i },
        comments: many(4, (c) => comment(`${s}.${i}.${c}`, `${s}.${i}`, c)),
      })),
    })),
  };
}

/** The same without ids and positions, which every reading replaces: lists are in order. */
export function withoutIds(content: TemplateContent | null): unknown {
  return JSON.parse(
    JSON.stringify(content, (key, value: unknown) =>
      ['id', 'item_id', 'section_id', 'position'].includes(key) ? undefined : value,
    ),
  );
}
