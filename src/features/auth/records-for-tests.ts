import type { TestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { listSessions } from './contract.ts';
import { saveView } from './view-contract.ts';

/** A second session of the owner, and a saved view. */
export async function createAuthRecords(testApp: TestApp, owner: TestUser) {
  await testApp.create.signInAgain(owner);
  const session = (await owner.call(listSessions)).find((one) => !one.is_current);
  const kept = { address: 'tab=past', columns: null, is_default: false };
  const view = await owner.call(saveView, { list: 'appointments', name: 'Past', ...kept });
  return { session: session?.id ?? '', savedView: view.id };
}
