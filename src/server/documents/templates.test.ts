import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repositoryRoot } from './child.ts';

const root = repositoryRoot();
const templates = ['assets', 'src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.typ'))
    .map((name) => join(folder, name)),
);

test('finds the templates', () => {
  expect(templates.length).toBeGreaterThanOrEqual(4);
});

describe.each(templates)('%s', (file) => {
  const code = readFileSync(join(root, file), 'utf8').replace(/(^|\s)\/\/.*$/gm, '');

  test('never evaluates a string as code and loads no remote packages', () => {
    expect(code).not.toMatch(/\beval\s*\(|@preview|@local|\bplugin\s*\(|\bread\s*\(/);
    for (const [, what] of code.matchAll(/#(?:import|include)\s+"([^"]+)"/g)) expect(what).toBe('shared.typ');
  });

  test('contains no hard-coded English text', () => {
    // A sentence in a template would be English for everyone: texts belong in labels.json.
    expect([...code.matchAll(/"[A-Z][a-z]+ [a-z]+[^"]*"/g)].map(([text]) => text)).toEqual(
      file.endsWith('shared.typ')
        ? ['"Noto Sans"', '"Noto Sans Arabic"', '"Noto Sans Hebrew"', '"Noto Emoji"'].filter((x) =>
            / [a-z]/.test(x),
          )
        : [],
    );
  });
});

test('every label exists in every language with the same placeholders', () => {
  const labels: Record<string, Record<string, string>> = JSON.parse(
    readFileSync(join(root, 'assets/typst/labels.json'), 'utf8'),
  );
  const placesIn = (text: string | undefined) => (text?.match(/\{\w+\}/g) ?? []).sort();
  const { en = {}, ...others } = labels;
  expect(Object.keys(others).sort()).toEqual(['de', 'fr']);
  for (const texts of Object.values(others)) {
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(texts)) expect(placesIn(text)).toEqual(placesIn(en[key]));
  }
  const used = templates.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bt\.([a-z_]+)/g)].map(([, key]) => key ?? ''),
  );
  for (const key of used.filter((one) => one !== 'at')) expect(en).toHaveProperty(key);
});

test('the fonts are small enough to ship, each with its license', () => {
  const names = readdirSync(join(root, 'assets/fonts'));
  const families = new Set(names.filter((name) => name.endsWith('.ttf')).map((name) => name.split('_')[0]));
  for (const family of families) expect(names).toContain(`OFL-${family}.txt`);
  const total = names.reduce((sum, name) => sum + readFileSync(join(root, 'assets/fonts', name)).length, 0);
  expect(total).toBeLessThan(8 * 1024 * 1024);
});
