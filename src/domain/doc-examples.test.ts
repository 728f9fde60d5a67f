/** Every `@example call → value` in a doc comment of the domain holds; `;` separates several. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const here = import.meta.dirname;
const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
);
const examples = files.flatMap((file) =>
  [...readFileSync(join(here, file), 'utf8').matchAll(/@example (.+)/g)].flatMap(([, line = '']) =>
    line.split(' ; ').map((example) => [file, ...example.split(' → ')] as [string, string, string]),
  ),
);

test('finds examples', () => {
  expect(examples.length).toBeGreaterThan(3);
});

test.each(examples)('%s: %s returns %s', async (_, call, value) => {
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(join(here, file)).href)),
  );
  const names = Object.assign({}, ...modules) as Record<string, unknown>;
  const run = (code: string) =>
    new Function(...Object.keys(names), `return ${code}`)(...Object.values(names));
  expect(run(call)).toEqual(run(value));
});
