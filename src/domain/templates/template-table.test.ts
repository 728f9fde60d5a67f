import { describe, expect, test } from 'vitest';
import { toPlainText } from '../text/rich-text.ts';
import { guardCell } from '../text/spreadsheet-guard.ts';
import { problemMessage } from './file-problems.ts';
import { randomTemplate, withoutIds } from './random-template-for-tests.ts';
import { guessTableMapping, tableMappingProblem } from './table-columns.ts';
import { unknownWords } from './table-words.ts';
import { commentsOf, type TemplateContent } from './template.ts';
import { readTemplateTable, writeTemplateTable } from './template-table.ts';

const ids = (() => {
  let made = 0;
  return () => `new-${++made}`;
})();
/** Reads rows below a header, as cells separated by `;`. */
function read(header: string, ...lines: string[]) {
  const headers = header.split(';');
  const rows = lines.map((line, i) => ({ row: i + 2, cells: line.split(';'), problem: null }));
  return readTemplateTable({ headers, rows }, guessTableMapping(headers), 'Imported', ids);
}
const outline = (content: TemplateContent | null) =>
  content?.sections.map((section) => [
    section.name,
    ...section.items.map((item) => [item.name, ...item.comments.map((comment) => comment.name)]),
  ]);

test('what is written is read as the same sections, items and comments', () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const content = randomTemplate(seed);
    const { header, rows } = writeTemplateTable(content);
    const cells = rows.map((row) => row.map(guardCell));
    const table = {
      headers: header,
      rows: cells.map((row, i) => ({ row: i + 2, cells: row, problem: null })),
    };
    const again = readTemplateTable(table, guessTableMapping(header), content.name, () => 'x');
    expect(again.problems).toEqual([]);
    // A table has no columns for the template itself, nor for what applies to a whole section or item.
    const plain = {
      ...content,
      ...{ description: '', report_title: '', header_text: null, disclaimer: null },
      ratings: again.content?.ratings ?? [],
      sections: content.sections.map((section) => ({
        ...{ ...section, is_repeatable: false, hidden: false },
        items: section.items.map((item) => ({ ...item, show_ratings: true })),
      })),
    };
    expect(withoutIds(again.content)).toEqual(withoutIds(plain));
  }
});

test('every cell of an export is safe in a spreadsheet', () => {
  const { rows } = writeTemplateTable(randomTemplate(7));
  const risky = rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(guardCell(cell)));
  expect(risky).toEqual([]);
});

describe('columns are recognized', () => {
  test.each([
    ['Section;Item;Comment;Text', 'section;item;comment;text'],
    ['Abschnitt;Punkt;Kommentar;Text;Art;Pflicht', 'section;item;comment;text;kind;required'],
    ['Rubrique;Poste;Commentaire;Texte;Coût min;Coût max', 'section;item;comment;text;min_cost;max_cost'],
    [
      'Section Name;Item Name;Comment Name;Comment Text;Comment Type (info, limit, defect);Multiple Choice Options (comma-separated);Unit Type Options (comma-separated);Order;Answer Type (boolean, checkbox, date, number, range, text);Default Value;Default Value 2 (for "range" types);Default Unit Type (for "number" and "range" types);Default Location',
      'section;item;comment;text;kind;options;;;answer_type;default_value;;;location',
    ],
    [
      'System;Component;Finding;Narrative;Priority;Contractor;Low estimate;High estimate',
      'section;item;comment;text;category;recommendation;min_cost;max_cost',
    ],
    ['Name;Name;Anything', 'comment;;'],
  ])('%s', (header, fields) => {
    const columns = header.split(';');
    const mapping = guessTableMapping(columns);
    expect(columns.map((column, i) => (columns.indexOf(column) === i ? mapping[column] : '')).join(';')).toBe(
      header.startsWith('Name;Name') ? ';;' : fields,
    );
  });

  test('a table needs section, item and comment, each from one column', () => {
    expect(tableMappingProblem({ a: 'section', b: 'item', c: 'comment' })).toBeNull();
    expect(tableMappingProblem({ a: 'section', b: 'item' })).toBe('Choose the column with the comment');
    expect(tableMappingProblem({ a: 'section', b: 'item', c: 'comment', d: 'item' })).toBe(
      'Two columns have the same field',
    );
    expect(tableMappingProblem({ a: 'toString' })).toBe('Unknown field');
  });
});

test('rows of one section and item belong together; a row without a comment begins a part', () => {
  const { content, problems } = read(
    'Section;Item;Comment;Text',
    'Roof;;;Inspect from the ground.',
    'Roof;Covering;Cracked;',
    'Walls;Siding;Loose;',
    'Roof;Covering;Missing;',
    'Attic;;;',
    'Walls;Trim;;',
  );
  expect(problems).toEqual([]);
  expect(outline(content)).toEqual([
    ['Roof', ['Covering', 'Cracked', 'Missing']],
    ['Walls', ['Siding', 'Loose'], ['Trim']],
    ['Attic'],
  ]);
  const standards = content?.sections[0]?.standards_text;
  expect(standards && toPlainText(standards)).toBe('Inspect from the ground.');
});

