import type { FastifyRequest } from 'fastify';
import { cleanFilename, withoutInvisible } from '#domain/text/clean.ts';
import { AppError, badInput } from '#wire/errors.ts';
import { pathParams, type Route, type Schema } from '#wire/route.ts';
import { largestTexts, stopAtLimit } from './body-limits.ts';
import type { HandledRoute } from './handle.ts';

/** The part of zod needed at run time; contracts are typed structurally. */
interface Parser {
  safeParse(value: unknown):
    | { success: true; data: unknown }
    | {
        success: false;
        error: { issues: { path: PropertyKey[]; message: string; code?: string; keys?: string[] }[] };
      };
}

/** Throws unless a file of a form may be accepted. */
export type CheckFile = (field: string, file: { name: string; bytes: Uint8Array }) => Promise<void>;

/**
 * Collects a call's input into one object: path parameters from the path, the rest from query or body (DELETE: both).
 */
export async function gatherInput(
  route: Route,
  req: FastifyRequest,
  checkFile: CheckFile,
): Promise<Record<string, unknown>> {
  const query = req.query as Record<string, unknown>;
  const body = route.form ? await readForm(req, route.form, checkFile) : bodyOf(req);
  const rest = route.method === 'GET' ? query : route.method === 'DELETE' ? { ...query, ...body } : body;
  const input: Record<string, unknown> = { ...rest };
  const params = req.params as Record<string, string>;
  for (const name of pathParams(route.path)) input[name] = params[name];
  return input;
}

/** The most invalid fields that an answer names. */
const mostNamed = 100;

/** Returns the input as typed by the contract. Throws BAD_USER_INPUT naming the invalid fields, at most 100 of them. */
export function parseInput(route: Route, input: Record<string, unknown>): unknown {
  if (!route.input) return {};
  const parsed = (route.input as Schema as unknown as Parser).safeParse(cleaned(input));
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues.slice(0, mostNamed)) {
    const keys = issue.keys?.slice(0, mostNamed).map((key) => [...issue.path, key].join('.')) ?? [];
    const names = keys.length > 0 ? keys : [issue.path.join('.') || 'body'];
    for (const name of names) fields[name] ??= keys.length > 0 ? 'Unknown field' : issue.message;
  }
  throw new AppError('BAD_USER_INPUT', Object.values(fields)[0] ?? 'Check the form', fields);
}

/** As `parseInput`, for a route whose handler knows more that is wrong: one answer names all. */
export async function parseInputOf(
  { route, alsoWrong }: HandledRoute,
  input: Record<string, unknown>,
): Promise<unknown> {
  try {
    return parseInput(route, input);
  } catch (error) {
    if (!alsoWrong || !(error instanceof AppError)) throw error;
    throw new AppError(error.type, error.message, { ...(await alsoWrong(input)), ...error.details });
  }
}

/** What a user typed exactly as it was typed, since it is compared with it later. */
const verbatim = /password|secret|api_key|private_key|transaction_key/i;

/**
 * Removes control and invisible characters from every text of the input: here, because no route may forget it. Throws
 * BAD_USER_INPUT for what PostgreSQL cannot store, NUL and lone surrogates, where the field can still be named.
 */
function cleaned(input: Record<string, unknown>): unknown {
  try {
    return cleanedDeep(input, false);
  } catch (error) {
    throw error instanceof Unstorable ? unstorableAt(error.path) : error;
  }
}

/** A text that cannot be stored. Its path is built on the way up, since hardly any input has one. */
class Unstorable extends Error {
  readonly path: string[] = [];
}

/** Returns the same value if nothing in it changes: a large input has tens of thousands. */
function cleanedDeep(value: unknown, isVerbatim: boolean): unknown {
  if (typeof value === 'string') {
    if (unstorable.test(value)) throw new Unstorable();
    return isVerbatim ? value : withoutInvisible(value);
  }
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value;
  let copy: Record<string, unknown> | unknown[] | null = null;
  for (const key of Object.keys(value)) {
    const before = (value as Record<string, unknown>)[key];
    const after = cleanedAt(key, before, isVerbatim || (!Array.isArray(value) && verbatim.test(key)));
    if (after === before) continue;
    copy ??= Array.isArray(value) ? [...value] : { ...value };
    (copy as Record<string, unknown>)[key] = after;
  }
  return copy ?? value;
}

