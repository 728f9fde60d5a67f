import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { routes } from '../features.ts';

interface Def {
  type: string;
  error?: unknown;
  checks?: { _zod: { def: { check: string; error?: unknown } } }[];
  shape?: Record<string, Node>;
  options?: Node[];
  [part: string]: unknown;
}
interface Node {
  _zod?: { def: Def };
}

/**
 * Returns the paths of values whose upper limit has no own message: what the schema says about a missing value
 * would be said about one that is too large.
 */
function unexplainedLimits(sent: unknown, path = '', seen = new Set<Node>()): string[] {
  const node = sent as Node | undefined;
  const def = node?._zod?.def;
  if (!node || !def || seen.has(node)) return [];
  const inner = new Set(seen).add(node);
  const limits = (def.checks ?? []).map((each) => each._zod.def);
  const isUnexplained = limits.some(
    (limit) => /^(max_length|max_size|less_than)$/.test(limit.check) && limit.error === undefined,
  );
  const parts = ['innerType', 'in', 'out', 'element', 'valueType', 'left', 'right'].map((part) => def[part]);
  return [
    ...(def.error !== undefined && isUnexplained ? [path] : []),
    ...[...parts, ...(def.options ?? [])].flatMap((part) => unexplainedLimits(part, path, inner)),
    ...Object.entries(def.shape ?? {}).flatMap(([key, part]) =>
      unexplainedLimits(part, `${path}.${key}`, inner),
    ),
  ];
}

test('finds a limit that is explained by another message', () => {
  const list = z.optional(z.array(z.string(), 'Choose one').check(z.maxLength(3)));
  const explained = z.array(z.string(), 'Choose one').check(z.maxLength(3, 'At most 3'));
  expect(unexplainedLimits(z.object({ list, explained, plain: z.string().check(z.maxLength(3)) }))).toEqual([
    '.list',
  ]);
});

test('each upper limit of an input says so, and not that the value is missing', () => {
  const found = routes.flatMap(({ route }) =>
    unexplainedLimits(route.input).map((path) => `${route.method} ${route.path} ${path}`),
  );
  expect([...new Set(found)]).toEqual([]);
});
