import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { randomTemplate, withoutIds } from '#domain/templates/random-template-for-tests.ts';
import { commentsOf, type TemplateContent } from '#domain/templates/template.ts';
import { countParts, writeTemplateFile } from '#domain/templates/template-file.ts';
import { toPlainText } from '#domain/text/rich-text.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getTemplate, listTemplates } from './contract.ts';
import { deleteTemplate, duplicateTemplate, updateTemplate } from './editing-contract.ts';
import { exportTemplate, importTemplate, templateFileMaxBytes } from './exchange-contract.ts';
import { templateOf } from './present.ts';

let testApp: TestApp;
let owner: TestUser;
beforeAll(async () => {
  testApp = await startTestApp();
  owner = await testApp.create.owner();
});

const jsonFile = (content: TemplateContent) =>
  new File([JSON.stringify(writeTemplateFile(content))], 'template.json');
const contentOf = async (id: string, user = owner) =>
  templateOf(await user.call(getTemplate, { id })).content;
const dryRun = (file: File, more: object = {}) =>
  owner.call(importTemplate, { file, dry_run: true, ...more });
const total = async () => (await owner.call(listTemplates, {})).pageInfo.total;
const comment = { kind: 'deficiency', name: 'Cracked' };
const fileWith = (comments: object[], more: object = {}) =>
  new File(
    [
      JSON.stringify({
        ...{ format: 'gable-template', version: 1, name: 'Roof', ...more },
        sections: [{ name: 'Roof', items: [{ name: 'Covering', comments }] }],
      }),
    ],
    'roof.json',
  );

function largeTemplate(): TemplateContent {
  for (let seed = 0; ; seed += 1) {
    const content = randomTemplate(seed);
    if (countParts(content).comments > 15) return content;
  }
}

/** All ids of a template's parts. */
function idsOf(content: TemplateContent): string[] {
  const items = content.sections.flatMap((section) => section.items);
  return [...content.sections, ...items, ...commentsOf(content)].map((part) => part.id);
}

describe('a template that was exported, wiped and imported', () => {
  test.each(['json', 'csv'] as const)('is the same as %s', async (type) => {
    const original = await owner.call(importTemplate, { file: jsonFile(largeTemplate()) });
    const id = original.template?.id ?? '';
    const before = await contentOf(id);
    const answer = await owner.request(exportTemplate, { id, type });
    expect(answer.headers['content-disposition']).toContain(`.${type}`);
    await owner.call(deleteTemplate, { id });
    const file = new File([new Uint8Array(answer.raw)], `again.${type}`);
    const again = await owner.call(importTemplate, { file, name: before.name });
    expect(again.problems.filter((problem) => problem.effect !== 'changed')).toEqual([]);
    expect(again.counts).toEqual(countParts(before));
    const after = await contentOf(again.template?.id ?? '');
    // A table has no columns for the template itself, nor for what applies to a whole section or item.
    const expected: TemplateContent =
      type === 'json'
        ? before
        : {
            ...{ ...before, description: '', report_title: '', header_text: null, disclaimer: null },
            ratings: after.ratings,
            sections: before.sections.map((section) => ({
              ...{ ...section, is_repeatable: false, hidden: false },
              items: section.items.map((item) => ({ ...item, show_ratings: true })),
            })),
          };
    expect(withoutIds(after)).toEqual(withoutIds(expected));
    expect(idsOf(after).filter((part) => idsOf(before).includes(part))).toEqual([]);
  });
});

test('a dry run stores nothing and says what the import does', async () => {
  const before = await total();
  const file = fileWith([comment, { ...comment, min_cost: 9, max_cost: 1 }]);
  const found = await dryRun(file);
  expect(found).toMatchObject({
    template: null,
    kind: 'json',
    name: 'Roof',
    counts: { sections: 1, items: 1, comments: 1 },
    problem_counts: { refused: 0, left_out: 1, changed: 0 },
  });
  expect(found.problems[0]).toMatchObject({
    place: 'sections.0.items.0.comments.1',
    name: 'Cracked',
    message: 'The minimum cost is higher than the maximum',
    effect: 'left_out',
  });
  const refused = await owner.request(importTemplate, { file });
  expect(refused.error).toMatchObject({
    type: 'BAD_USER_INPUT',
    details: { 'sections.0.items.0.comments.1': 'The minimum cost is higher than the maximum' },
  });
  expect(await total()).toBe(before);
  const agreed = await owner.call(importTemplate, { file, leave_out: true });
  expect(commentsOf(await contentOf(agreed.template?.id ?? ''))).toHaveLength(1);
});

