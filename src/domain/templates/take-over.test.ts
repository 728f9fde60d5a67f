import { describe, expect, test } from 'vitest';
import { asCents } from '../base/money.ts';
import { applyOps, type ReportOp } from '../reports/operations/report-ops.ts';
import type { ReportContent } from '../reports/reports.ts';
import { fromPlainText } from '../text/rich-text.ts';
import { takeOver } from './take-over.ts';
import { reportComment, takenHead } from './take-over-fields.ts';
import { commentsOf, type TemplateContent } from './template.ts';
import { applyTemplateOps, type TemplateChange, type TemplateOp } from './template-ops.ts';

const empty: TemplateContent = {
  name: 'Residential',
  description: '',
  report_title: '',
  ratings: [],
  header_text: null,
  disclaimer: null,
  sections: [],
};

const change = (content: TemplateContent, ...changes: TemplateChange[]): TemplateContent =>
  applyTemplateOps(
    content,
    changes.map((made, i) => ({ ...made, op_id: `op${i}` }) as TemplateOp),
  ).content;

/** Roof with coverings (a question and two defects) and gutters (one defect). */
const base = change(empty, {
  type: 'add_section',
  after_id: null,
  section: {
    id: 'roof',
    name: 'Roof',
    items: [
      {
        id: 'covering',
        section_id: 'roof',
        name: 'Covering',
        comments: [
          {
            id: 'type',
            item_id: 'covering',
            kind: 1,
            name: 'Type',
            answer_type: 'choice',
            options: ['Tile', 'Metal'],
            is_default: true,
          },
          {
            id: 'cracked',
            item_id: 'covering',
            kind: 3,
            name: 'Cracked',
            default_text: fromPlainText('Tiles are cracked.'),
          },
          { id: 'moss', item_id: 'covering', kind: 3, name: 'Moss' },
        ],
      },
      {
        id: 'gutters',
        section_id: 'roof',
        name: 'Gutters',
        comments: [{ id: 'loose', item_id: 'gutters', kind: 3, name: 'Loose' }],
      },
    ],
  },
});

/** The report as stamping makes it: every id with an `r-` in front. */
function stamped(content: TemplateContent): ReportContent {
  return {
    ratings: [],
    sections: content.sections.map((section) => ({
      ...section,
      id: `r-${section.id}`,
      template_section_id: section.id,
      items: section.items.map((item) => ({
        ...item,
        id: `r-${item.id}`,
        template_item_id: item.id,
        section_id: `r-${section.id}`,
        rating: null,
        media: [],
        comments: item.comments.map((comment) => ({
          ...reportComment(comment, `r-${comment.id}`, `r-${item.id}`),
          included: comment.is_default,
          template_comment_id: comment.id,
          answer: null,
          position: comment.position,
        })),
      })),
    })) as ReportContent['sections'],
  };
}

const edit = (report: ReportContent, ...ops: object[]) =>
  applyOps(
    report,
    ops.map((op, i) => ({ ...op, op_id: `e${i}` }) as ReportOp),
  ).content;

function taken(now: TemplateContent, report = stamped(base)) {
  let n = 0;
  const plan = takeOver(base, now, report, () => {
    n += 1;
    return `new${n}`;
  });
  const applied = applyOps(
    report,
    plan.ops.map((op, i) => ({ ...op, op_id: `t${i}` }) as ReportOp),
  );
  expect(applied.results.filter((result) => result.refused)).toEqual([]);
  return { ...plan, content: applied.content };
}

const comment = (content: ReportContent, id: string) =>
  content.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .find((each) => each.id === id);

