// What the test runners wrote: how many passed and failed, and the names of those that failed.
import { existsSync, readFileSync } from 'node:fs';

const nothing = { passed: 0, failed: 1, names: ['no result was written'] };

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
        .map((each) => each.fullName);
      return tests.length > 0 ? tests.map((name) => `${one.name}: ${name}`) : [`${one.name}: ${one.message}`];
    });
  return { passed: numPassedTests, failed: status === 0 ? failed : Math.max(1, failed), names };
}

/** The result file of Playwright, with the exit code of its run. */
export function journeyResults(file, status) {
  if (!existsSync(file)) return nothing;
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  const { expected, flaky, unexpected } = stats;
  const names = suites
    .flatMap(specsOf)
    .filter((spec) => !spec.ok)
    .map((spec) => `${spec.file}: ${spec.title}`);
  return { passed: expected + flaky, failed: status === 0 ? unexpected : Math.max(1, unexpected), names };
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** Names what failed, a line each, where the end of a long log still shows it. */
export function tellFailures(names) {
  for (const name of names) console.log(`failed: ${name.replace(/\s+/g, ' ').slice(0, 200)}`);
}
