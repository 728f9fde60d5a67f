import { expect, test, vi } from 'vitest';
import { createHttp } from '#server/http/http.ts';
import { contentSecurityPolicy } from '#server/http/pages.ts';
import { startTestApp } from '#testing/test-app.ts';
import { servePolicyReports } from './policy-reports.ts';

const { runtime } = await startTestApp();
const app = await createHttp(runtime);
const logged = vi.fn();
app.addHook('onRequest', async (req) => {
  req.log.warn = logged;
});
servePolicyReports(app, runtime);
const reportViolation = (payload: string, type = 'application/csp-report') =>
  app.inject({ method: 'POST', url: '/api/policy-reports', headers: { 'content-type': type }, payload });

test('only payment pages request policy reports', () => {
  expect(contentSecurityPolicy('n', false, { script: [], frame: [], connect: [] })).toContain(
    'report-uri /api/policy-reports',
  );
  expect(contentSecurityPolicy('n', false)).not.toContain('report-uri');
});

test('logs what a page blocked without query strings, up to a limit', async () => {
  const report = {
    'document-uri': 'https://gable.example/invoice/abc?p=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/skim.js?card=4111',
    'source-file': 'inline',
  };
  expect((await reportViolation(JSON.stringify({ 'csp-report': report }))).statusCode).toBe(204);
  expect(logged.mock.calls).toEqual([
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
  expect((await reportViolation('{"something":1}')).statusCode).toBe(400);
  expect((await reportViolation('{')).statusCode).toBe(400);
  expect((await reportViolation('x'.repeat(30_000))).statusCode).toBe(413);
  const many = await Promise.all(Array.from({ length: 30 }, () => reportViolation('{')));
  expect(many.at(-1)?.statusCode === 429 || many.some((one) => one.statusCode === 429)).toBe(true);
  expect(logged).toHaveBeenCalledTimes(1);
});