describe('taking over changes of a template', () => {
  test('changes nothing when the template did not', () => {
    expect(taken(base)).toMatchObject({ lines: [], ops: [] });
  });

  test('adds sections, items and comments where the template has them', () => {
    const now = change(
      base,
      {
        type: 'add_section',
        section: {
          id: 'walls',
          name: 'Walls',
          items: [
            {
              id: 'brick',
              section_id: 'walls',
              name: 'Brick',
              comments: [
                { id: 'spalled', item_id: 'brick', kind: 3, name: 'Spalled', min_cost_cents: asCents(100) },
              ],
            },
          ],
        },
        after_id: null,
      },
      { type: 'add_item', item: { id: 'ridge', section_id: 'roof', name: 'Ridge' }, after_id: 'covering' },
      {
        type: 'add_comment',
        comment: { id: 'slipped', item_id: 'covering', kind: 3, name: 'Slipped' },
        after_id: null,
      },
    );
    const { content, lines } = taken(now);
    expect(content.sections.map((section) => section.name)).toEqual(['Walls', 'Roof']);
    expect(content.sections[1]?.items.map((item) => item.name)).toEqual(['Covering', 'Ridge', 'Gutters']);
    expect(content.sections[0]?.items[0]?.comments[0]).toMatchObject({
      template_comment_id: 'spalled',
      included: false,
      min_cost_cents: 100,
    });
    expect(lines.map(({ how, path }) => `${how} ${path.join(' › ')}`)).toEqual([
      'added Walls',
      'added Walls › Brick',
      'added Walls › Brick › Spalled',
      'added Roof › Covering › Slipped',
      'added Roof › Ridge',
    ]);
    expect(content.sections[0]).toMatchObject({
      template_section_id: 'walls',
      items: [{ template_item_id: 'brick' }],
    });
    expect(content.sections[1]?.items[1]?.template_item_id).toBe('ridge');
  });

  test('takes a new text where the old one is unchanged, and keeps what the inspector wrote', () => {
    const now = change(
      base,
      {
        type: 'update_comment',
        comment_id: 'cracked',
        changes: { default_text: fromPlainText('Several tiles are cracked.'), tags: ['roof'] },
      },
      { type: 'update_section', section_id: 'roof', changes: { name: 'Roofing' } },
    );
    const own = fromPlainText('Two tiles at the chimney are cracked.');
    const report = edit(stamped(base), {
      type: 'update_comment',
      comment_id: 'r-cracked',
      changes: { text: own, included: true },
    });
    const { content, lines } = taken(now, report);
    expect(comment(content, 'r-cracked')).toMatchObject({ text: own, tags: ['roof'], included: true });
    expect(content.sections[0]?.name).toBe('Roofing');
    expect(lines.map(({ how }) => how)).toEqual(['changed', 'changed']);
    expect(comment(taken(now).content, 'r-cracked')?.text).toEqual(
      fromPlainText('Several tiles are cracked.'),
    );
  });

  test('removes what the template lost unless something was entered in it', () => {
    const now = change(
      base,
      { type: 'remove_comment', comment_id: 'moss' },
      { type: 'remove_item', item_id: 'gutters' },
    );
    const untouched = taken(now);
    expect(comment(untouched.content, 'r-moss')).toBeUndefined();
    expect(untouched.content.sections[0]?.items.map((item) => item.name)).toEqual(['Covering']);
    const report = edit(
      stamped(base),
      { type: 'update_comment', comment_id: 'r-moss', changes: { included: true } },
      { type: 'add_comment', comment: { id: 'own', item_id: 'r-gutters', kind: 3, name: 'Leaks' } },
    );
    const kept = taken(now, report);
    expect(comment(kept.content, 'r-moss')).toBeDefined();
    expect(comment(kept.content, 'own')).toBeDefined();
    expect(comment(kept.content, 'r-loose'), 'an untouched comment of a kept item').toBeUndefined();
    expect(kept.lines.map(({ how, path }) => `${how} ${path.at(-1)}`)).toEqual([
      'kept Moss',
      'kept Gutters',
      'removed Loose',
    ]);
  });

  test('does not bring back what the inspector removed', () => {
    const report = edit(
      stamped(base),
      { type: 'remove_item', item_id: 'r-gutters' },
      { type: 'remove_comment', comment_id: 'r-cracked' },
    );
    const now = change(
      base,
      { type: 'update_comment', comment_id: 'cracked', changes: { name: 'Broken' } },
      {
        type: 'add_comment',
        comment: { id: 'bent', item_id: 'gutters', kind: 3, name: 'Bent' },
        after_id: null,
      },
    );
    expect(taken(now, report)).toMatchObject({ lines: [], ops: [] });
  });

  test('keeps one section when a lost one that was written in comes back', () => {
    const written = edit(stamped(base), {
      type: 'add_item',
      item: { id: 'own', section_id: 'r-roof', name: 'Skylight' },
      after_id: null,
    });
    const lost = change(base, { type: 'remove_section', section_id: 'roof' });
    const kept = taken(lost, written).content;
    let n = 0;
    const back = takeOver(lost, base, kept, () => `back${n++}`);
    expect(back.ops.filter((op) => op.type === 'add_section')).toEqual([]);
    const again = edit(kept, ...back.ops);
    expect(again.sections.map((section) => section.name)).toEqual(['Roof']);
    expect(again.sections[0]?.items.map((item) => item.name).sort()).toEqual([
      'Covering',
      'Gutters',
      'Skylight',
    ]);
  });

  test('knows a part that moved within the template', () => {
    const other = change(
      base,
      {
        type: 'add_section',
        section: { id: 'walls', name: 'Walls', items: [] },
        after_id: 'roof',
      },
      { type: 'move_item', item_id: 'gutters', section_id: 'walls', after_id: null },
      { type: 'move_comment', comment_id: 'moss', item_id: 'gutters', after_id: null },
      { type: 'update_item', item_id: 'gutters', changes: { name: 'Rain gutters' } },
      { type: 'update_comment', comment_id: 'moss', changes: { name: 'Moss on tiles' } },
    );
    const { content } = taken(other);
    expect(comment(content, 'r-moss')?.name).toBe('Moss on tiles');
    expect(content.sections[0]?.items.map((item) => item.name)).toEqual(['Covering', 'Rain gutters']);
    const removed = edit(
      stamped(base),
      { type: 'remove_item', item_id: 'r-gutters' },
      { type: 'remove_comment', comment_id: 'r-moss' },
    );
    expect(taken(other, removed).lines.map(({ how, path }) => `${how} ${path.join(' › ')}`)).toEqual([
      'added Walls',
    ]);
  });

  test('keeps a lost section whose comment is elsewhere in the template now', () => {
    const two = change(base, {
      type: 'add_section',
      section: {
        id: 'walls',
        name: 'Walls',
        items: [{ id: 'brick', section_id: 'walls', name: 'Brick' }],
      },
      after_id: 'roof',
    });
    const now = change(
      two,
      { type: 'move_comment', comment_id: 'moss', item_id: 'brick', after_id: null },
      { type: 'remove_section', section_id: 'roof' },
    );
    expect(comment(taken(now).content, 'r-moss')).toBeDefined();
  });

  test('keeps a lost section with the item that is in another section of the template now, and says so once', () => {
    const two = change(base, {
      type: 'add_section',
      section: { id: 'walls', name: 'Walls', items: [] },
      after_id: 'roof',
    });
    const now = change(
      two,
      { type: 'move_item', item_id: 'gutters', section_id: 'walls', after_id: null },
      { type: 'remove_section', section_id: 'roof' },
    );
    const { content, lines } = taken(now);
    const roof = content.sections.find((section) => section.id === 'r-roof');
    expect(roof?.items.map((item) => item.id)).toEqual(['r-gutters']);
    expect(lines.filter(({ how }) => how === 'kept')).toMatchObject([{ what: 'section', path: ['Roof'] }]);
  });

  test.each([
    [
      'an own item',
      { type: 'add_item', item: { id: 'own', section_id: 'r-roof', name: 'Skylight' }, after_id: null },
    ],
    ['an item renamed', { type: 'update_item', item_id: 'r-gutters', changes: { name: 'Gutter' } }],
    ['ratings hidden', { type: 'update_item', item_id: 'r-gutters', changes: { show_ratings: false } }],
    ['the section renamed', { type: 'update_section', section_id: 'r-roof', changes: { name: 'Main roof' } }],
    ['the section hidden', { type: 'update_section', section_id: 'r-roof', changes: { hidden: true } }],
  ])('keeps a lost section with %s', (_, op) => {
    const now = change(base, { type: 'remove_section', section_id: 'roof' });
    expect(taken(now).content.sections).toEqual([]);
    const { content, lines } = taken(now, edit(stamped(base), op));
    expect(content.sections).toHaveLength(1);
    expect(lines[0]).toMatchObject({ what: 'section', how: 'kept' });
  });

  test('keeps a lost item that was renamed', () => {
    const now = change(base, { type: 'remove_item', item_id: 'gutters' });
    const renamed = edit(stamped(base), {
      type: 'update_item',
      item_id: 'r-gutters',
      changes: { name: 'Gutter' },
    });
    expect(taken(now, renamed).content.sections[0]?.items.map((item) => item.name)).toEqual([
      'Covering',
      'Gutter',
    ]);
  });

  test('a section taken over can still be copied', () => {
    const now = change(base, {
      type: 'add_section',
      section: { id: 'bath', name: 'Bathroom', is_repeatable: true, items: [] },
      after_id: null,
    });
    expect(taken(now).content.sections[0]).toMatchObject({ name: 'Bathroom', is_repeatable: true });
  });

  test('takes the report’s own fields where it has them as given, and keeps ratings in use', () => {
    const good = { key: 'G', label: 'Good' };
    const poor = { key: 'P', label: 'Poor' };
    const old = { ...base, ratings: [good, poor], disclaimer: fromPlainText('Old words') };
    const now = { ...base, ratings: [good], disclaimer: fromPlainText('New words') };
    const own = { ratings: old.ratings, header_text: null, disclaimer: fromPlainText('Own words') };
    const rated = { ...stamped(base), ratings: old.ratings };
    expect(takenHead(old, now, own, rated)).toEqual({ ratings: [good] });
    const poorly = edit(rated, { type: 'set_rating', item_id: 'r-gutters', rating: 'P' });
    expect(takenHead(old, now, own, poorly)).toEqual({ ratings: [good, poor] });
    const asGiven = { ...own, disclaimer: old.disclaimer };
    expect(takenHead(old, now, asGiven, rated)).toMatchObject({ disclaimer: now.disclaimer });
    expect(takenHead(now, now, { ...own, ratings: [good, poor] }, poorly)).toEqual({});
    const renamed = { ...now, ratings: [{ ...good, label: 'Fine' }] };
    expect(takenHead(now, renamed, own, poorly).ratings, 'with a rating kept before').toEqual([
      { key: 'G', label: 'Fine' },
      poor,
    ]);
  });

  test('taken over twice, the second time changes nothing', () => {
    const now = change(
      base,
      { type: 'update_comment', comment_id: 'cracked', changes: { name: 'Broken' } },
      { type: 'add_item', item: { id: 'ridge', section_id: 'roof', name: 'Ridge' }, after_id: null },
      { type: 'remove_comment', comment_id: 'moss' },
    );
    const first = taken(now);
    expect(takeOver(now, now, first.content, () => 'none').ops).toEqual([]);
    expect(commentsOf(now)).toHaveLength(3);
  });
});
