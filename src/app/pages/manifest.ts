import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** The build's list of chunks, by module. */
export type Manifest = Record<string, Chunk | undefined>;

/** Reads the manifest of the browser files in `root`; empty before the first build. */
export function readManifest(root: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(root, '.vite/manifest.json'), 'utf8')) as Manifest;
  } catch {
    return {};
  }
}

/** Files of these modules and of their imports, without those of the entry, which the HTML already names. */
export function filesOf(manifest: Manifest, entryName: string, modules: readonly string[]) {
  const entry = closure(manifest, [entryName]);
  const chunks = [...closure(manifest, modules)].filter((chunk) => !entry.has(chunk));
  return {
    // Dependencies first: the scripts run in this order.
    scripts: chunks.map((chunk) => chunk.file).reverse(),
    styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))],
  };
}

function closure(manifest: Manifest, keys: readonly string[], into = new Set<Chunk>()): Set<Chunk> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || into.has(chunk)) continue;
    into.add(chunk);
    closure(manifest, chunk.imports ?? [], into);
  }
  return into;
}
