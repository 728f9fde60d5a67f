import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { playwrightResults, vitestResults } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gable-results-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(content) {
  const file = join(folder, 'result.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const of = (name, status, assertionResults, message = '') => ({ name, status, assertionResults, message });

test('counts and names failed tests and files that could not be loaded', () => {
  const file = written({
    numPassedTests: 1,
    numFailedTests: 1,
    numFailedTestSuites: 2,
    testResults: [
      of('a.test.ts', 'failed', [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts', failureMessages: ['1 is not 2\n    at …'] },
      ]),
      of('b.test.ts', 'failed', [], 'no such module'),
    ],
  });
  expect(vitestResults(file, 1)).toEqual({
    passed: 1,
    failed: 1,
    names: ['a.test.ts: subtracts: 1 is not 2', 'b.test.ts: no such module'],
    flaky: [],
  });
});

test('counts a run that failed without a failed test as one failure', () => {
  const file = written({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] });
  expect(vitestResults(file, 0).failed).toBe(0);
  expect(vitestResults(file, 1).failed).toBe(1);
  expect(vitestResults(join(folder, 'nothing'), 0).failed).toBe(1);
  expect(playwrightResults(join(folder, 'nothing'), 0).failed).toBe(1);
});

const tried = (status, ...messages) => ({
  status,
  results: messages.map((message) =>
    message
      ? { status: 'failed', errors: [{ message, location: { line: 7 } }] }
      : { status: 'passed', errors: [] },
  ),
});

test('names failed end-to-end tests with their file and error, at any nesting depth', () => {
  const spec = (title, ok, test) => ({ file: 'a.spec.ts', title, ok, tests: [test] });
  const file = written({
    stats: { expected: 1, flaky: 1, unexpected: 1 },
    suites: [
      {
        specs: [spec('signs in', true, tried('expected', ''))],
        suites: [
          {
            specs: [
              spec(
                'signs out',
                false,
                tried('unexpected', '\u001b[31mno button\u001b[39m\n\nseen: 0', 'again'),
              ),
              spec('waits', true, tried('flaky', 'too late', '')),
            ],
          },
        ],
      },
    ],
  });
  expect(playwrightResults(file, 1)).toEqual({
    passed: 2,
    failed: 1,
    names: ['a.spec.ts: signs out (line 7): no button seen: 0'],
    flaky: ['a.spec.ts: waits (line 7): too late'],
  });
});
