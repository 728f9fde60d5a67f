import { pathParams, type Route, routeKey } from '#wire/route.ts';

export interface RequestParts {
  method: string;
  /** Path and query below the base URL of the API. */
  url: string;
  body?: string | FormData | undefined;
}

/**
 * Splits an input into path, query and body as the route defines: path parameters fill the path, the rest is the query
 * of a GET, multipart fields if the route takes a form, else JSON.
 */
export function toRequestParts(route: Pick<Route, 'method' | 'path' | 'form'>, input: unknown): RequestParts {
  const rest = new Map(Object.entries((input ?? {}) as Record<string, unknown>));
  let path = route.path;
  for (const name of pathParams(route.path)) {
    const value = rest.get(name);
    if (value === undefined || value === null || value === '') throw new Error(`${route.path} needs ${name}`);
    path = path.replace(`{${name}}`, encodeURIComponent(String(value)));
    rest.delete(name);
  }
  if (route.method === 'GET') return { method: 'GET', url: path + queryOf(rest) };
  if (route.form) return { method: route.method, url: path, body: formOf(rest) };
  const body = rest.size > 0 ? JSON.stringify(Object.fromEntries(rest)) : undefined;
  return { method: route.method, url: path, body };
}

/** Returns the key under which the cache of a tab stores the data of a read. */
export function readKey(route: Route, input: unknown): [readonly string[], string, unknown] {
  return [route.invalidates ?? [], routeKey(route), input];
}

function queryOf(values: Map<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of values) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') query.append(name, String(one));
    }
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

function formOf(values: Map<string, unknown>): FormData {
  const form = new FormData();
  for (const [name, value] of values) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one === undefined) continue;
      if (one instanceof Blob) form.append(name, one);
      else if (one !== null && typeof one === 'object') form.append(name, JSON.stringify(one));
      else form.append(name, one === null ? '' : String(one));
    }
  }
  return form;
}

/** Returns the file name of a content-disposition header; the UTF-8 form takes precedence. */
export function filenameFromHeader(header: string | null): string | null {
  if (!header) return null;
  const utf8 = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
  if (utf8) {
    try {
      return decodeURIComponent(utf8.trim());
    } catch {
      // Invalid escape: fall back to the plain form below.
    }
  }
  const plain = /filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]+))/i.exec(header);
  const name = plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
  return name || null;
}
