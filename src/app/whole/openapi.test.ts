import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { openApiDocument } from '#server/openapi.ts';
import { startTestApp } from '#testing/test-app.ts';
import { routes } from '../features.ts';
import { serveApiPages } from '../pages/api-pages.ts';

type Operation = {
  operationId: string;
  parameters?: { name: string; in: string }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
};

const declared = routes.map((each) => each.route);
const document = openApiDocument(declared, 'http://gable.test');
const paths = document.paths as Record<string, Record<string, Operation>>;

test('the API document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('the API document contains every route once, with its path parameters', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      line: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );
  expect(operations.map(({ line }) => line).sort()).toEqual(
    declared.map((r) => `${r.method} ${r.path}`).sort(),
  );
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    const inPath = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name);
    expect([path, inPath]).toEqual([path, named]);
  }
});

test('the API document describes the purpose, result and errors of every route', () => {
  const silent = declared.filter((route) => route.summary.trim().length < 10).map((route) => route.path);
  expect(silent).toEqual([]);
  const formless = declared
    .filter((route) => !route.output && !route.download)
    .map((route) => `${route.method} ${route.path}`);
  expect(formless).toEqual([]);
});

test('every path in the API document declares its parameters, and no field is read from two places', () => {
  for (const route of declared) {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    expect([route.path, new Set(names).size]).toEqual([route.path, names.length]);
  }
});

test('the API document and the page that shows it are served', async () => {
  const { app: plain, runtime } = await startTestApp();
  expect((await plain.inject('/api/openapi.json')).statusCode).toBe(404);
  const { createHttp } = await import('#server/http/http.ts');
  const app = await createHttp(runtime);
  serveApiPages(app, declared, 'http://gable.test');
  const json = await app.inject('/api/openapi.json');
  expect(json.json().paths).toEqual(JSON.parse(JSON.stringify(paths)));
  const page = await app.inject('/api/docs');
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.headers['content-security-policy']).not.toContain('unsafe');
  for (const route of declared)
    expect(page.body).toContain(`${route.method} ${route.path.replaceAll('&', '&amp;')}`);
  await app.close();
});
