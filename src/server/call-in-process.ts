import type { FastifyInstance } from 'fastify';
import { pathParams, type Route } from '#wire/route.ts';

/** The response: status, parsed envelope (null for a file), raw body and headers. */
export interface InProcessResponse<T = unknown> {
  status: number;
  success: boolean;
  data: T;
  error: { type: string; message: string; details: Record<string, unknown> | null } | null;
  raw: Buffer;
  headers: Record<string, unknown>;
  /** The whole body as JSON, for fields other than `data`. */
  json: Record<string, unknown>;
}

export interface CallOptions {
  idempotencyKey?: string;
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  ip?: string;
}

/**
 * Calls a route through the whole HTTP stack without a socket, with the same inputs as a browser: path, query, JSON or
 * form. Used by the demo seeding and by tests.
 */
export async function callInProcess(
  app: FastifyInstance,
  route: Route,
  token: string | null,
  input: unknown,
  options: CallOptions = {},
): Promise<InProcessResponse> {
  const rest: Record<string, unknown> = { ...(input as Record<string, unknown>) };
  let path = `/api${route.path}`;
  for (const name of pathParams(route.path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name] ?? '')));
    delete rest[name];
  }
  const headers: Record<string, string> = { ...options.headers };
  if (token) headers.authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  const isQuery = route.method === 'GET';
  const payload = isQuery ? undefined : await encode(route, rest, headers);
  const answer = await app.inject({
    method: route.method,
    url: path,
    ...(isQuery ? { query: asQuery(rest) } : {}),
    headers,
    ...(options.cookies ? { cookies: options.cookies } : {}),
    ...(options.ip ? { remoteAddress: options.ip } : {}),
    ...(payload === undefined ? {} : { payload }),
  });
  return asAnswer(answer.statusCode, answer.rawPayload, answer.headers);
}

function asQuery(input: Record<string, unknown>): Record<string, string> {
  const set = Object.entries(input).filter(([, v]) => v !== undefined && v !== null);
  return Object.fromEntries(set.map(([k, v]) => [k, typeof v === 'object' ? JSON.stringify(v) : String(v)]));
}

async function encode(
  route: Route,
  input: Record<string, unknown>,
  headers: Record<string, string>,
): Promise<Buffer | string> {
  if (!route.form) {
    headers['content-type'] = 'application/json';
    return JSON.stringify(input);
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, one instanceof Blob ? one : String(one));
  }
  const body = new Response(form);
  headers['content-type'] = body.headers.get('content-type') ?? '';
  return Buffer.from(await body.arrayBuffer());
}

function asAnswer(status: number, raw: Buffer, headers: Record<string, unknown>): InProcessResponse {
  const isJson = String(headers['content-type'] ?? '').includes('json');
  const json = isJson && raw.length > 0 ? (JSON.parse(raw.toString()) as Record<string, unknown>) : {};
  return {
    status,
    success: isJson ? json.success === true : status < 400,
    data: (json.data ?? null) as never,
    error: (json.error ?? null) as InProcessResponse['error'],
    raw,
    headers,
    json,
  };
}
