import { expect, test } from 'vitest';
import { type Chunk, planChunks as plan } from './plan-chunks.ts';

const start = (fileName: string, imports: string[], dynamicImports: string[] = []): Chunk => ({
  ...shared(fileName, 100, imports),
  dynamicImports,
  isStart: true,
});

function shared(fileName: string, bytes: number, imports: string[] = []): Chunk {
  const source = { name: fileName, source: fileName, moduleIds: [`${fileName}.ts`] };
  return { fileName, ...source, isStart: false, imports, dynamicImports: [], bytes };
}

const planChunks = (chunks: Chunk[], pages: string[][], later: string[][] = []) =>
  plan(chunks, pages.map(visit), later.map(visit));

const visit = (files: string[]) => ({ files, weight: 5, fileCost: 2500 });

const isTogether = (names: Map<string, string>, ...files: string[]) =>
  new Set(files.map((file) => names.get(`${file}.ts`))).size === 1;

test('chunks that the same pages load become one file, entries and lazy modules keep theirs', () => {
  const chunks = [
    start('app', ['x', 'y'], ['list']),
    start('list', ['y', 'z']),
    shared('x', 400),
    shared('y', 900, ['x']),
    shared('z', 300),
  ];
  const names = planChunks(chunks, [['app', 'list']]);
  expect(isTogether(names, 'x', 'y', 'z')).toBe(true);
  expect([...names.keys()].toSorted()).toEqual(['x.ts', 'y.ts', 'z.ts']);
});

test('a page does not load what costs it more bytes than the saved file is worth', () => {
  const chunks = [
    start('app', ['core', 'tiny', 'editor']),
    start('public', ['core', 'tiny']),
    shared('core', 50_000),
    shared('tiny', 200),
    shared('editor', 100_000, ['core']),
  ];
  const names = planChunks(chunks, [['app'], ['public']]);
  expect(isTogether(names, 'core', 'tiny')).toBe(true);
  expect(isTogether(names, 'core', 'editor')).toBe(false);
});

test('imports of a merged chunk count: they come with it', () => {
  const chunks = [
    start('app', ['core', 'label']),
    start('public', ['core']),
    shared('core', 50_000),
    shared('label', 200, ['editor']),
    shared('editor', 100_000),
  ];
  expect(isTogether(planChunks(chunks, [['app'], ['public']]), 'core', 'label')).toBe(false);
});

test('what every way to a lazy module has loaded costs it nothing', () => {
  const app = start('app', ['hook', 'part'], ['dialog']);
  const chunks = [app, start('dialog', ['hook']), shared('hook', 300), shared('part', 20_000)];
  expect(isTogether(planChunks(chunks, [['app']]), 'hook', 'part')).toBe(true);
  const other = start('other', [], ['dialog']);
  expect(isTogether(planChunks([...chunks, other], [['app'], ['other']]), 'hook', 'part')).toBe(false);
});

test('parts that a page loads together after its start are merged like those of a page', () => {
  const chunks = [
    start('app', [], ['notes', 'files']),
    start('notes', ['a']),
    start('files', ['a', 'b']),
    shared('a', 900),
    shared('b', 900),
  ];
  expect(isTogether(planChunks(chunks, [['app']], [['notes', 'files']]), 'a', 'b')).toBe(true);
  expect(isTogether(planChunks(chunks, [['app']]), 'a', 'b')).toBe(false);
});

test('merged chunks do not import each other in a circle', () => {
  const chunks = [
    start('app', ['a'], ['middle']),
    start('middle', ['b']),
    shared('a', 300, ['middle']),
    shared('b', 300),
  ];
  expect(isTogether(planChunks(chunks, [['app'], ['middle']]), 'a', 'b')).toBe(false);
});

test('the names of different files differ, also where the bundler uses one name twice', () => {
  const chunks = [
    start('app', ['a/contract']),
    start('public', ['b/contract']),
    { ...shared('a/contract', 50_000), name: 'contract' },
    { ...shared('b/contract', 50_000), name: 'contract' },
  ];
  expect(isTogether(planChunks(chunks, [['app'], ['public']]), 'a/contract', 'b/contract')).toBe(false);
});

test('no merge adds what a page does not use beyond its budget', () => {
  const chunks = [
    start('app', ['core', 'input']),
    start('public', ['core']),
    shared('core', 5000),
    shared('input', 1000),
  ];
  const [app, page] = [visit(['app']), visit(['public'])];
  const names = (limit: number) =>
    plan(chunks, [
      { ...app, weight: 50 },
      { ...page, limit: { script: limit, style: 0 } },
    ]);
  expect(isTogether(names(6000), 'core', 'input')).toBe(true);
  expect(isTogether(names(5000), 'core', 'input')).toBe(false);
});
