import type { FastifyInstance } from 'fastify';
import { escapeHtml, sendPlainPage } from '#server/html.ts';
import { openApiDocument } from '#server/openapi.ts';
import type { Route } from '#wire/route.ts';

interface Operation {
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, unknown>; required?: string[] } }>;
  };
}

/** GET /api/openapi.json, and a plain page that shows it at /api/docs. */
export function serveApiPages(app: FastifyInstance, routes: readonly Route[], publicUrl: string): void {
  const document = openApiDocument(routes, publicUrl);
  app.get('/api/openapi.json', async (_req, reply) =>
    reply.type('application/json; charset=utf-8').send(document),
  );
  const page = readerPage(document.paths as Record<string, Record<string, Operation>>);
  app.get('/api/docs', async (_req, reply) => sendPlainPage(reply, 'Gable API', page));
}

function readerPage(paths: Record<string, Record<string, Operation>>): string {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = path.split('/').find((part) => part && !/^v\d+$/.test(part)) ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), entry(method, path, operation)]);
    }
  }
  const sections = [...groups].sort(([a], [b]) => a.localeCompare(b));
  return `<h1>Gable API</h1><p>Machine-readable: <a href="/api/openapi.json">openapi.json</a>. All paths start with <code>/api</code>. Responses have the shape <code>{ success, data, error }</code>.</p>${sections
    .map(([tag, entries]) => `<h2>${escapeHtml(tag)}</h2>${entries.join('')}`)
    .join('')}`;
}

function entry(method: string, path: string, operation: Operation): string {
  const fields = [
    ...(operation.parameters ?? []).map((p) => fieldLine(p.name, p.in, p.required)),
    ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
      Object.keys(schema.properties ?? {}).map((name) =>
        fieldLine(name, 'body', schema.required?.includes(name) ?? false),
      ),
    ),
  ];
  return `<details><summary><code>${method.toUpperCase()} ${escapeHtml(path)}</code><br><small>${escapeHtml(
    operation.summary,
  )}</small></summary><p class="dim">${escapeHtml(operation.description)}</p>${fields.length ? `<dl>${fields.join('')}</dl>` : ''}</details>`;
}

function fieldLine(name: string, place: string, required: boolean): string {
  return `<dt><code>${escapeHtml(name)}</code></dt><dd>${place}${required ? ', required' : ''}</dd>`;
}
