// Finds words in comments, test names and English interface texts for which docs/style.md has plainer ones.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow, isMain, root } from './lib.mjs';

/** Hits allowed per 1,000 comment lines, in comments and test names together. Interface texts may have none. */
export const bound = 5;

const anywhere = [
  'whoever',
  'whomever',
  'whom',
  'nobody',
  'somebody',
  'everybody',
  'tells|telling|told',
  'anew',
  'meanwhile',
  'errands?',
  'journeys?',
  'rivals?',
  'given up|gives up|gave up',
  'taken back|takes back|took back',
  'called off|calls off',
  'put right|puts right',
  'of (?:its|their) own(?=[.,;:)]|$| (?:and|that|for|in|with|which|to|on)\\b)',
];

/** Allowed in interface texts, which may be about a signature on paper. */
const inCode = [
  'beside',
  'begun',
  'stands',
  'lies',
  'stretch(?:es)?',
  'reckon(?:s|ed|ing)?',
  'keepers?',
  'heirs?',
  'whence|hence|thereof|upon|lest',
  // "Signed on paper", "paper size" and "sheet of paper" are literal.
  '(?<!on |from |sheet of |letter )papers?(?! signature| size| format)',
];

/** Former terms of the architecture. "More room" and "house number" are literal. */
const inArchitecture = [
  '(?<!more |some |find |no |enough )rooms?(?! for)',
  '(?:the|a|whole) house(?! number)',
  'front doors?',
  'the roof',
];

/** Here a house is the property that is inspected, priced or drawn on a map. */
const describesHouses =
  /^src\/(?:features\/services|domain\/pricing|simulators\/maps|server\/outside\/maps)|\/starter\/|house-drawing|\.css$/;

/** Texts fixed by the specification, kept exact. */
const fixedTexts = new Set([]);

const matcher = (words) => new RegExp(`(?<![\\w\`-])(?:${words.join('|')})(?![\\w-])`, 'gi');
const wordsOfTexts = matcher(anywhere);
const wordsOfCode = matcher([...anywhere, ...inCode]);
const wordsOfSource = matcher([...anywhere, ...inCode, ...inArchitecture]);

const folders = ['src', 'scripts', 'e2e', 'bench'];
const isCode = (path) => /\.(?:[mc]?[jt]sx?|css|typ)$/.test(path) && !/node_modules|check-words/.test(path);

/** Every hit as { file, line, word, place }, and the number of comment lines searched. */
export function findWords(folder = root) {
  const hits = [];
  let commentLines = 0;
  for (const file of folders.flatMap((name) => filesBelow(name, isCode, folder))) {
    const text = readFileSync(join(folder, file), 'utf8');
    const isArchitecture = file.startsWith('src/') && !describesHouses.test(file);
    const words = isArchitecture ? wordsOfSource : wordsOfCode;
    const comments = commentsOf(text);
    commentLines += comments.length;
    for (const { line, text: comment } of comments)
      hits.push(...hitsIn(comment, words, { file, line, place: 'comment' }));
    if (/\.(?:test|spec)\./.test(file))
      for (const { line, text: name } of testNamesOf(text))
        hits.push(...hitsIn(name, words, { file, line, place: 'test name' }));
  }
  for (const file of filesBelow('src', isText, folder)) hits.push(...textHits(folder, file));
  return { hits, commentLines };
}

const hitsIn = (text, words, at) => [...text.matchAll(words)].map(([word]) => ({ ...at, word }));

/** Comment lines with their numbers: whole lines, blocks, and comments after code. */
export function commentsOf(text) {
  const found = [];
  let isInside = false;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const starts = /^\{?\/\*/.test(line);
    if (isInside || starts || line.startsWith('//')) {
      found.push({ line: index + 1, text: line });
      if (isInside || starts) isInside = !line.includes('*/');
      continue;
    }
    const trailing = /^(.*\S\s+)\/\/ (.+)$/.exec(raw);
    const isQuoted = trailing && ["'", '"', '`'].some((mark) => trailing[1].split(mark).length % 2 === 0);
    if (trailing && !isQuoted) found.push({ line: index + 1, text: trailing[2] });
  }
  return found;
}

/** Names passed to test, it and describe, also after a table of cases. */
export function testNamesOf(text) {
  const calls = /(?:\b(?:test|it|describe)(?:\.\w+)*|^\s*[\])]+)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/gm;
  return [...text.matchAll(calls)].map((call) => ({
    line: text.slice(0, call.index + call[0].indexOf(call[1])).split('\n').length,
    text: call[2],
  }));
}

/** English texts: values of screen and email texts, and keys of server messages. */
const isText = (path) => /\/(?:texts|templates)\/en\.json$|\/messages\/de\.json$/.test(path);

function textHits(folder, file) {
  const isServer = /\/messages\/de\.json$/.test(file);
  const lines = readFileSync(join(folder, file), 'utf8').split('\n');
  return lines.flatMap((raw, index) => {
    const [, key, value] = /^\s*("(?:\\.|[^"])*")\s*:\s*("(?:\\.|[^"])*")/.exec(raw) ?? [];
    const text = isServer ? key : value;
    if (!text || fixedTexts.has(JSON.parse(text))) return [];
    return hitsIn(text, wordsOfTexts, { file, line: index + 1, place: 'text' });
  });
}

/** Which bounds are exceeded, one sentence each. */
export function problemsOf({ hits, commentLines }) {
  const texts = hits.filter((hit) => hit.place === 'text').length;
  const density = densityOf({ hits, commentLines });
  return [
    ...(texts > 0 ? [`${texts} in English interface texts, where none is allowed`] : []),
    ...(density > bound ? [`${density.toFixed(1)} per 1,000 comment lines, where ${bound} are allowed`] : []),
  ];
}

function densityOf({ hits, commentLines }) {
  const inComments = hits.filter((hit) => hit.place !== 'text').length;
  return commentLines === 0 ? 0 : (inComments * 1000) / commentLines;
}

if (isMain(import.meta.filename)) {
  const found = findWords();
  for (const { file, line, word, place } of found.hits) console.log(`${file}:${line}: "${word}" (${place})`);
  const problems = problemsOf(found);
  console.log(`density ${densityOf(found).toFixed(1)} per 1,000 comment lines, bound ${bound}`);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) {
    console.log('Plainer words: docs/style.md');
    process.exitCode = 1;
  }
}
