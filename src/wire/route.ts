import type { Capability } from '#domain/people/permissions.ts';

/** Any zod schema, seen structurally: `z.ZodType` here would make type checking seven times slower. */
export interface Schema {
  readonly _zod: { readonly output: unknown; readonly input: unknown };
}
/** What a schema makes of its input. */
export type Out<S> = S extends { _zod: { output: infer O } } ? O : Record<never, never>;
/** What may be handed to a schema. */
export type In<S> = S extends { _zod: { input: infer I } } ? I : Record<never, never>;

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type RouteKind = 'read' | 'write' | 'action';

/**
 * Who may call: `public` anybody; `anyone` anybody, and a token is looked at when there is one; `link` the holder of a
 * public id (the tenant comes from it); `user` any signed-in person; `member` a signed-in person of a company (not type
 * 5); `admin` the platform administrator.
 */
export type RouteAccess = 'public' | 'anyone' | 'link' | 'user' | 'member' | 'admin';

/** A limit counted in the database per window: by `ip`, by `account` (signed-in user) or by `email` of the input plus ip. */
export interface Limit {
  by: 'ip' | 'account' | 'email';
  max: number;
  minutes: number;
}

export interface RouteOptions {
  access: RouteAccess;
  /** One sentence for the API reader. */
  summary: string;
  /**
   * `platform`: the transaction crosses tenants; only the rooms auth and admin may declare it, and what people does to
   * logins of its own team.
   */
  scope?: 'platform';
  /** Checked before the handler runs; what needs the record is asked again inside with `ctx.must`. */
  capability?: Capability;
  /** With `access: 'link'`: which path part holds the public id and of what it is (several kinds: `ctx.link.kind` tells). */
  link?: { param: string; kind: LinkKind | readonly LinkKind[] };
  /** Path, query and body in one schema; path names come from the path, the rest from query (GET) or body (DELETE: both). */
  input?: Schema;
  output?: Schema;
  /** Body is multipart/form-data: text fields as text, files as `File`. */
  form?: { maxBytes: number; files?: number };
  /** Answers a file instead of an envelope; the handler gives a `Download`. */
  download?: true;
  /** With a read: the room whose data it shows. With a write: the rooms whose reads are stale afterwards. */
  invalidates?: readonly string[];
  /** Names of data fields repeated at the top level of the envelope (two oddities of the specification). */
  mirrors?: readonly string[];
  limit?: Limit;
  /** The token must be of this purpose; every other route refuses such a token. */
  token?: 'change-password';
}

export type LinkKind =
  | 'appointment'
  | 'agreement'
  | 'invoice'
  | 'report'
  | 'report-view'
  | 'report-comment'
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

/** What a handler is given and what a caller hands in and gets, by route. */
export type HandlerInput<R> = R extends Route<RouteKind, infer T, unknown> ? Out<T> : never;
export type RouteInput<R> = R extends Route<RouteKind, infer T, unknown> ? In<T> : never;
/** Inside the server: what the handler may return (parsed by `output` in tests and dev). */
export type HandlerOutput<R> = R extends { download: true }
  ? Download
  : R extends Route<RouteKind, unknown, infer G>
    ? In<G>
    : never;
/** In the browser: what arrives. */
export type RouteOutput<R> = R extends Route<RouteKind, unknown, infer G> ? Out<G> : never;

/** A file as an answer. `etag` allows 304; `inline` shows it in the browser (only for types the server made itself). */
export interface Download {
  filename: string;
  type: string;
  body: Uint8Array | NodeJS.ReadableStream | string | RangedBody;
  bytes?: number;
  inline?: boolean;
  etag?: string;
  maxAgeSeconds?: number;
}

/** What is read from anywhere in it, as players do: both ends count. With it `bytes` says how much there is. */
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

/** A route that changes nothing. Paths are relative to /api: `GET /v2/clients/{id}`. */
export const read = <const O extends RouteOptions>(line: Line, options: O) => declare('read', line, options);
/** A route whose whole work is one transaction. POSTs honour `Idempotency-Key`. */
export const write = <const O extends RouteOptions>(line: Line, options: O) =>
  declare('write', line, options);
/** A route that talks to the outside world and opens its transactions itself. */
export const action = <const O extends RouteOptions>(line: Line, options: O) =>
  declare('action', line, options);

/** The names in a path: `/v2/clients/{id}` → ['id']. */
export function pathParams(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);
}

/** Key under which the browser caches a read and by which logs name a route. */
export function routeKey(route: Pick<Route, 'method' | 'path'>): string {
  return `${route.method} ${route.path}`;
}
