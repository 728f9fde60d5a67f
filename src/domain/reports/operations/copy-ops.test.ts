import { describe, expect, test } from 'vitest';
import { makeComment, makeReportContent } from '../report-content-fixture.ts';
import type { ReportContent, ReportSection } from '../reports.ts';
import { goneMessage } from './content-parts.ts';
import { type CopyExtent, copiedPhotos, newIdsFor, proposedCopy } from './copy-ops.ts';
import { applyOps, type ReportOp } from './report-ops.ts';

const roofOf = (content: ReportContent, id = 'roof') =>
  content.sections.find((section) => section.id === id) as ReportSection;
const counting = () => {
  let n = 0;
  return () => `new-${++n}`;
};

function copied(extent: CopyExtent, content = makeReportContent()) {
  const ids = newIdsFor([roofOf(content)], counting());
  const op: ReportOp = {
    op_id: 'copy',
    type: 'copy_section',
    section_id: 'roof',
    name: 'Roof 2',
    extent,
    after_id: 'roof',
    ids,
  };
  const applied = applyOps(content, [op]);
  return { ...applied, ids, op, copy: roofOf(applied.content, ids.roof) };
}

describe('a copied section', () => {
  test('comes after its original, with a new id for every part and its own name', () => {
    const { content, copy } = copied('photos');
    const names = [...content.sections].sort((a, b) => a.position - b.position).map(({ name }) => name);
    expect(names).toEqual(['details', 'roof', 'Roof 2', 'secret']);
    const ids = [
      copy.id,
      ...copy.items.flatMap((i) => [i.id, ...i.comments.map((c) => c.id), ...i.media.map((m) => m.id)]),
    ];
    expect(ids.every((id) => id.startsWith('new-'))).toBe(true);
    expect(new Set(ids).size).toBe(10);
    expect(copy.items.every((item) => item.section_id === copy.id)).toBe(true);
    const covering = copy.items.find(({ name }) => name === 'covering');
    expect(covering?.media.map(({ comment_id }) => comment_id)).toEqual([
      covering?.comments.find(({ name }) => name === 'worn')?.id,
      null,
      covering?.comments.find(({ name }) => name === 'left-out')?.id,
    ]);
  });

  test('takes along what was chosen', () => {
    const facts = (extent: CopyExtent) =>
      copied(extent).copy.items.map(({ rating, comments, media }) => [
        rating,
        comments.filter(({ included }) => included).length,
        media.length,
      ]);
    expect(facts('structure')).toEqual([
      [null, 0, 0],
      [null, 0, 0],
    ]);
    expect(facts('answers')).toEqual([
      ['D', 2, 0],
      [null, 1, 0],
    ]);
    expect(facts('photos')).toEqual([
      ['D', 2, 3],
      [null, 1, 0],
    ]);
  });

  test('as structure only returns the comments of the template to the library, unanswered', () => {
    const content = makeReportContent();
    const item = roofOf(content).items[0];
    item?.comments.push(
      makeComment('library', 'flashing', { template_comment_id: 't', locations: ['Rear'] }),
      makeComment('asked', 'flashing', { template_comment_id: 'q', kind: 1, answer: 'Slate' }),
    );
    const { copy } = copied('structure', content);
    const made = copy.items.flatMap(({ comments }) => comments);
    expect(made.map(({ name, included, answer, locations }) => [name, included, answer, locations])).toEqual([
      ['library', false, null, []],
      ['asked', true, null, []],
    ]);
  });

  test('changes nothing when the operation is repeated', () => {
    const { content, op } = copied('photos');
    expect(applyOps(content, [op])).toEqual({ content, results: [{ op_id: 'copy', refused: null }] });
  });

  test('leaves out what was added to the original in the meantime, and videos', () => {
    const content = makeReportContent();
    const ids = newIdsFor([roofOf(content)], counting());
    const added = { id: 'late', item_id: 'flashing', kind: 3 as const, name: 'Late' };
    const film = roofOf(content).items.flatMap(({ media }) => media)[0];
    if (film) film.kind = 'video';
    const { content: next } = applyOps(content, [
      { op_id: '1', type: 'add_comment', comment: added },
      {
        op_id: '2',
        type: 'copy_section',
        section_id: 'roof',
        name: 'B',
        extent: 'photos',
        after_id: null,
        ids,
      },
    ]);
    const copy = roofOf(next, ids.roof);
    expect(copy.items.flatMap(({ comments }) => comments.map(({ name }) => name))).not.toContain('Late');
    expect(copy.items.flatMap(({ media }) => media)).toHaveLength(2);
    expect(copiedPhotos(content, next, ids)).toHaveLength(2);
  });

  test('is refused if its original is gone', () => {
    const { op } = copied('structure');
    const removed: ReportOp = { op_id: 'remove', type: 'remove_section', section_id: 'roof' };
    const { results } = applyOps(makeReportContent(), [removed, op]);
    expect(results[1]?.refused).toBe(goneMessage);
  });
});

test('a copied item stays in its section', () => {
  const content = makeReportContent();
  const item = roofOf(content).items.find(({ id }) => id === 'covering');
  if (!item) throw new Error('no item');
  const ids = newIdsFor([item], counting());
  const { content: next } = applyOps(content, [
    {
      op_id: '1',
      type: 'copy_item',
      item_id: 'covering',
      name: 'covering 2',
      extent: 'answers',
      after_id: 'covering',
      ids,
    },
  ]);
  const names = [...roofOf(next).items].sort((a, b) => a.position - b.position).map(({ name }) => name);
  expect(names).toEqual(['covering', 'covering 2', 'flashing']);
});

test.each([
  ['Bathroom', ['Bathroom', 'Kitchen'], 'Bathroom 2', '0'],
  ['Bathroom', ['Bathroom', 'Bathroom 2', 'Kitchen'], 'Bathroom 3', '1'],
  ['Bathroom 2', ['Kitchen', 'Bathroom 2'], 'Bathroom 3', '1'],
  ['Bedroom 1', ['Bedroom 1', 'Bedroom 2', 'Bedroom 7'], 'Bedroom 8', '2'],
  ['Room 2000 sq', ['Room 2000 sq'], 'Room 2000 sq 2', '0'],
])('proposes the next number: %s among %j', (name, all, next, after_id) => {
  const siblings = all.map((one, i) => ({ id: `${i}`, name: one, position: i }));
  const original = siblings.find((one) => one.name === name);
  expect(original && proposedCopy(original, siblings)).toEqual({ name: next, after_id });
});
