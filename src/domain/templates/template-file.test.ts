import { describe, expect, test } from 'vitest';
import { slowReading } from '#testing/slow-growth.ts';
import { findDuplicateKey } from '../base/duplicate-keys.ts';
import { toPlainText } from '../text/rich-text.ts';
import { problemMessage } from './file-problems.ts';
import { randomTemplate, withoutIds } from './random-template-for-tests.ts';
import { commentsOf } from './template.ts';
import { countParts, readTemplateFile, writeTemplateFile } from './template-file.ts';

const ids = (() => {
  let made = 0;
  return () => `new-${++made}`;
})();
const read = (json: unknown) => readTemplateFile(json, ids);
const comment = { kind: 'deficiency', name: 'Cracked' };
/** A file with one comment of these fields. */
const fileOf = (fields: object, more: object = {}) => ({
  ...{ format: 'gable-template', version: 1, name: 'Roof', ...more },
  sections: [{ name: 'Roof', items: [{ name: 'Covering', comments: [comment, { ...comment, ...fields }] }] }],
});
const said = (reading: ReturnType<typeof read>) =>
  reading.problems.map((problem) => `${problem.effect} ${problem.place}: ${problemMessage(problem)}`);

test('what is written is read as the same content, whatever it holds', () => {
  let comments = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const content = randomTemplate(seed);
    comments += countParts(content).comments;
    const file: unknown = JSON.parse(JSON.stringify(writeTemplateFile(content, 'radon')));
    const again = read(file);
    expect(again.problems.filter((problem) => problem.code !== 'duplicate_id')).toEqual([]);
    expect(again.trade).toBe('radon');
    expect(withoutIds(again.content)).toEqual(withoutIds(content));
  }
  expect(comments).toBeGreaterThan(1000);
});

test('every part gets a new id, and an id that is there twice is named', () => {
  const file = writeTemplateFile(randomTemplate(3));
  const idsOf = (reading: ReturnType<typeof read>) => {
    const { content } = reading;
    if (!content) return [];
    const items = content.sections.flatMap((section) => section.items);
    return [...content.sections, ...items, ...commentsOf(content)].map((part) => part.id);
  };
  const [first, second] = [read(file), read(file)];
  const all = [...idsOf(first), ...idsOf(second)];
  expect(new Set(all).size).toBe(all.length);
  expect(all.every((id) => id.startsWith('new-'))).toBe(true);
  const doubled = {
    ...fileOf({ id: 'c1' }),
    ratings: [],
    disclaimer: null,
  };
  doubled.sections[0]?.items[0]?.comments.splice(0, 1, { ...comment, id: 'c1' } as typeof comment);
  const reading = read(doubled);
  expect(said(reading)).toEqual([
    'changed sections.0.items.0.comments.1: The ID c1 is in the file twice; the copy gets its own',
  ]);
  expect(reading.content && countParts(reading.content).comments).toBe(2);
});

test('an item never joins the section that the file names for it', () => {
  const reading = read({
    ...fileOf({}),
    sections: [{ name: 'A', items: [{ name: 'B', section_id: '00000000-0000-7000-8000-000000000001' }] }],
  });
  expect(said(reading)).toEqual(['changed sections.0.items.0.section_id: Unknown field, ignored']);
  expect(reading.content?.sections[0]?.items[0]?.section_id).toBe(reading.content?.sections[0]?.id);
});

describe('a comment is left out as a whole', () => {
  const place = 'left_out sections.0.items.0.comments.1';
  test.each<[object, string]>([
    [{ min_cost: 900, max_cost: 100 }, `${place}: The minimum cost is higher than the maximum`],
    [{ min_cost: -1 }, `${place}.min_cost: This number is out of range`],
    [{ min_cost: 1e300 }, `${place}.min_cost: This number is out of range`],
    [{ max_cost: 1.005 }, `${place}.max_cost: An amount can have at most two decimals`],
    [{ max_cost: '250' }, `${place}.max_cost: This must be a number`],
    [{ kind: 'defect' }, `${place}.kind: Unknown value: defect`],
    [{ kind: undefined }, `${place}.kind: This field is required`],
    [{ answer_type: 'slider' }, `${place}.answer_type: Unknown value: slider`],
    [{ answer_type: ['text'] }, `${place}.answer_type: Unknown value: […]`],
    [{ name: ' ' }, `${place}.name: This field is required`],
    [{ name: 7 }, `${place}.name: This must be text`],
    [{ name: 'x'.repeat(201) }, `${place}.name: At most 200 characters`],
    [{ options: 'a,b' }, `${place}.options: This must be a list of texts`],
    [{ options: Array.from({ length: 61 }, String) }, `${place}.options: At most 60 entries`],
    [{ tags: [1] }, `${place}.tags: This must be a list of texts`],
    [{ category: 2.5 }, `${place}.category: This number is out of range`],
    [{ is_default: 'yes' }, `${place}.is_default: This must be true or false`],
    [{ default_text: { type: 'doc' } }, `${place}.default_text: This must be text`],
    [{ default_text: 'x'.repeat(100_001) }, `${place}.default_text: At most 100000 characters`],
  ])('for %j', (fields, message) => {
    const reading = read(fileOf(fields));
    expect(said(reading)).toEqual([message]);
    expect(reading.content && countParts(reading.content)).toEqual({ sections: 1, items: 1, comments: 1 });
  });
});