test('the same key imports once', async () => {
  const before = await total();
  const file = fileWith([comment]);
  const idempotencyKey = 'import-twice';
  const [first, second] = [
    await owner.call(importTemplate, { file }, { idempotencyKey }),
    await owner.call(importTemplate, { file }, { idempotencyKey }),
  ];
  expect(second.template?.id).toBe(first.template?.id);
  expect(await total()).toBe(before + 1);
});

test('copies share no part with their original, and neither do two imports of one file', async () => {
  const part = (prefix: string, make: (name: string) => object) => [make(`${prefix} 1`), make(`${prefix} 2`)];
  const file = new File(
    [
      JSON.stringify({
        ...{ format: 'gable-template', version: 1, name: 'T10' },
        sections: part('Section', (name) => ({
          name,
          items: part('Item', (item) => ({
            name: item,
            show_ratings: true,
            section_id: '0199a000-0000-7000-8000-000000000001',
            comments: part('Comment', (each) => ({ kind: 'deficiency', name: each, id: 'one and the same' })),
          })),
        })),
      }),
    ],
    't10.json',
  );
  const [first, second] = [
    await owner.call(importTemplate, { file }),
    await owner.call(importTemplate, { file }),
  ];
  expect(first.problems.filter((problem) => problem.code === 'duplicate_id')).toHaveLength(7);
  expect(first.problems.filter((problem) => problem.place.endsWith('section_id'))).toHaveLength(4);
  const id = first.template?.id ?? '';
  const { id: copyId } = await owner.call(duplicateTemplate, { id });
  const contents = [await contentOf(id), await contentOf(second.template?.id ?? ''), await contentOf(copyId)];
  expect(contents.map((content) => countParts(content).comments)).toEqual([8, 8, 8]);
  const all = contents.flatMap(idsOf);
  expect(new Set(all).size).toBe(all.length);
  const before = await contentOf(id);
  await owner.call(updateTemplate, { id: copyId, report_title: 'Changed' });
  expect(await contentOf(id)).toEqual(before);
});

describe('a table in any encoding', () => {
  const text = 'Section;Item;Comment;Text\r\nDächer;Ziegel;Riss;"line 1\nline 2; with semicolon"\r\n';
  const latin1 = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const wide = new Uint8Array(Buffer.from(`\uFEFF${text.replaceAll(/;(?! with)/g, '\t')}`, 'utf16le'));
  test.each<[string, Uint8Array<ArrayBuffer> | string, boolean]>([
    ['UTF-8 with a byte order mark', `\uFEFF${text}`, false],
    ['Windows-1252', latin1, true],
    ['UTF-16 with tabs', wide, false],
    ['UTF-16 without a mark', wide.slice(2), false],
  ])('%s has the same content', async (_, bytes, isGuess) => {
    const file = new File([bytes], 'Dach.csv');
    const found = await dryRun(file);
    expect(found.encoding_is_guess).toBe(isGuess);
    expect(found.columns?.map((column) => column.field)).toEqual(['section', 'item', 'comment', 'text']);
    expect(found.problems).toEqual([]);
    const { template } = await owner.call(importTemplate, { file });
    const content = await contentOf(template?.id ?? '');
    expect(content.name).toBe('Dach');
    expect(countParts(content)).toEqual({ sections: 1, items: 1, comments: 1 });
    expect(content.sections[0]?.name).toBe('Dächer');
    const written = commentsOf(content)[0]?.default_text;
    expect(written && toPlainText(written)).toBe('line 1\nline 2; with semicolon');
    expect(JSON.stringify(content)).not.toMatch(/[\uFEFF\uFFFD]/);
  });

  test('is read as the user says, and by the columns the user chooses', async () => {
    const file = new File(
      [Uint8Array.from(text.replace('Dächer', 'D\u008acher'), (char) => char.charCodeAt(0))],
      'a.csv',
    );
    const found = await dryRun(file, { encoding: 'macintosh', mapping: '{"Text":""}' });
    expect(found.first_rows).toEqual([
      { section: 'Dächer', item: 'Ziegel', kind: 1, comment: 'Riss', text: '' },
    ]);
    const wrong = await owner.request(importTemplate, { file, encoding: 'ebcdic' });
    expect(wrong.error?.details).toEqual({ encoding: 'Unknown encoding' });
    const unmapped = await dryRun(file, { mapping: '{"Item":""}' });
    expect(unmapped.mapping_problem).toBe('Choose the column with the item');
    expect((await owner.request(importTemplate, { file, mapping: '{"Item":""}' })).error?.type).toBe(
      'BAD_USER_INPUT',
    );
    expect((await owner.request(importTemplate, { file, mapping: '[1]' })).error?.details).toEqual({
      mapping: 'The columns could not be read',
    });
  });

  test('is read by the meanings that the user gives to its words', async () => {
    const file = new File(['Section,Item,Comment,Kind\nRoof,Tiles,Broken,Concern\n'], 'own.csv');
    const found = await dryRun(file);
    expect(found.unknown_words).toEqual([{ field: 'kind', word: 'Concern', count: 1 }]);
    expect(found.categories).toContainEqual({ category: 3, name: 'Safety hazard' });
    const known = await dryRun(file, { words: '{"kind":{"Concern":"3"}}' });
    expect(known).toMatchObject({ unknown_words: [], first_rows: [{ comment: 'Broken', kind: 3 }] });
    for (const words of ['[1]', 'null', '{"text":{"a":"b"}}', '{"kind":{"a":1}}']) {
      const refused = await owner.request(importTemplate, { file, words });
      expect(refused.error?.details, words).toEqual({ words: 'The words could not be read' });
    }
  });
});

