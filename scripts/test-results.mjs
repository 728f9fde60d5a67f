// What the test runners wrote: how many passed and failed, and the names of those that failed.
import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const nothing = { passed: 0, failed: 1, names: ['no result was written'], shaky: [] };

/** The result file of Vitest, with the exit code of its run. A file that cannot be loaded has no failed test and still failed. */
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
  return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed), names, shaky: [] };
}

/** The result file of Playwright, with the exit code of its run. A journey that passed at its second try is shaky. */
export function playwrightResults(file, status) {
  if (!existsSync(file)) return nothing;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, flaky, unexpected } = stats;
  const specs = suites.flatMap(specsOf);
  return {
    passed: expected + flaky,
    failed: status === 0 ? unexpected : Math.max(1, unexpected),
    names: specs.filter((spec) => !spec.ok).map(toldOf),
    shaky: specs.filter((spec) => spec.ok && spec.tests?.some((test) => test.status === 'flaky')).map(toldOf),
  };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** File, title and what the first try that failed said, with its place. */
function toldOf(spec) {
  const failed = spec.tests?.flatMap((test) => test.results).find((result) => result.status !== 'passed');
  const { message, location } = failed?.errors?.[0] ?? failed?.error ?? {};
  const place = location ? ` (line ${location.line})` : '';
  return `${spec.file}: ${spec.title}${place}: ${firstLine(message, 4)}`;
}

/** The first lines of an error, without the colours of a terminal. */
function firstLine(message = 'no message', lines = 1) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, lines)
    .join(' ');
}

/** Names what failed and what passed only at its second try, a line each, where the end of a long log still shows it. */
export function printFailures(names, shaky = []) {
  for (const name of shaky) console.log(`shaky: ${inOneLine(name)}`);
  for (const name of names) console.log(`failed: ${inOneLine(name)}`);
}

const inOneLine = (name) => name.replace(/\s+/g, ' ').slice(0, 400);
