import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { appPageModules, modulesOf, pageParts } from './app-page-modules.ts';
import { type Chunk, planChunks, type Visit } from './plan-chunks.ts';

const root = join(import.meta.dirname, '../..');

const budgets = JSON.parse(readFileSync(join(root, 'scripts/build/page-budgets.json'), 'utf8')) as {
  pages: { modules: string[] }[];
  routes: Record<string, { js: number; css: number }>;
};

// Members stay and open many pages; a client opens one, on a phone.
const ofMembers = { weight: 5, fileCost: 4600 };
const ofClients = { weight: 18, fileCost: 2500, limit: limitOf(budgets.routes['public.html']) };

/**
 * The files of the final build, planned from the output of a build that does not merge: see planChunks. A file contains
 * only the modules that were planned into it, without their imports, so no page loads more than the plan has weighed.
 */
export function mergeChunks(output: Rolldown.RolldownOutput['output']): Rolldown.CodeSplittingOptions {
  const styles = new Map(output.flatMap((one) => (one.type === 'asset' ? [[one.fileName, one]] : [])));
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [describe(one, styles)] : []));
  const files = new Map(chunks.map((chunk) => [chunk.source, chunk.fileName]));
  const visit = (kind: Omit<Visit, 'files'>) => (modules: readonly string[]) => ({
    ...kind,
    files: modules.flatMap((module) => files.get(module) ?? []),
  });
  const later = Object.values(pageParts.thereafter).map(visit(ofMembers));
  const pages = [...memberPages().map(visit(ofMembers)), ...publicPages(chunks).map(visit(ofClients))];
  const names = planChunks(chunks, pages, later);
  return {
    includeDependenciesRecursively: false,
    groups: [{ debugName: 'merged', name: (id) => names.get(id) ?? null }],
  };
}

/** The bytes that a page may have. The plan's sizes are estimates, a little too high: files compress better together. */
function limitOf(budget: { js: number; css: number } | undefined) {
  const bytes = (kB = Infinity) => kB * 1000 * 1.02;
  return { script: bytes(budget?.js), style: bytes(budget?.css) };
}

function describe(chunk: Rolldown.OutputChunk, styles: ReadonlyMap<string, Rolldown.OutputAsset>): Chunk {
  const { fileName, name, moduleIds, imports, dynamicImports, facadeModuleId } = chunk;
  const isStart = chunk.isEntry || chunk.isDynamicEntry;
  const source = facadeModuleId ? relative(root, facadeModuleId).replaceAll('\\', '/') : null;
  // A file's styles come with it.
  const own = [...(chunk.viteMetadata?.importedCss ?? [])].map((file) => styles.get(file)?.source ?? '');
  const style = own.reduce((sum, text) => sum + gzipSync(text).length, 0);
  const bytes = gzipSync(chunk.code).length + style;
  return { fileName, name, source, isStart, moduleIds, imports, dynamicImports, bytes, style };
}

/** The modules that a browser starts with together: each page and what page-sizes.mjs weighs. */
function memberPages(): string[][] {
  return [
    ...appPageModules().map((page) => ['app.html', ...modulesOf(page)]),
    ...budgets.pages.map((page) => page.modules),
  ];
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
    .filter((source) => /\/screens\/.*\.tsx$/.test(source))
    .map((source) => ['public.html', source]);
}