describe('words that only one file uses', () => {
  const header = 'Section;Item;Comment;Kind;Category';
  const lines = ['Roof;Tiles;Broken;Concern;Major', 'Roof;Tiles;Loose;CONCERN;', 'Roof;Tiles;Slate;Remark;'];

  test('are listed, most frequent first, unless a column has too many of them', () => {
    const mapping = guessTableMapping(header.split(';'));
    expect(unknownWords(read(header, ...lines).problems, mapping)).toEqual([
      { field: 'kind', word: 'Concern', count: 2 },
      { field: 'kind', word: 'Remark', count: 1 },
      { field: 'category', word: 'Major', count: 1 },
    ]);
    const many = Array.from({ length: 25 }, (_, n) => `Roof;Tiles;Broken;Kind ${n};`);
    expect(unknownWords(read(header, ...many).problems, mapping)).toEqual([]);
  });

  test('are read as what they mean; an empty meaning leaves the cell empty', () => {
    const headers = header.split(';');
    const rows = lines.map((line, i) => ({ row: i + 2, cells: line.split(';'), problem: null }));
    const words = {
      kind: new Map([
        ['concern', '3'],
        ['remark', ''],
      ]),
      category: new Map([['major', '2']]),
    };
    const { content, problems } = readTemplateTable(
      { headers, rows },
      guessTableMapping(headers),
      'Imported',
      ids,
      words,
    );
    expect(problems).toEqual([]);
    expect(content && commentsOf(content).map(({ kind, category }) => [kind, category])).toEqual([
      [3, 2],
      [3, null],
      [1, null],
    ]);
  });
});

test('reads what Spectora exports', () => {
  const { content, problems } = read(
    'Section Name;Item Name;Comment Name;Comment Text;Comment Type;Multiple Choice Options;Answer Type;Default Value;Default Location',
    'Roof;General;Material;;info;Asphalt, Metal, Slate;checkbox;;',
    'Roof;General;Pitch;;info;;number;;',
    'Roof;General;Snow;The roof was covered with snow.;limit;;boolean;true;North',
    'Roof;Covering;Cracked;Replace the shingles.;defect;;boolean;;South',
    'Roof;General;Material 2;;info;A, B;checkbox;A;',
  );
  const found = content ? commentsOf(content) : [];
  expect(
    found.map(({ kind, name, answer_type, options, default_location, is_default }) => [
      kind,
      name,
      answer_type,
      options,
      default_location,
      is_default,
    ]),
  ).toEqual([
    [1, 'Material', 'multi', ['Asphalt', 'Metal', 'Slate'], '', false],
    [1, 'Pitch', 'number', [], '', false],
    [2, 'Snow', 'text', [], 'North', true],
    [1, 'Material 2', 'multi', ['A', 'B'], '', true],
    [3, 'Cracked', 'text', [], 'South', false],
  ]);
  expect(problems.map((problem) => [problem.row, problemMessage(problem), problem.effect])).toEqual([
    [6, 'Default answers are not imported: A', 'changed'],
  ]);
});

test('reads amounts, answers and words of three languages', () => {
  const header = 'Section;Item;Kind;Comment;Answer type;Category;Min cost;Max cost;Required';
  const { content, problems } = read(
    header,
    'a;b;Mangel;1;;Sicherheitsrisiko;250,50;1.200,00;ja',
    'a;b;Défaut;2;;Entretien;$250;$1,200;non',
    'a;b;;3;Mehrfachauswahl;;;;',
    'a;b;;4;;2;;;x',
  );
  expect(problems).toEqual([]);
  const found = content ? commentsOf(content) : [];
  expect(
    found.map((one) => [
      one.kind,
      one.answer_type,
      one.category,
      one.min_cost_cents,
      one.max_cost_cents,
      one.is_required,
    ]),
  ).toEqual([
    [3, 'text', 3, 25_050, 120_000, true],
    [3, 'text', 1, 25_000, 120_000, false],
    [1, 'multi', null, null, null, false],
    [3, 'text', 2, null, null, true],
  ]);
});

test('names every bad row with its column and leaves it out', () => {
  const { content, problems } = read(
    'Section;Item;Kind;Comment;Text;Min cost;Max cost;Answer type',
    ';b;;c;;;;',
    'a;;;c;;;;',
    'a;b;Rumor;c;;;;',
    'a;b;;cost;;900;100;',
    'a;b;;many;;lots;;slider',
    'a;b;;;Text without a name;;;',
    'a;b;;fine;<p>x<script>y</script></p>;;;',
  );
  expect(problems.map((problem) => `${problem.row} ${problem.place}: ${problemMessage(problem)}`)).toEqual([
    '2 Section: The row names no section',
    '3 Item: The row has a comment but names no item',
    '4 Kind: Unknown value: Rumor',
    '5 Min cost: The minimum cost is higher than the maximum',
    '6 Answer type: Unknown value: slider',
    '6 Min cost: Unknown value: lots',
    '7 Comment: This field is required',
    '8 Text: Scripts, pictures or other markup were removed from the text',
  ]);
  expect(outline(content)).toEqual([['a', ['b', 'fine']]]);
});

test('refuses a table with more comments than a template can have', () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => ({
    row: i + 2,
    cells: ['a', 'b', `c${i}`],
    problem: null,
  }));
  const headers = ['Section', 'Item', 'Comment'];
  const { content, problems } = readTemplateTable(
    { headers, rows },
    guessTableMapping(headers),
    'x',
    () => 'id',
  );
  expect(content).toBeNull();
  expect(problems.map(problemMessage)).toEqual(['The file has 100,000 comments; a template can have 10,000']);
});
