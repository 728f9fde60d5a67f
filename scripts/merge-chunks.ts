import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { appPageModules, modulesOf, pageParts } from './app-page-modules.ts';
import { type Chunk, planChunks, type Visit } from './plan-chunks.ts';

const root = join(import.meta.dirname, '..');

const budgets = JSON.parse(readFileSync(join(root, 'scripts/page-budgets.json'), 'utf8')) as {
  pages: { modules: string[] }[];
  routes: Record<string, { js: number }>;
};

// Members stay and open many pages; a client opens one, on a phone.
const ofMembers = { weight: 5, fileCost: 3900 };
const ofClients = { weight: 18, fileCost: 2500, limit: (budgets.routes['public.html']?.js ?? 0) * 1000 };

/**
 * The files of the final build, planned from the output of a build that does not merge: see planChunks. A file contains
 * only the modules that were planned into it, without their imports, so no page loads more than the plan has weighed.
 */
export function mergeChunks(output: Rolldown.RolldownOutput['output']): Rolldown.CodeSplittingOptions {
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [describe(one)] : []));
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

function describe(chunk: Rolldown.OutputChunk): Chunk {
  const { fileName, name, moduleIds, imports, dynamicImports, facadeModuleId } = chunk;
  const isStart = chunk.isEntry || chunk.isDynamicEntry;
  const source = facadeModuleId ? relative(root, facadeModuleId).replaceAll('\\', '/') : null;
  const bytes = gzipSync(chunk.code).length;
  return { fileName, name, source, isStart, moduleIds, imports, dynamicImports, bytes };
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
