// Reports texts that are missing in a language, have different placeholders there, are used by a screen but do not
// exist, or may break a French line before its punctuation.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesBelow, isMain, root } from './lib.mjs';

const languages = ['en', 'de', 'fr'];

/** One line per missing, unused or inconsistent text. */
export function translationProblems(folder = root) {
  const files = filesBelow('src', undefined, folder);
  const problems = [];
  const english = new Map();
  for (const file of files.filter((path) => path.endsWith('/texts/en.json'))) {
    const texts = Object.fromEntries(languages.map((lang) => [lang, read(folder, dirname(file), lang)]));
    english.set(dirname(dirname(file)).replace(/^src\/(?:features\/)?/, ''), texts.en);
    problems.push(...compare(file, texts));
  }
  for (const file of files.filter((path) => path.endsWith('/messages/de.json')))
    problems.push(...compareMessages(folder, file));
  for (const file of files.filter((path) => path.endsWith('/fr.json')))
    problems.push(...looseMarks(folder, file));
  for (const file of files.filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))) {
    problems.push(...unknownKeys(file, readFileSync(join(folder, file), 'utf8'), english));
  }
  return problems;
}

function read(folder, texts, lang) {
  const file = join(folder, texts, `${lang}.json`);
  return existsSync(file) ? flatten(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

function flatten(value, path = '', into = new Map()) {
  for (const [key, child] of Object.entries(value)) {
    const at = path ? `${path}.${key}` : key;
    if (typeof child === 'object' && child !== null) flatten(child, at, into);
    else into.set(at, String(child));
  }
  return into;
}

/** Plural forms differ by language (French has `_many`), so keys are compared without them. */
const stem = (key) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const placeholders = (text) =>
  [...new Set(text.match(/\{\{\s*[\w.]+/g) ?? [])].map((one) => one.replace(/[{\s]/g, '')).sort();

function compare(file, texts) {
  const problems = [];
  const wanted = new Map([...texts.en].map(([key, text]) => [stem(key), text]));
  for (const lang of languages.slice(1)) {
    const name = file.replace('en.json', `${lang}.json`);
    if (!texts[lang]) {
      problems.push(`${name} is missing`);
      continue;
    }
    const found = new Map([...texts[lang]].map(([key, text]) => [stem(key), text]));
    for (const [key, text] of wanted) {
      const other = found.get(key);
      if (other === undefined) problems.push(`${name}: ${key} is missing`);
      else if (other.trim() === '' && text.trim() !== '') problems.push(`${name}: ${key} is empty`);
      // One plural form may omit the number ("One item"), so plural keys are not compared.
      else if (!isPlural(texts.en, key) && String(placeholders(other)) !== String(placeholders(text))) {
        problems.push(`${name}: ${key} has other placeholders than the English text`);
      }
    }
    for (const key of found.keys()) if (!wanted.has(key)) problems.push(`${name}: ${key} is not in English`);
  }
  return problems;
}

const isPlural = (texts, key) => !texts.has(key);

/** Server messages are keyed by their English text, so there is no English file. */
function compareMessages(folder, file) {
  const german = read(folder, dirname(file), 'de');
  const french = read(folder, dirname(file), 'fr');
  if (!french) return [`${dirname(file)}/fr.json is missing`];
  return [
    ...[...german.keys()]
      .filter((key) => !french.has(key))
      .map((key) => `${dirname(file)}/fr.json: "${key}" is missing`),
    ...[...french.keys()]
      .filter((key) => !german.has(key))
      .map((key) => `${dirname(file)}/de.json: "${key}" is missing`),
  ];
}

/** French punctuation is separated from its word by a no-break space (U+00A0), which looks like any other space. */
function looseMarks(folder, file) {
  const loose = [...read(folder, dirname(file), 'fr')].filter(([, text]) =>
    / [:;!?»%]|« |\p{L}'\p{L}/u.test(text),
  );
  return loose.map(
    ([key]) => `${file}: ${key} needs a no-break space next to the punctuation, or a curly apostrophe`,
  );
}

/** Reports literal keys in a file that uses the texts of exactly one feature. */
function unknownKeys(file, text, english) {
  const asked = [...text.matchAll(/const (\w+) = useTranslation\('([\w/-]+)'\)/g)];
  const problems = [];
  for (const [, name, feature] of asked) {
    if (asked.filter((other) => other[1] === name).some((other) => other[2] !== feature)) continue;
    const texts = english.get(feature);
    if (!texts) {
      problems.push(`${file}: there are no texts of ${feature}`);
      continue;
    }
    const known = new Set([...texts.keys()].map(stem));
    for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\('([\\w.-]+)'`, 'g'))) {
      if (!known.has(stem(key))) problems.push(`${file}: the text ${key} of ${feature} does not exist`);
    }
  }
  return [...new Set(problems)];
}

if (isMain(import.meta.filename)) {
  const problems = translationProblems();
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
