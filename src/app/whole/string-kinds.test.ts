import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { asLine, id, optionalText } from '#wire/fields.ts';
import { routes } from '../features.ts';

/** What is stored or compared exactly as sent: secrets, and what the signer of a document typed. */
const verbatim = /\.(password|current_password|new_password|credentials|signer_name|signature\w*)$/;

interface Def {
  type: string;
  format?: string;
  checks?: { _zod: { def: { check: string; tx?: unknown } } }[];
  shape?: Record<string, Node>;
  options?: Node[];
  [part: string]: unknown;
}
interface Node {
  _zod?: { def: Def };
}

/** The cleaning functions of `wire/fields.ts`, by the check they make. */
const isCleaned = (def: Def) =>
  def.format !== undefined ||
  (def.checks ?? []).some(({ _zod: { def: check } }) => {
    if (check.check === 'string_format') return true;
    return check.check === 'overwrite' && /^clean/.test((check.tx as { name?: string }).name ?? '');
  });

/** Returns the paths of strings that no kind of field cleans. */
function bareStrings(sent: unknown, path = '', seen = new Set<Node>()): string[] {
  const node = sent as Node | undefined;
  const def = node?._zod?.def;
  if (!node || !def || seen.has(node)) return [];
  if (def.type === 'string') return isCleaned(def) || verbatim.test(path) ? [] : [path];
  // The text of a yes or no.
  if (def.type === 'pipe' && (def.out as Node)._zod?.def.type === 'boolean') return [];
  const inner = new Set(seen).add(node);
  const parts = ['innerType', 'in', 'out', 'element', 'valueType', 'left', 'right'].map((part) => def[part]);
  return [
    ...[...parts, ...(def.options ?? [])].flatMap((part) => bareStrings(part, path, inner)),
    ...Object.entries(def.shape ?? {}).flatMap(([key, part]) => bareStrings(part, `${path}.${key}`, inner)),
  ];
}

test('finds a string that is not cleaned', () => {
  const name = z.optional(z.string().check(z.trim()));
  expect(bareStrings(z.object({ id, name, list: z.array(z.union([z.number(), z.string()])) }))).toEqual([
    '.name',
    '.list',
  ]);
  expect(
    bareStrings(z.object({ a: optionalText(), b: z.string().check(asLine), password: z.string() })),
  ).toEqual([]);
});

test('each string that a route accepts is of a kind that cleans it', () => {
  const bare = routes.flatMap(({ route }) =>
    bareStrings(route.input).map((path) => `${route.method} ${route.path} ${path}`),
  );
  expect([...new Set(bare)]).toEqual([]);
});
