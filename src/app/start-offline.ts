import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { client } from '#web/client/client.ts';
import { pause } from '#web/client/patiently.ts';
import { loadItem, storeItem } from '#web/client/stored-session.ts';
import { isServerReachable, watchConnection } from '#web/offline/connection.ts';
import { type SessionState, type SessionUser, session } from '#web/session.ts';

/** Set while this device stores data of a user. */
const markKey = 'gable.on-device';
/** The first page goes first. */
const afterStartMs = 3_000;

const store = () => import('#web/offline/offline-store.ts');

/** Returns the user who can open the app on this device without a network; null if there is none. */
export async function loadStoredUser(): Promise<SessionUser | null> {
  return loadItem(markKey) ? (await store()).loadStoredUser() : null;
}

/**
 * Keeps what this device needs to open the app without a network: the user while signed in, the service worker, nothing
 * after signing out. A session opened without the server is confirmed when the server answers.
 */
export function startOffline(): void {
  const { lose, doubt } = watchConnection({
    isReachable: isServerReachable,
    onReturn: async () => !isUnconfirmed(await session.confirm()),
    wait: pause,
  });
  client.onUnanswered(doubt);
  session.subscribe(() => {
    const state = session.state();
    if (isUnconfirmed(state)) lose();
    else if (state.status === 'signed-in') setTimeout(() => void remember().catch(() => {}), afterStartMs);
    else if (state.status === 'visitor' && loadItem(markKey)) void forget().catch(() => {});
  });
}

const isUnconfirmed = (state: SessionState) => state.status === 'signed-in' && state.isOffline;

// Both fail if their code cannot be loaded; the next start tries again.
async function remember(): Promise<void> {
  const state = session.state();
  if (state.status !== 'signed-in' || state.isOffline || isPlatformAdmin(state.actor)) return;
  const [{ storeUser }, { registerWorker }] = await Promise.all([
    store(),
    import('#web/offline/register-worker.ts'),
  ]);
  storeItem(markKey, '1');
  await storeUser(state.user);
  // The user has signed out since.
  if (session.state().status === 'visitor') return forget();
  await registerWorker();
}

async function forget(): Promise<void> {
  const [{ forgetDevice }, { removeSentReports }] = await Promise.all([
    store(),
    import('#features/reports/screens/work/device-drafts.ts'),
  ]);
  await Promise.all([forgetDevice(), removeSentReports()]);
  storeItem(markKey, null);
}
