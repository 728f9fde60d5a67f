import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { translationProblems } from './check-translations.mjs';

const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function problemsOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'gable-texts-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = join(folder, 'src/features/people', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return translationProblems(folder).map((line) => line.replace('src/features/people/', ''));
}

const whole = {
  title: 'People',
  count_one: 'One',
  count_other: '{{count}} people',
  form: { name: 'Name {{n}}' },
};

test('accepts complete texts, with additional plural forms in French', () => {
  const french = { ...whole, count_many: '{{count}} de personnes' };
  const screen = `const t = useTranslation('people');\nt('title'); t('count', { count }); t('form.name', { n });`;
  const files = {
    'texts/en.json': whole,
    'texts/de.json': whole,
    'texts/fr.json': french,
    'screens/a.tsx': screen,
  };
  expect(problemsOf(files)).toEqual([]);
});

test('reports missing, unknown, empty and inconsistent texts', () => {
  const german = { count_one: 'Eine', form: { name: 'Name {{m}}' }, title: ' ' };
  expect(problemsOf({ 'texts/en.json': whole, 'texts/de.json': { ...german, extra: 'x' } })).toEqual([
    'texts/de.json: title is empty',
    'texts/de.json: form.name has other placeholders than the English text',
    'texts/de.json: extra is not in English',
    'texts/fr.json is missing',
  ]);
});

test('reports French punctuation without a no-break space', () => {
  const marks = {
    a: 'Êtes-vous sûr ?',
    b: '« Oui\u00a0»',
    c: "l'eau",
    d: 'Oui\u00a0: l’eau, 5\u00a0% (12:30)',
  };
  const files = { 'texts/en.json': marks, 'texts/de.json': marks, 'texts/fr.json': marks };
  expect(problemsOf(files)).toEqual(
    ['a', 'b', 'c'].map(
      (key) => `texts/fr.json: ${key} needs a no-break space next to the punctuation, or a curly apostrophe`,
    ),
  );
});

test('reports a screen that uses a text that does not exist', () => {
  const screen = `const t = useTranslation('people');\nconst m = useTranslation('messages');\nt('tittle'); t(key); m('x');`;
  const texts = { 'texts/en.json': whole, 'texts/de.json': whole, 'texts/fr.json': whole };
  expect(problemsOf({ ...texts, 'screens/a.tsx': screen })).toEqual([
    'screens/a.tsx: the text tittle of people does not exist',
    'screens/a.tsx: there are no texts of messages',
  ]);
});

test('reports server messages missing in one of the languages', () => {
  expect(
    problemsOf({ 'messages/de.json': { a: 'x', b: 'y' }, 'messages/fr.json': { a: 'x', c: 'z' } }),
  ).toEqual(['messages/fr.json: "b" is missing', 'messages/de.json: "c" is missing']);
});
