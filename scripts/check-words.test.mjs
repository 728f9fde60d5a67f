import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commentsOf, findWords, problemsOf, testNamesOf } from './check-words.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function wordsIn(files) {
  const folder = mkdtempSync(join(tmpdir(), 'gable-words-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return findWords(folder);
}

const linesOf = (found) =>
  found.hits.map(({ file, line, word, place }) => `${file}:${line} ${word} (${place})`);

test('finds line comments, blocks, JSX comments and comments after code', () => {
  const code = `// one\nconst a = 1; // two\n/**\n * three\n */\n{/* four */}\nconst url = 'http://a'; b();\nc();`;
  expect(commentsOf(code).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('ignores comment marks inside strings', () => {
  expect(commentsOf(`const text = 'see // nobody';\nconst url = "a // b";`)).toEqual([]);
});

test('finds names of tests, of groups and of tables of cases', () => {
  const code = `describe('one', () => {});\ntest.each([\n  1,\n])('two %s', () => {});\ntest('three\\'s', () => {});`;
  expect(testNamesOf(code)).toEqual([
    { line: 1, text: 'one' },
    { line: 4, text: 'two %s' },
    { line: 5, text: "three\\'s" },
  ]);
});

test('reports file, line and word in comments, test names and interface texts', () => {
  const found = wordsIn({
    'src/a.ts': `const nobody = 1;\n// Whoever calls waits.\n`,
    'src/a.test.ts': `test('is called off', () => {});\n`,
    'src/features/people/texts/en.json': `{\n  "nobody": "No one",\n  "hint": "Nobody signed"\n}\n`,
    'src/features/people/messages/de.json': `{\n  "Somebody saved": "nobody"\n}\n`,
  });
  expect(linesOf(found)).toEqual([
    'src/a.test.ts:1 called off (test name)',
    'src/a.ts:2 Whoever (comment)',
    'src/features/people/messages/de.json:2 Somebody (text)',
    'src/features/people/texts/en.json:3 Nobody (text)',
  ]);
});

test('accepts paper, houses and room where they mean what they say', () => {
  const found = wordsIn({
    'src/a.ts': `// Signed on paper, of any paper size; a house number needs more room.\n`,
    'src/features/services/b.ts': `// The value of the house.\n`,
    'e2e/c.ts': `// The house of the client.\n`,
    'src/features/agreements/texts/en.json': `{\n  "paper": "Paper"\n}\n`,
  });
  expect(found.hits).toEqual([]);
});

test('reports "of its own" only without a noun, and skips identifiers', () => {
  const found = wordsIn({
    'src/a.ts': `// A folder of its own, with types of its own feature; \`nobody\` is a user.\n`,
  });
  expect(linesOf(found)).toEqual(['src/a.ts:1 of its own (comment)']);
});

test('reports former names of the architecture in comments of the source only', () => {
  const found = wordsIn({ 'src/a.ts': `const room = 1;\n// Each room of the house.\n` });
  expect(linesOf(found)).toEqual(['src/a.ts:2 room (comment)', 'src/a.ts:2 the house (comment)']);
});

test('allows hits in comments up to the bound and none in interface texts', () => {
  const hit = { file: 'src/a.ts', line: 1, word: 'told', place: 'comment' };
  expect(problemsOf({ hits: [hit], commentLines: 200 })).toEqual([]);
  expect(problemsOf({ hits: [hit], commentLines: 199 })).toHaveLength(1);
  expect(problemsOf({ hits: [{ ...hit, place: 'text' }], commentLines: 9000 })).toHaveLength(1);
});
