import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isCrowdedJson } from '#domain/base/crowded-json.ts';
import { AppError } from '#wire/errors.ts';

/**
 * A body of the largest size has fewer values, unless it is made to occupy the process; as many names as a report copies
 * parts at once: objects with more are slow to build, copy and check. Rich texts with nested lists are the deepest.
 */
const most = { values: 60_000, names: 15_000, depth: 200 };

/** Reads JSON bodies: an empty one is none, and `__proto__` is dropped. */
export function parseJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_req: FastifyRequest, text: string) => readJson(text),
  );
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (isCrowdedJson(text, most)) throw unusable('The request contains too many values');
  try {
    const value: unknown = JSON.parse(text);
    if (mayNameProto.test(text)) dropProto(value);
    return value;
  } catch {
    throw unusable('The body is not valid JSON');
  }
}

/** Also when letters of it are escaped. */
const mayNameProto = /__proto__|\\u00[567]/i;

/** In place: a reviver, which is called for each value, would take ten times as long as the parsing. */
function dropProto(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const each of Object.values(value)) dropProto(each);
}

function unusable(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { body: message });
}
