import { defineConfig } from 'vitest/config';

// Not the zone of any company in a test: a zone taken from the machine by mistake must show.
process.env.TZ = 'Asia/Tokyo';

const setup = './src/testing/test-cluster.ts';

export default defineConfig({
  test: {
    // Each worker talks to the same two cores and one database cluster.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
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
          globalSetup: [setup],
        },
      },
    ],
  },
});