function cleanedAt(key: string, value: unknown, isVerbatim: boolean): unknown {
  try {
    if (unstorable.test(key)) throw new Unstorable();
    return cleanedDeep(value, isVerbatim);
  } catch (error) {
    if (error instanceof Unstorable) error.path.unshift(key);
    throw error;
  }
}

const unstorable = /\0|\p{Surrogate}/u;

function unstorableAt(path: readonly string[]): AppError {
  return badInput({ [path.join('.') || 'body']: 'The text contains a character that can’t be stored' });
}

/** Checks the response against the contract, so that tests and the demo notice drift. Throws a plain Error. */
export function checkResponse(route: Route, answer: unknown): unknown {
  if (!route.output) return answer ?? null;
  const parsed = (route.output as Schema as unknown as Parser).safeParse(answer);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((i) => `${i.path.join('.')}: ${i.message}`).join('; ');
  throw new Error(`the response of ${route.method} ${route.path} violates its contract: ${issues}`);
}

const noObject = 'The body must be a JSON object';

function bodyOf(req: FastifyRequest): Record<string, unknown> {
  const { body } = req;
  // The form parser leaves the body unread; a route that expects no form must not treat it as empty.
  if (body === undefined && !req.isMultipart()) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('BAD_USER_INPUT', noObject, { body: noObject });
  }
  return body as Record<string, unknown>;
}

const unreadable = 'The request could not be read';

const largestText = 256_000;
const mostTexts = 60;

function formLimits(limits: { maxBytes: number; files?: number }) {
  return {
    fileSize: limits.maxBytes,
    files: limits.files ?? 1,
    fields: mostTexts,
    // One character more, to distinguish truncated text from text that just fits.
    fieldSize: largestText + 1,
  };
}

async function readForm(
  req: FastifyRequest,
  limits: { maxBytes: number; files?: number },
  checkFile: CheckFile,
): Promise<Record<string, unknown>> {
  if (!req.isMultipart()) {
    throw new AppError('BAD_USER_INPUT', 'Send multipart/form-data', {
      body: 'Send multipart/form-data',
    });
  }
  const form: Record<string, unknown> = Object.create(null);
  let textBytes = 0;
  const files: [string, { name: string; bytes: Uint8Array }][] = [];
  stopAtLimit(req, limits);
  try {
    for await (const part of req.parts({ limits: formLimits(limits) })) {
      const file = part.type === 'file' ? await fileOf(part) : null;
      if (file) files.push([part.fieldname, file]);
      const value = file
        ? new File([file.bytes], file.name, { type: file.type })
        : String(part.type === 'field' ? part.value : '');
      // The body limit does not apply to forms, and a form with many texts is held in memory as a whole.
      if (typeof value === 'string') textBytes += refuseLongText(value);
      if (textBytes > largestTexts) throw tooMuchText();
      const before = form[part.fieldname];
      form[part.fieldname] =
        before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
    }
  } catch (error) {
    // The rest of the body is discarded.
    req.raw.unpipe().resume();
    // The parser's own errors (a truncated form) have no code, a broken connection has another; both are about the input.
    const { code } = error as { code?: unknown };
    if (error instanceof AppError || (typeof code === 'string' && code.startsWith('FST_'))) throw error;
    throw new AppError('BAD_USER_INPUT', unreadable, { body: unreadable });
  }
  // Once the form is complete, so that a slow scanner holds up no upload.
  for (const [field, file] of files) await checkFile(field, file);
  return form;
}

/** Returns the bytes of a form's text. Throws when it is longer than any text may be. */
function refuseLongText(text: string): number {
  const bytes = Buffer.byteLength(text);
  if (bytes > largestText) throw tooMuchText();
  return bytes;
}

function tooMuchText(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The form contains too much text', { maxBytes: largestTexts });
}

/** Browsers write quotes and line breaks in the names of a form's files as %22, %0D and %0A, and no other sign so. */
function filenameOf(sent: string): string {
  return cleanFilename(sent.replaceAll('%22', '"').replace(/%0d|%0a/gi, ' '));
}

async function fileOf(part: {
  fieldname: string;
  filename: string;
  mimetype: string;
  toBuffer(): Promise<Buffer>;
}): Promise<{ name: string; type: string; bytes: Uint8Array<ArrayBuffer> }> {
  if (part.filename.includes('\0')) throw unstorableAt([part.fieldname]);
  const bytes = new Uint8Array(await part.toBuffer());
  return { name: filenameOf(part.filename), type: part.mimetype, bytes };
}
