import { z } from 'zod/mini';
import type { Route, Schema } from '#wire/route.ts';

type Json = Record<string, unknown>;

/** Computing a schema takes a millisecond, and the generic tests request each one dozens of times. */
const known = new WeakMap<Route, Json>();

/** The JSON schema of a route's input, as in the API document. Do not modify. */
export function inputSchema(route: Route): Json {
  const schema = known.get(route) ?? schemaOf(route);
  known.set(route, schema);
  return schema;
}

function schemaOf(route: Route): Json {
  if (!route.input) return { type: 'object', properties: {} };
  return z.toJSONSchema(route.input as Schema as unknown as z.ZodMiniType, {
    io: 'input',
    unrepresentable: 'any',
    reused: 'inline',
  }) as Json;
}

/**
 * Returns a plausible value for a schema: every required field, nothing optional. `idOf` returns the id for a field
 * name, so that a test can use ids of its company, of another company, or unknown ones.
 */
export function sampleFromSchema(schema: Json, idOf: (name: string) => string, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as Json[] | undefined;
  if (options?.[0]) return sampleFromSchema(options[0], idOf, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return sampleObject(schema, idOf);
    case 'array':
      return Number(schema.minItems ?? 0) > 0
        ? [sampleFromSchema((schema.items ?? {}) as Json, idOf, name)]
        : [];
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 1), Number(schema.exclusiveMinimum ?? 0) + 1);
    case 'null':
      return null;
    default:
      return sampleText(schema, idOf, name);
  }
}

function sampleObject(schema: Json, idOf: (name: string) => string): Json {
  const properties = (schema.properties ?? {}) as Record<string, Json>;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(required.map((key) => [key, sampleFromSchema(properties[key] ?? {}, idOf, key)]));
}

function sampleText(schema: Json, idOf: (name: string) => string, name: string): string {
  if (schema.format === 'uuid' || /(^|_)ids?$|Id$/.test(name)) return idOf(name);
  if (/public_?id|token|view_id|uniqId/i.test(name)) return idOf(name);
  if (name.includes('email')) return 'someone@test.example';
  if (/date_time|received_at|until/.test(name)) return '2030-04-01T09:00';
  if (/date|from|to$/i.test(name)) return '2030-04-01';
  if (name.includes('phone')) return '5125550123';
  if (name.includes('password')) return 'correct-Horse1';
  return 'Sample'.padEnd(Number(schema.minLength ?? 0), 'x').slice(0, Number(schema.maxLength ?? 50));
}
