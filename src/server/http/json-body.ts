import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#wire/errors.ts';

/** A body of the largest size has fewer values, unless it is made to occupy the process. */
const mostValues = 60_000;
/** As many parts as a report copies at once. Objects with more are slow to build, copy and check. */
const mostNames = 15_000;
/** Rich texts with nested lists are the deepest. */
const deepest = 200;

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
  refuseManyValues(text);
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

/**
 * Counts values, depth and the names of each object before anything is parsed: two megabytes of empty lists, a million of
 * them, would occupy the process for seconds. Throws BAD_USER_INPUT.
 */
function refuseManyValues(text: string): void {
  let [values, depth] = [1, 0];
  /** Of the open objects, by depth; a list counts none. */
  const names = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === comma) {
      values += 1;
      names[depth] = (names[depth] ?? 0) + 1;
    } else if (code === bracket || code === brace) {
      values += 1;
      depth += 1;
      names[depth] = code === brace ? 1 : Number.NEGATIVE_INFINITY;
    } else if (code === bracketEnd || code === braceEnd) depth -= 1;
    if (values > mostValues || depth > deepest || (names[depth] ?? 0) > mostNames)
      throw unusable('The request contains too many values');
  }
}

const [quote, comma, bracket, bracketEnd, brace, braceEnd, backslash] = [34, 44, 91, 93, 123, 125, 92];

/** The position of the quote that ends a string; the end of the text without one. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((at - before) % 2 === 1) return at;
  }
  return text.length;
}

function unusable(message: string): AppError {
  return new AppError('BAD_USER_INPUT', message, { body: message });
}
