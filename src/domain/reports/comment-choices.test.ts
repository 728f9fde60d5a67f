import { describe, expect, test } from 'vitest';
import { fromPlainText } from '../text/rich-text.ts';
import { choicesFor, type LibraryFacts, type OtherComment, quickChoices } from './comment-choices.ts';
import { findInReport } from './find-in-report.ts';
import { findItem, makeComment, makeReportContent } from './report-content-fixture.ts';
import type { ReportItem } from './reports.ts';
import { searchChoices } from './search-choices.ts';

const library = (id: string, item: string, name: string, more = {}) =>
  makeComment(id, item, { name, template_comment_id: `t-${id}`, included: false, text: null, ...more });

/** A report whose item `flashing` has a library, and another item with other comments. */
function world(facts: Partial<LibraryFacts> = {}) {
  const content = makeReportContent();
  const flashing = findItem(content, 'flashing') as ReportItem;
  const covering = findItem(content, 'covering') as ReportItem;
  flashing.comments.push(
    library('loose', 'flashing', 'Flashing loose'),
    library('sealed', 'flashing', 'Not sealed', { text: fromPlainText('The flashing has no sealant.') }),
    library('must', 'flashing', 'Photo of the ridge', { is_required: true }),
    library('asked', 'flashing', 'Which kind?', { kind: 1 }),
  );
  covering.comments.push(
    library('moss', 'covering', 'Moss on the covering'),
    library('twin', 'covering', 'Flashing loose'),
  );
  const all = choicesFor(content, flashing, { favorites: new Set(), uses: new Map(), others: [], ...facts });
  return { content, all };
}

const names = (choices: readonly { comment: { name: string } }[]) =>
  choices.map(({ comment }) => comment.name);
const other = (id: string, name: string, item: string): OtherComment => ({
  ...makeComment(id, '', { name }),
  item,
  section: 'Chimney',
});

describe('the comments offered for an item', () => {
  test('are those of the item, then those of other items, each name once and no questions', () => {
    const { all } = world();
    expect(names(all)).toEqual([
      'Flashing loose',
      'Not sealed',
      'Photo of the ridge',
      'Moss on the covering',
    ]);
    expect(all.map(({ isHere }) => isHere)).toEqual([true, true, true, false]);
  });

  test('include a comment that is in the report, and copy one from elsewhere with its link to the library', () => {
    const { all } = world();
    expect(all[0]?.add).toEqual({ include: 'loose' });
    expect(all[3]?.add).toMatchObject({
      fields: { name: 'Moss on the covering', template_comment_id: 't-moss' },
    });
  });

  test('have those of other templates, nearest if their item has the same name', () => {
    const { all } = world({
      others: [other('o1', 'Counterflashing missing', 'Flashing'), other('o2', 'Cracked crown', 'Crown')],
    });
    expect(all.slice(-2).map(({ isHere, where }) => [isHere, where])).toEqual([
      [true, 'Chimney › Flashing'],
      [false, 'Chimney › Crown'],
    ]);
  });

  test('do not offer again what the item has already', () => {
    const { all } = world({ others: [other('o3', 'rust', 'Flashing')] });
    expect(names(all)).not.toContain('rust');
  });
});

test('the quick ones are what is required, then the favorites, then the most used of this item', () => {
  const uses = new Map([
    ['t-loose', 4],
    ['t-moss', 90],
  ]);
  const { all } = world({ favorites: new Set(['t-sealed']), uses });
  expect(names(quickChoices(all, 6))).toEqual(['Photo of the ridge', 'Not sealed', 'Flashing loose']);
  expect(quickChoices(all, 2)).toHaveLength(2);
});

describe('searching while typing', () => {
  test('finds by the start of every word, in the name before the text', () => {
    expect(names(searchChoices(world().all, 'flash', 10))).toEqual(['Flashing loose', 'Not sealed']);
    expect(names(searchChoices(world().all, 'loose FLASH', 10))).toEqual(['Flashing loose']);
    expect(searchChoices(world().all, 'oose', 10)).toEqual([]);
  });

  test('finds what is in this item before what is elsewhere', () => {
    const others = [other('o1', 'Flashing at the chimney', 'Crown')];
    const found = searchChoices(world({ others }).all, 'flashing', 10);
    expect(names(found)).toEqual(['Flashing loose', 'Not sealed', 'Flashing at the chimney']);
  });

  test('shows the comments of the item without a search', () => {
    expect(names(searchChoices(world().all, ' ', 10))).toEqual([
      'Photo of the ridge',
      'Flashing loose',
      'Not sealed',
    ]);
  });
});

test('a search of the report finds sections, items, questions and included comments with their place', () => {
  const { content } = world();
  const found = findInReport(content, 'flash', 10).map(({ name, where }) => [name, where]);
  expect(found).toEqual([['flashing', 'roof']]);
  expect(findInReport(content, 'which', 10).map(({ comment_id }) => comment_id)).toEqual(['asked']);
  expect(findInReport(content, 'moss', 10)).toEqual([]);
  expect(findInReport(content, '', 10)).toEqual([]);
});
