import { pathParams, type Route } from '#wire/route.ts';
import type { IdName, Ids } from '../ids.ts';
import type { Input } from './route-input.ts';
import { inputSchema } from './schema-samples.ts';

/** Paths of all values in the input that are ids of `own`, with the kind of id. */
export function findIdPaths(
  input: unknown,
  own: Ids,
  path: string[] = [],
): { path: string[]; idName: IdName }[] {
  if (typeof input === 'string') {
    const found = (Object.keys(own) as IdName[]).find((name) => own[name] === input);
    return found ? [{ path, idName: found }] : [];
  }
  if (typeof input !== 'object' || input === null || input instanceof Blob) return [];
  return Object.entries(input).flatMap(([key, value]) => findIdPaths(value, own, [...path, key]));
}

/** Returns the input with another value at one path. */
export function withValueAt(input: Input, path: readonly string[], value: unknown): Input {
  const [key = '', ...rest] = path;
  const copy = (Array.isArray(input) ? [...input] : { ...input }) as Input;
  copy[key] = rest.length === 0 ? value : withValueAt(copy[key] as Input, rest, value);
  return copy;
}

type Json = Record<string, unknown>;

/** Schema fields that take an id, with `0` for list entries; without path parameters and idempotency keys. */
export function idFields(route: Route): string[] {
  const found = new Set<string>();
  collect(inputSchema(route), '', found);
  return [...found].filter((path) => !pathParams(route.path).includes(path));
}

function collect(schema: Json, path: string, found: Set<string>): void {
  if (schema.format === 'uuid' && path) found.add(path);
  const below = (key: string) => (path ? `${path}.${key}` : key);
  for (const [key, child] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    collect(child, below(key), found);
  if (schema.items) collect(schema.items as Json, below('0'), found);
  for (const list of [schema.anyOf, schema.oneOf, schema.allOf] as (Json[] | undefined)[]) {
    for (const child of list ?? []) collect(child, path, found);
  }
}
