import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { journeyResults, vitestResults } from './test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'gable-results-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(content) {
  const file = join(folder, 'result.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const of = (name, status, assertionResults, message = '') => ({ name, status, assertionResults, message });

test('failed tests and files that could not be loaded are counted and named', () => {
  const file = written({
    numPassedTests: 1,
    numFailedTests: 1,
    numFailedTestSuites: 2,
    testResults: [
      of('a.test.ts', 'failed', [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'subtracts' },
      ]),
      of('b.test.ts', 'failed', [], 'no such module'),
    ],
  });
  expect(vitestResults(file, 1)).toEqual({
    passed: 1,
    failed: 1,
    names: ['a.test.ts: subtracts', 'b.test.ts: no such module'],
  });
});

test('a run that failed without a failed test counts as one failure', () => {
  const file = written({ numPassedTests: 3, numFailedTests: 0, numFailedTestSuites: 0, testResults: [] });
  expect(vitestResults(file, 0).failed).toBe(0);
  expect(vitestResults(file, 1).failed).toBe(1);
  expect(vitestResults(join(folder, 'nothing'), 0).failed).toBe(1);
  expect(journeyResults(join(folder, 'nothing'), 0).failed).toBe(1);
});

test('failed journeys are named with their file, however deep they stand', () => {
  const spec = (title, ok) => ({ file: 'a.spec.ts', title, ok });
  const file = written({
    stats: { expected: 1, flaky: 0, unexpected: 1 },
    suites: [{ specs: [spec('signs in', true)], suites: [{ specs: [spec('signs out', false)] }] }],
  });
  expect(journeyResults(file, 1)).toEqual({ passed: 1, failed: 1, names: ['a.spec.ts: signs out'] });
});
