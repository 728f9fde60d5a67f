import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { createTempFolder } from './scripts/temp-folder.mjs';

// Differs from the time zone of every company in the tests, to reveal code that uses the machine's by mistake.
process.env.TZ = 'Asia/Tokyo';

createTempFolder();

const setup = './src/testing/test-cluster.ts';

/** Tests that restart killed servers or call every route. Started first, because they would otherwise finish last. */
const long = [
  'whole/route-input-validation',
  'whole/crash',
  'people/import-crash',
  'db/embedded',
  'whole/role-route-matrix',
  'app/boot',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((name) => moduleId.includes(`${name}.test.`));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // Loading the app takes longer than the tests of most files, so a worker loads it once. Tests that replace a global
    // restore it. Our own modules are loaded again for each screen test file: see dom-setup.ts.
    isolate: false,
    // One more than the cores of the smallest machine, since some worker always waits for a server or a lock.
    maxWorkers: 3,
    // With the default size, the young generation is collected after every few tests of an app.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongFirst },
    // Generous, for machines that are busy with other work: a test that hangs still fails.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Most tests log in without testing the login itself, so password hashes are cheap.
          alias: { '@node-rs/argon2': join(import.meta.dirname, 'src/testing/fast-argon2.ts') },
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'scripts/**/*.test.mjs'],
          globalSetup: [setup],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['./src/testing/dom-setup.ts'],
          globalSetup: [setup],
        },
      },
    ],
  },
});