test.each<[unknown, string]>([
  [null, 'refused format: This is not a template file: “format” must be “gable-template”'],
  [[], 'refused format: This is not a template file: “format” must be “gable-template”'],
  [{ ...fileOf({}), version: 2 }, 'refused version: This file has version 2; only version 1 can be read'],
  [{ ...fileOf({}), version: '1' }, 'refused version: This file has version 1; only version 1 can be read'],
  [{ ...fileOf({}), name: '' }, 'refused name: This field is required'],
  [{ ...fileOf({}), sections: 'none' }, 'refused sections: This must be a list'],
  [
    fileOf(
      {},
      {
        ratings: [
          { key: 'IN', label: 'a' },
          { key: 'in', label: 'b' },
        ],
      },
    ),
    'refused ratings.1.key: Two ratings have the abbreviation in',
  ],
  [
    {
      ...fileOf({}),
      sections: [{ name: 'a', items: [{ name: 'b', comments: Array(100_000).fill(comment) }] }],
    },
    'refused sections: The file has 100,000 comments; a template can have 10,000',
  ],
  [
    { ...fileOf({}), sections: Array(201).fill({ name: 'a' }) },
    'refused sections: The file has 201 sections; a template can have 200',
  ],
])('refuses a whole file %#', (json, message) => {
  const reading = read(json);
  expect(reading.content).toBeNull();
  expect(said(reading)).toEqual([message]);
});

test('a section or item that is none is left out and named, and an unknown trade is refused', () => {
  const reading = read({
    ...fileOf({}),
    sections: ['Roof', { items: [null, { name: 'x' }] }, { name: 'Walls' }],
  });
  expect(said(reading)).toEqual([
    'left_out sections.0: This must be an object',
    'left_out sections.1.name: This field is required',
    'left_out sections.1.items.0: This must be an object',
  ]);
  expect(reading.content?.sections.map((section) => section.name)).toEqual(['Walls']);
  expect(said(read(fileOf({}, { trade: 'castle' })))).toEqual(['refused trade: Unknown value: castle']);
});

test('scripts in a text are removed, and the file says so', () => {
  const reading = read(
    fileOf({
      default_text: '<p onclick="x()">Replace<script>alert(1)</script> <b>now</b></p><img src=x onerror=y>',
    }),
  );
  expect(said(reading)).toEqual([
    'changed sections.0.items.0.comments.1.default_text: Scripts, pictures or other markup were removed from the text',
  ]);
  const text = reading.content && commentsOf(reading.content)[1]?.default_text;
  expect(text && toPlainText(text)).toBe('Replace now');
});

test('fields of a prototype are neither read nor written', () => {
  const json: unknown = JSON.parse(
    '{"format":"gable-template","version":1,"name":"x","sections":[],"__proto__":{"name":"y"}}',
  );
  expect(said(read(json))).toEqual(['changed __proto__: Unknown field, ignored']);
  expect(read(Object.create({ format: 'gable-template', version: 1, name: 'x' })).content).toBeNull();
  expect(said(read({ format: 'gable-template', version: 1, __proto__: { name: 'x' } }))).toEqual([
    'refused name: This field is required',
  ]);
});

test('reads 10,000 levels of nesting and long texts in linear time', () => {
  const deep: unknown = JSON.parse(`${'{"a":['.repeat(10_000)}${']}'.repeat(10_000)}`);
  expect(said(read(fileOf({ extra: deep })))).toEqual([
    'changed sections.0.items.0.comments.1.extra: Unknown field, ignored',
  ]);
  expect(read(fileOf({ name: deep })).problems).toHaveLength(1);
  const slow = ['<p>', '<ul><li>', ' on', ' on=', '&#32;', '&', '<', '\u00a0', ' '].filter((piece) =>
    slowReading((text) => read(fileOf({ default_text: text })), piece.repeat(90_000 / piece.length)),
  );
  expect(slow).toEqual([]);
});

describe('a key that is in an object twice', () => {
  test.each<[string, string | null]>([
    ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', null],
    ['{"a":1,"a":2}', 'a'],
    [
      '{"sections":[{"name":"x"},{"name":"y","items":[{"name":"a","\\u006eame":"b"}]}]}',
      'sections.1.items.0.name',
    ],
    ['{"a":"\\"a\\":1,{","b":["a","a"],"c":"}"}', null],
    ['[]', null],
    ['"a"', null],
    ['{"":1,"":2}', ''],
  ])('is found in %s', (json, place) => {
    JSON.parse(json);
    expect(findDuplicateKey(json)).toBe(place);
  });

  test('is found at any depth in linear time', () => {
    const nested = (n: number) => `${'{"a":'.repeat(n)}{"b":1,"b":2}${'}'.repeat(n)}`;
    expect(findDuplicateKey(nested(10_000))).toContain('b');
    expect(slowReading((text) => findDuplicateKey(text), '{"a":'.repeat(100_000))).toBeNull();
  });
});
