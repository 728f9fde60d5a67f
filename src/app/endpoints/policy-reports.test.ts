import { expect, test, vi } from 'vitest';
import { createHttp } from '#server/http/http.ts';
import { contentSecurityPolicy } from '#server/http/pages.ts';
import { startTestApp } from '#testing/test-app.ts';
import { servePolicyReports } from './policy-reports.ts';

const { runtime: house } = await startTestApp();
const app = await createHttp(house);
const heard = vi.fn();
app.addHook('onRequest', async (req) => {
  req.log.warn = heard;
});
servePolicyReports(app, house);
const tells = (payload: string, type = 'application/csp-report') =>
  app.inject({ method: 'POST', url: '/api/policy-reports', headers: { 'content-type': type }, payload });

test('only the pages of payment services ask for reports', () => {
  expect(contentSecurityPolicy('n', false, { script: [], frame: [], connect: [] })).toContain(
    'report-uri /api/policy-reports',
  );
  expect(contentSecurityPolicy('n', false)).not.toContain('report-uri');
});

test('what a page kept out is logged without query strings, and not endlessly', async () => {
  const report = {
    'document-uri': 'https://gable.example/invoice/abc?p=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/skim.js?card=4111',
    'source-file': 'inline',
  };
  expect((await tells(JSON.stringify({ 'csp-report': report }))).statusCode).toBe(204);
  expect(heard.mock.calls).toEqual([
    [
      {
        directive: 'script-src-elem',
        blocked: 'https://evil.example/skim.js',
        page: 'https://gable.example/invoice/abc',
        source: 'inline',
      },
      expect.any(String),
    ],
  ]);
  expect((await tells('{"something":1}')).statusCode).toBe(400);
  expect((await tells('{')).statusCode).toBe(400);
  expect((await tells('x'.repeat(30_000))).statusCode).toBe(413);
  const many = await Promise.all(Array.from({ length: 30 }, () => tells('{')));
  expect(many.at(-1)?.statusCode === 429 || many.some((one) => one.statusCode === 429)).toBe(true);
  expect(heard).toHaveBeenCalledTimes(1);
});
