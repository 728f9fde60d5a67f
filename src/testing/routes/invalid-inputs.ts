import { parseInput } from '#server/http/input.ts';
import { AppError } from '#wire/errors.ts';
import { pathParams, type Route, type Schema } from '#wire/route.ts';
import { withValueAt } from './input-paths.ts';
import type { Input } from './route-input.ts';
import { inputSchema } from './schema-samples.ts';

/** An invalid body, made from a valid one. */
export interface InvalidInput {
  /** What is wrong with it, for the test output. */
  what: string;
  /** The top-level field that was changed. */
  field: string;
  input: Input;
  /** Whether the contract itself refuses this value in this field. */
  isRefused: boolean;
}

interface Parser {
  safeParse(value: unknown): {
    success: boolean;
    error?: { issues: { path: PropertyKey[]; keys?: string[] }[] };
  };
}

/** Values of every kind, most of which are invalid in most fields. */
const oddValues: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['a negative number', -1],
  ['a huge number', 1e300],
  ['a number beyond integers', 9_007_199_254_740_992],
  ['a fraction', 0.333333333],
  ['an empty string', ''],
  ['a space', ' '],
  ['a string', 'Sample'],
  ['a long string', 'x'.repeat(60_000)],
  ['a string with NUL', 'a\u0000b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a string of SQL', "'; drop table users; --"],
  ['an unknown id', '00000000-0000-0000-0000-000000000000'],
  ['an empty list', []],
  ['a list of everything', [null, 1, 'x', {}, []]],
  ['a list of 600', Array.from({ length: 600 }, (_, i) => i)],
  ['an object', { a: 1 }],
  ['a deep object', deep(150)],
  ['an instant', '2030-03-08T09:00:00Z'],
  ['an invalid date', '2030-02-31T25:61'],
];

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
}

/** Fields that most routes share and the server layer reads: a few extreme values are enough for each. */
const everywhere = /^(cursor|perPage|limit|subscriber_?[iI]d|p|t|rev)$/;

/** Inputs with every field of the route set to every odd value, one at a time, and with each required field missing. */
export function invalidInputs(route: Route, good: Input): InvalidInput[] {
  const schema = inputSchema(route) as { properties?: Record<string, unknown>; required?: string[] };
  const fields = Object.keys(schema.properties ?? {});
  const valuesFor = (field: string) => {
    if (everywhere.test(field))
      return oddValues.filter(([what]) => /NUL|huge|everything|a long string/.test(what));
    // A lone surrogate cannot be encoded in a URL.
    return pathParams(route.path).includes(field)
      ? oddValues.filter(([what]) => what !== 'a lone surrogate')
      : oddValues;
  };
  const invalid = fields.flatMap((field) =>
    valuesFor(field).map(([what, value]) => made(route, field, what, { ...good, [field]: value })),
  );
  const missing = (schema.required ?? []).map((field) => {
    const { [field]: _, ...rest } = good;
    return made(route, field, 'nothing', rest);
  });
  return [...invalid, ...missing, ...invalidLeaves(route, good)];
}

/** The leaves inside lists and objects of a valid input, set to the odd values that reach columns most often. */
function invalidLeaves(route: Route, good: Input): InvalidInput[] {
  const places = leaves(good).filter((path) => path.length > 1);
  const values = oddValues.filter(([what]) =>
    /NUL|huge|negative|null|an object|long string|beyond/.test(what),
  );
  return places.flatMap((path) =>
    values.map(([what, value]) =>
      made(route, path[0] ?? '', `${what} at ${path.join('.')}`, withValueAt(good, path, value)),
    ),
  );
}

function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return [path];
  return Object.entries(value).flatMap(([key, child]) => leaves(child, [...path, key]));
}

function made(route: Route, field: string, what: string, input: Input): InvalidInput {
  return { what, field, input, isRefused: refuses(route, field, asSent(route, input)) };
}

/** The input as the server receives it: in a path, a query or a form every value is text. */
function asSent(route: Route, input: Input): Input {
  const inPath = pathParams(route.path);
  const isText = route.method === 'GET' || route.form !== undefined;
  const sent = Object.entries(input).flatMap(([name, value]): [string, unknown][] => {
    if (inPath.includes(name)) return [[name, String(value ?? '')]];
    if (!isText) return [[name, value]];
    if (route.method === 'GET') {
      if (value === undefined || value === null) return [];
      return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
    }
    const parts = (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => (one instanceof Blob ? one : String(one)));
    if (value === undefined || parts.length === 0) return [];
    return [[name, parts.length === 1 ? parts[0] : parts]];
  });
  return Object.fromEntries(sent);
}

function refuses(route: Route, field: string, input: Input): boolean {
  if (!route.input) return false;
  const parsed = (route.input as Schema as unknown as Parser).safeParse(input);
  return (parsed.error?.issues ?? []).some((issue) => issue.path[0] === field || issue.keys?.includes(field));
}

/**
 * The error details with which the server refuses this input before it reaches the command; null when it does not
 * refuse it, or when an earlier step may check the field. Inputs of a route with the same details take the same path
 * through the server, so tests send only one of them.
 */
export function fieldErrors(route: Route, wrong: InvalidInput): Record<string, unknown> | null {
  if (route.form || pathParams(route.path).includes(wrong.field) || readEarly.test(wrong.field)) return null;
  const sent = asSent(route, wrong.input);
  try {
    // Values that JSON cannot express do not arrive.
    parseInput(route, JSON.parse(JSON.stringify(sent)) as Input);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.type === 'BAD_USER_INPUT') return error.details;
    throw error;
  }
}

/** Compared with the session, counted by rate limits or used to open links before the contract validates the input. */
const readEarly = /^(subscriber_?id|email|p|t)$/i;
