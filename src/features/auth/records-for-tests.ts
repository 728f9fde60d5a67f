import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listSessions } from './contract.ts';

/** A second session of the owner. */
export async function createAuthRecords(testApp: TestApp, owner: TestUser) {
  await testApp.create.signInAgain(owner);
  const session = (await owner.call(listSessions)).find((one) => !one.is_current);
  return { session: session?.id ?? '' };
}
