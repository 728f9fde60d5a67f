import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project: the nearest one above this file (or the bundle it became) with a package.json. */
export const projectRoot = findRoot(import.meta.dirname);

/** Plain SQL files, applied at start. */
export const migrationsFolder = join(projectRoot, 'migrations');

/** What the build made for the browser. */
export const webFolder = join(projectRoot, 'dist/web');

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json above ${from}`);
  }
}
