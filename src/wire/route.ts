import type { Capability } from '#domain/people/permissions.ts';

/** Any zod schema, as a structural type: `z.ZodType` here would make type checking seven times slower. */
export interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
}
/** The parsed type of a schema. */
export type Out<S> = S extends { _zod: { output: infer O } } ? O : Record<never, never>;
/** The type a schema accepts. */
type In<S> = S extends { _zod: { input: infer I } } ? I : Record<never, never>;

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteKind = 'read' | 'write' | 'action';

/**
 * Who may call a route. `public`: anyone. `anyone`: anyone, and a token is read if there is one. `link`: the holder of
 * a public id, which also determines the tenant. `user`: any signed-in user. `member`: a signed-in user of a company
 * (not type 5). `admin`: the platform administrator.
 */
type RouteAccess = 'public' | 'anyone' | 'link' | 'user' | 'member' | 'admin';

/**
 * A limit counted in the database per window: by `ip`, by `account` (signed-in user), or by `email` of the input
 * together with the ip.
 */
interface Limit {
  by: 'ip' | 'account' | 'email';
  max: number;
  minutes: number;
  /**
   * An input field with a code that could be guessed: how many different ones an ip may send. They are counted together
   * for all routes with that field.
   */
  guesses?: { field: string; max: number; minutes: number };
  /** With `access: 'link'`: the most calls of all visitors of one link together in the same window. */
  maxOfLink?: number;
}

export interface RouteOptions {
  access: RouteAccess;
  /** One sentence for the API documentation. */
  summary: string;
  /**
   * `platform`: the transaction crosses tenants. Only the features auth and admin may declare it, and the routes of
   * people that change logins of the company's own team.
   */
  scope?: 'platform';
  /** Checked before the handler runs. What depends on the record is checked in the handler with `ctx.must`. */
  capability?: Capability;
  /**
   * Asks the user for the password, unless they entered it lately: `always`, before the handler runs, or `sometimes`, when
   * the handler calls `ctx.requireConfirmedIdentity` because of what the input changes (decision 0094).
   */
  identity?: 'always' | 'sometimes';
  /**
   * With `access: 'link'`: the path parameter that holds the public id, and the kind of record it refers to. If several
   * kinds are allowed, `ctx.link.kind` is the actual one.
   */
  link?: { param: string; kind: LinkKind | readonly LinkKind[] };
  /**
   * Path, query and body in one schema. Path names come from the path, the rest from the query (GET) or the body
   * (DELETE: both).
   */
  input?: Schema;
  output?: Schema;
  /** The body is multipart/form-data: text fields as text, files as `File`. */
  form?: { maxBytes: number; files?: number };
  /** The response is a file instead of an envelope; the handler returns a `Download`. */
  download?: true;
  /** For a read: the feature whose data it shows. For a write: the features whose reads are stale afterwards. */
  invalidates?: readonly string[];
  /** Names of data fields repeated at the top level of the envelope (two exceptions in the specification). */
  mirrors?: readonly string[];
  limit?: Limit;
  /** It is answered however late the event loop is, because its caller must not have to repeat it. */
  isNeverShed?: true;
  /** The token must have this purpose. Every other route rejects such a token. */
  token?: 'change-password';
}

export type LinkKind =
  | 'appointment'
  | 'agreement'
  | 'invoice'
  | 'report'
  | 'report-view'
  | 'report-comment'
  | 'sample-report'
  | 'repair-list'
  | 'company'
  | 'calendar-feed';

export interface Route<K extends RouteKind = RouteKind, T = unknown, G = unknown>
  extends Omit<RouteOptions, 'input' | 'output'> {
  readonly kind: K;
  readonly method: Method;
  readonly path: string;
  readonly input?: T;
  readonly output?: G;
}

/** The parsed input that a handler receives. */
export type HandlerInput<R> = R extends Route<RouteKind, infer T, unknown> ? Out<T> : never;
export type RouteInput<R> = R extends Route<RouteKind, infer T, unknown> ? In<T> : never;
/** What a handler may return on the server (parsed with `output` in tests and dev). */
export type HandlerOutput<R> = R extends { download: true }
  ? Download
  : R extends Route<RouteKind, unknown, infer G>
    ? In<G>
    : never;
/** What a caller receives in the browser. */
export type RouteOutput<R> = R extends Route<RouteKind, unknown, infer G> ? Out<G> : never;

/**
 * A file as a response. `etag` allows 304; `inline` displays it in the browser (only for types the server generated
 * itself).
 */
export interface Download {
  filename: string;
  type: string;
  body: Uint8Array | NodeJS.ReadableStream | string | RangedBody;
  bytes?: number;
  inline?: boolean;
  etag?: string;
  maxAgeSeconds?: number;
}

/**
 * A body that can be read from any position, as media players do; both ends are inclusive. `bytes` is its total size.
 */
export interface RangedBody {
  between(start: number, end: number): NodeJS.ReadableStream;
}

type Line = `${Method} /${string}`;
type Declared<K extends RouteKind, O extends RouteOptions> = Route<
  K,
  O extends { input: infer T } ? T : undefined,
  O extends { output: infer G } ? G : undefined
> &
  (O extends { download: true } ? { download: true } : unknown);

function declare<K extends RouteKind, const O extends RouteOptions>(
  kind: K,
  line: Line,
  options: O,
): Declared<K, O> {
  const [method, path] = line.split(' ') as [Method, string];
  return { kind, method, path, ...options } as unknown as Declared<K, O>;
}

/** Declares a route that changes nothing. Paths are relative to /api: `GET /v2/clients/{id}`. */
export const read = <const O extends RouteOptions>(line: Line, options: O) => declare('read', line, options);
/** Declares a route that does all its work in one transaction. POSTs honor `Idempotency-Key`. */
export const write = <const O extends RouteOptions>(line: Line, options: O) =>
  declare('write', line, options);
/** Declares a route that calls outside services and opens its transactions itself. */
export const action = <const O extends RouteOptions>(line: Line, options: O) =>
  declare('action', line, options);

/** Returns the parameter names in a path: `/v2/clients/{id}` → ['id']. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);
}

/** Returns the key under which the browser caches a read and by which logs name a route. */
export function routeKey(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
