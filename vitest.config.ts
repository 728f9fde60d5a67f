import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { createTempFolder } from './scripts/temp-folder.mjs';

// Not the zone of any company in a test: a zone taken from the machine by mistake must show.
process.env.TZ = 'Asia/Tokyo';

createTempFolder();

const setup = './src/testing/test-cluster.ts';

/** They wait for killed servers to come back, or call every route: begun last they would hold up the end of a run. */
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
    // Loading a house takes longer than most files' tests: a worker does it once. What a test puts in place of a global
    // it takes away again. What screens keep in our own modules is new for each file: see dom-setup.ts.
    isolate: false,
    // One more than the cores of the smallest machine: there is always somebody waiting for a server or a lock.
    maxWorkers: 3,
    // Young memory of the usual size is collected every few tests of a house.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongFirst },
    testTimeout: 20_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Logging in is not what most tests that log in are about.
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
