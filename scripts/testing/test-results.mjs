// Reads the test runners' results: how many passed and failed, and the names of those that failed.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const nothing = { passed: 0, failed: 1, names: ['no result was written'], flaky: [] };

/**
 * Reads Vitest's result file, given the exit code of its run. A file that cannot be loaded has no failed test but still
 * counts as failed.
 */
export function vitestResults(file, status) {
  if (!existsSync(file)) return nothing;
  const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  const failed = numFailedTests > 0 ? numFailedTests : numFailedTestSuites;
  const names = testResults
    .filter((one) => one.status !== 'passed')
    .flatMap((one) => {
      const tests = one.assertionResults
        .filter((each) => each.status === 'failed')
        .map((each) => `${each.fullName}: ${firstLine(each.failureMessages?.[0])}`);
      return tests.length > 0 ? tests.map((name) => `${one.name}: ${name}`) : [`${one.name}: ${one.message}`];
    });
  return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed), names, flaky: [] };
}

/** Reads Playwright's result file, given the exit code of its run. A test that passed only on a retry is flaky. */
export function playwrightResults(file, status) {
  if (!existsSync(file)) return nothing;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, flaky, unexpected } = stats;
  const specs = suites.flatMap(specsOf);
  return {
    passed: expected + flaky,
    failed: status === 0 ? unexpected : Math.max(1, unexpected),
    names: specs.filter((spec) => !spec.ok).map(describeFailure),
    flaky: specs
      .filter((spec) => spec.ok && spec.tests?.some((test) => test.status === 'flaky'))
      .map(describeFailure),
  };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** File, title, and the message and position of the first failed attempt. */
function describeFailure(spec) {
  const failed = spec.tests?.flatMap((test) => test.results).find((result) => result.status !== 'passed');
  const { message, location } = failed?.errors?.[0] ?? failed?.error ?? {};
  const place = location ? ` (line ${location.line})` : '';
  return `${spec.file}: ${spec.title}${place}: ${firstLine(message, 4)}`;
}

/** The first lines of an error, without terminal colors. */
function firstLine(message = 'no message', lines = 1) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, lines)
    .join(' ');
}

/** Prints a line for each test that failed or passed only on a retry, visible at the end of a long log. */
export function printFailures(names, flaky = []) {
  for (const name of flaky) console.log(`flaky: ${inOneLine(name)}`);
  for (const name of names) console.log(`failed: ${inOneLine(name)}`);
}

const inOneLine = (name) => name.replace(/\s+/g, ' ').slice(0, 400);
