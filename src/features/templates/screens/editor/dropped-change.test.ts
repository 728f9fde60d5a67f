import { expect, test } from 'vitest';
import { sortByPosition } from '#domain/base/ordered.ts';
import { commentsOf, itemsOf, type TemplateContent } from '#domain/templates/template.ts';
import { applyTemplateOps, type TemplateOp } from '#domain/templates/template-ops.ts';
import { seededRandom } from '#testing/seeded-random.ts';
import { randomCases } from '#testing/thorough.ts';
import { droppedChange, intoId } from './dropped-change.ts';

const empty: TemplateContent = {
  name: 'Barn',
  description: '',
  report_title: '',
  ratings: [],
  header_text: null,
  disclaimer: null,
  sections: [],
};

/** Sections Roof and Walls; Roof has three items, of which Tiles has deficiencies and an information in turn. */
const content = ['Roof', 'Walls'].reduce((all, name, n) => {
  const items = (n === 0 ? ['Tiles', 'Gutters', 'Ridge'] : ['Brick']).map((item) => ({
    id: item,
    section_id: name,
    name: item,
    comments:
      item === 'Tiles'
        ? (['d1', 'i1', 'd2', 'd3'] as const).map((id) => ({
            id,
            item_id: item,
            kind: id.startsWith('d') ? (3 as const) : (1 as const),
            name: id,
          }))
        : [],
  }));
  const op: TemplateOp = {
    op_id: name,
    type: 'add_section',
    section: { id: name, name, items },
    after_id: n ? 'Roof' : null,
  };
  return applyTemplateOps(all, [op]).content;
}, empty);

const after = (drop: Parameters<typeof droppedChange>[1], of = content) => {
  const change = droppedChange(of, drop);
  return change ? applyTemplateOps(of, [{ ...change, op_id: 'drop' } as TemplateOp]) : null;
};
const items = (of: TemplateContent, section: string) =>
  sortByPosition(of.sections.find(({ id }) => id === section)?.items ?? []).map(({ id }) => id);

test('changes nothing without a valid target', () => {
  const drop = { id: 'Ridge', index: 2, isMoved: false };
  expect(after({ ...drop, onto: 'Ridge' })).toBeNull();
  // Onto its own section, onto a part that does not take it, and onto one that no longer exists.
  expect(after({ ...drop, onto: intoId('Roof') })).toBeNull();
  expect(after({ ...drop, onto: intoId('Brick') })).toBeNull();
  expect(after({ ...drop, onto: intoId('gone') })).toBeNull();
  expect(after({ id: 'gone', onto: 'Ridge', index: 0, isMoved: false })).toBeNull();
});

test('puts an item that is dropped on a collapsed section at its end', () => {
  const moved = after({ id: 'Ridge', onto: intoId('Walls'), index: 2, isMoved: false })?.content ?? empty;
  expect([items(moved, 'Roof'), items(moved, 'Walls')]).toEqual([
    ['Tiles', 'Gutters'],
    ['Brick', 'Ridge'],
  ]);
});

test('reckons the place of a comment among all, although only those of its kind are shown', () => {
  const moved = after({ id: 'd3', onto: 'd2', index: 1, isMoved: true })?.content ?? empty;
  const ids = (kind?: number) =>
    sortByPosition(commentsOf(moved).filter((comment) => !kind || comment.kind === kind)).map(({ id }) => id);
  expect(ids(3)).toEqual(['d1', 'd3', 'd2']);
  expect(ids()).toHaveLength(4);
});

test('keeps every part once, whatever is dropped where', () => {
  const random = seededRandom(9);
  const all = [
    ...content.sections.map(({ id }) => id),
    ...itemsOf(content).map(({ id }) => id),
    ...commentsOf(content).map(({ id }) => id),
  ];
  const pick = () => all[Math.floor(random() * all.length)] ?? '';
  const partsOf = (of: TemplateContent) =>
    [...of.sections, ...itemsOf(of), ...commentsOf(of)].map(({ id }) => id).sort();
  let current = content;
  for (let n = 0; n < randomCases(2000); n += 1) {
    const onto = random() < 0.5 ? pick() : intoId(pick());
    const done = after(
      { id: pick(), onto, index: Math.floor(random() * 5), isMoved: random() < 0.7 },
      current,
    );
    if (done) expect(done.results[0]?.refused).toBeNull();
    current = done?.content ?? current;
    expect(partsOf(current)).toEqual([...all].sort());
  }
});