describe('a hostile file', () => {
  const json = (text: string) => new File([text], 'a.json');
  const head = '"format":"gable-template","version":1,"name":"x"';
  test.each<[string, () => File, string]>([
    ['no JSON', () => json('{"format":'), 'not_json'],
    ['a million empty lists', () => json(`[${'[],'.repeat(1_000_000)}[]]`), 'too_many_values'],
    ['a hundred thousand levels', () => json('['.repeat(100_000)), 'too_many_values'],
    ['a NUL character', () => json(`{${head},"description":"\0"}`), 'not_json'],
    ['another version', () => fileWith([comment], { version: 3 }), 'version'],
    ['another format', () => fileWith([comment], { format: 'other' }), 'not_a_template'],
    ['100,000 comments', () => fileWith(Array(100_000).fill({ name: 'x' })), 'too_many_comments'],
    ['a key twice', () => json(`{${head},"sections":[{"name":"a","name":"b"}]}`), 'duplicate_key'],
    ['10,000 levels', () => json(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 'not_a_template'],
    [
      '10,000 levels in a name',
      () => json(`{${head.replace('"name":"x"', '"name":')}${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`),
      'not_text',
    ],
    ['a workbook', () => new File([new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])], 'a.xlsx'), 'workbook'],
    ['nothing', () => new File([''], 'a.csv'), 'empty'],
    ['only a header', () => new File(['Section,Item,Comment'], 'a.csv'), 'no_rows'],
    ['501 columns', () => new File([`${'a,'.repeat(500)}a\n1`], 'a.csv'), 'too_many_columns'],
    ['a NUL character in a header', () => new File(['Sec\0tion,Item,Comment\na,b,c'], 'a.csv'), 'unstorable'],
    ['only bad rows', () => new File(['Section,Item,Comment\n,b,c'], 'a.csv'), 'no_parts'],
  ])('with %s is refused by name, and nothing is stored', async (_, make, code) => {
    const before = await total();
    const found = await dryRun(make());
    expect(found.problems[0]).toMatchObject({ code, effect: 'refused' });
    const refused = await owner.request(importTemplate, { file: make(), leave_out: true });
    expect(refused.error).toMatchObject({
      type: 'BAD_USER_INPUT',
      details: { file: found.problems[0]?.message },
    });
    expect(await total()).toBe(before);
  });

  test('with an escaped NUL or a lone surrogate loses only that character', async () => {
    const { template } = await owner.call(importTemplate, {
      file: json(`{${head},"sections":[{"name":"a\\u0000b\\ud800","standards_text":"<p>c\\u0000d</p>"}]}`),
    });
    const [section] = (await contentOf(template?.id ?? '')).sections;
    expect([section?.name, section?.standards_text && toPlainText(section.standards_text)]).toEqual([
      'ab',
      'cd',
    ]);
  });

  test('of 50 MB is refused before it is read', async () => {
    const base = await testApp.app.listen({ port: 0, host: '127.0.0.1' });
    const answered = await new Promise<number | undefined>((resolve, reject) => {
      const call = request(`${base}/api/v2/templates/import`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 50_000_000,
        },
      });
      call.on('response', (response) => resolve(response.statusCode));
      call.on('error', reject);
      // Only the headers are sent: the answer does not wait for the body.
      call.flushHeaders();
    });
    expect(answered).toBe(413);
  });

  test('just above 5 MB is refused, one of 5 MB is read', async () => {
    const padded = (bytes: number) => json(`{${head},"sections":[]}`.padEnd(bytes));
    expect((await owner.request(importTemplate, { file: padded(templateFileMaxBytes + 1) })).status).toBe(
      413,
    );
    expect((await dryRun(padded(templateFileMaxBytes))).problems).toEqual([]);
  });
});
