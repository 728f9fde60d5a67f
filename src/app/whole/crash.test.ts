import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runCrashTest } from '#testing/crash.ts';
import { builtServer } from '#testing/running-server.ts';
import { isThorough } from '#testing/thorough.ts';

const kills = isThorough ? 3 : 2;
const isWholeRun = process.env.npm_lifecycle_event === 'test';

// `npm run bench -- crash` is the long version: 2,000 writes and 20 kills.
test.skipIf(!isWholeRun && !existsSync(builtServer))(
  'killing the server and the database loses and duplicates nothing, except for mail that was being sent',
  async () => {
    if (!existsSync(builtServer))
      throw new Error('dist/server.js is missing: npm test must build before it runs the tests');
    const { mails, ...result } = await runCrashTest({ writes: 150, kills, writers: 6, seed: 7 });
    expect({ ...result, kills, repeats: 0, seconds: 0 }).toEqual({
      acknowledged: 150,
      lost: [],
      doubled: [],
      kills,
      repeats: 0,
      seconds: 0,
    });
    expect({ ...mails, arrivedAgain: 0 }).toEqual({
      expected: 112,
      received: 112,
      arrivedAgain: 0,
      missing: [],
      unexpected: [],
      changed: [],
    });
  },
  400_000,
);
