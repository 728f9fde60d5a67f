import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { appPageModules, modulesOf } from './app-page-modules.ts';
import { type Chunk, planChunks } from './plan-chunks.ts';

const root = join(import.meta.dirname, '..');

/**
 * The files of the final build, planned from the output of a build that does not merge: see planChunks. A file contains
 * only the modules that were planned into it, without their imports, so no page loads more than the plan has weighed.
 */
export function mergeChunks(output: Rolldown.RolldownOutput['output']): Rolldown.CodeSplittingOptions {
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [describe(one)] : []));
  const names = planChunks(chunks, pagesOf(chunks));
  return {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'merged', name: (id) => names.get(id) ?? null }],
  };
}

function describe(chunk: Rolldown.OutputChunk): Chunk {
  const { fileName, name, moduleIds, imports, dynamicImports, facadeModuleId } = chunk;
  const isStart = chunk.isEntry || chunk.isDynamicEntry;
  const source = facadeModuleId ? relative(root, facadeModuleId).replaceAll('\\', '/') : null;
  const bytes = gzipSync(chunk.code).length;
  return { fileName, name, source, isStart, moduleIds, imports, dynamicImports, bytes };
}

/** The modules that a browser starts with together, as files: each page as it is opened and as page-sizes.mjs weighs it. */
function pagesOf(chunks: readonly Chunk[]): string[][] {
  const files = new Map(chunks.map((chunk) => [chunk.source, chunk.fileName]));
  const budgets = JSON.parse(readFileSync(join(root, 'scripts/page-budgets.json'), 'utf8')) as {
    pages: { modules: string[] }[];
  };
  const ofApp = appPageModules().flatMap((page) => [
    ['app.html', ...modulesOf(page)],
    ['app.html', page.module],
  ]);
  const starts = [...ofApp, ...publicPages(chunks), ...budgets.pages.map((page) => page.modules)];
  return starts.map((modules) => modules.flatMap((module) => files.get(module) ?? []));
}

/** Each lazily loaded screen of the public entry, together with that entry. */
function publicPages(chunks: readonly Chunk[]): string[][] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const reached = new Set(chunks.filter((chunk) => chunk.source === 'public.html'));
  for (const chunk of reached) {
    for (const file of chunk.imports) {
      const next = byFile.get(file);
      if (next) reached.add(next);
    }
  }
  const screens = [...reached].flatMap((chunk) =>
    chunk.dynamicImports.flatMap((file) => byFile.get(file)?.source ?? []),
  );
  return [...new Set(screens)]
    .filter((source) => source.includes('/screens/'))
    .map((source) => ['public.html', source]);
}
