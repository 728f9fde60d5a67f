import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Returns the browser modules that the public entry reaches, also those it loads on demand. */
function reachable(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(file)) return found;
  found.add(file);
  for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+\.tsx?)'/g)) {
    if (target.startsWith('#')) reachable(join(root, target.slice(1)), found);
    else if (target.startsWith('.')) reachable(join(dirname(file), target), found);
  }
  return found;
}

test('no field of a public page cuts what is pasted: what is too long is named', () => {
  const files = [...reachable(join(root, 'app/start-public.tsx'))];
  expect(files.length).toBeGreaterThan(100);
  const cutting = files.filter((file) => /maxLength=/.test(readFileSync(file, 'utf8')));
  expect(cutting.map((file) => file.slice(root.length + 1))).toEqual([]);
});
