import { useState, useSyncExternalStore } from 'react';
import type { Actor } from '#domain/people/permissions.ts';
import type { Route } from '#wire/route.ts';
import { type Client, client } from './client/client.ts';
import { forgetFirstReads } from './client/early-start.ts';
import { isUnreachable, patiently, pause } from './client/patiently.ts';
import { loadItem, rememberReturnPath, removeDrafts, storeItem } from './client/stored-session.ts';
import { isInBrowser } from './navigation/page-address.ts';
import { actorOf } from './session-actor.ts';

/** The signed-in user, as returned by GET /v2/auth/me. */
export interface SessionUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  profile_pic: string | null;
  role: string;
  user_type: number;
  subscriber_id: string;
  sidebar_nav_links: string[];
  /** Selected columns per list, saved by PUT /v2/users/me/preferences. */
  saved_columns?: Record<string, string[]>;
  language: string;
  can_schedule_new: boolean;
  can_edit_schedule: boolean;
  can_publish_report: boolean;
  can_edit_template: boolean;
  can_add_new_comment: boolean;
  full_company_admin: boolean;
  show_appointment_price: boolean;
  enable_online_scheduling: boolean;
  company_name: string;
  timezone: string;
  currency: number;
  date_format: string;
  country_code: string;
}

/**
 * `restoring` until the start is complete; `unreachable` if no server responded; `must-reset` after a login that only
 * permits setting a new password.
 */
export type SessionState =
  | { status: 'restoring' | 'visitor' | 'unreachable' | 'must-reset'; user: null; actor: null }
  | {
      status: 'signed-in';
      user: SessionUser;
      actor: Actor;
      /** Opened without the server, from what this device knows of the user. Calls wait until it has confirmed the session. */
      isOffline: boolean;
    };

/** The routes a session calls. The UI kit knows no features, so `src/app` passes them in. */
export interface SessionRoutes {
  me: Route;
  logout: Route;
}

/** The user whose work this device stores for use without a network; null if there is none. */
type LoadStoredUser = () => Promise<SessionUser | null>;

interface Options {
  client: Client;
  /** Notifies the other tabs; tests pass their own. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  wait?: (milliseconds: number) => Promise<void>;
}

type TabMessage = { type: 'signed-in'; userId: string } | { type: 'signed-out' };

const noUser = { user: null, actor: null } as const;
/** Indicates to the light public entry that there may be a session, so that asking for it is worth a request. */
const hintKey = 'session';

/** What the parts of one session share. */
interface Tab {
  readonly client: Client;
  readonly channel: NonNullable<Options['channel']> | null;
  readonly wait: (milliseconds: number) => Promise<void>;
  readonly listeners: Set<() => void>;
  state: SessionState;
  routes: SessionRoutes | null;
  storedUser: LoadStoredUser | null;
  /** The user signed out on purpose. */
  hasLeft: boolean;
}

/** Creates the session of a tab: restored with the refresh cookie, and synchronized with the other tabs. */
export function createSession({ client, channel = null, wait = pause }: Options) {
  const tab: Tab = {
    client,
    channel,
    wait,
    listeners: new Set(),
    state: { status: 'restoring', ...noUser },
    routes: null,
    storedUser: null,
    hasLeft: false,
  };
  listen(tab);
  return {
    connect(given: SessionRoutes, storedUser: LoadStoredUser | null = null) {
      tab.routes = given;
      tab.storedUser = storedUser;
    },
    /** Restores the session with the refresh cookie. Network failures are retried twice, silently. */
    restore: () => restore(tab),
    /** Restores the session if there may be one; without a mark of one the user is a visitor at once. */
    begin: () =>
      mayHaveSession() ? restore(tab) : Promise.resolve(settle(tab, { status: 'visitor', ...noUser })),
    /** Asks the server to confirm a session that was opened without it. */
    confirm: () => (isOffline(tab.state) ? restore(tab) : Promise.resolve(tab.state)),
    /** Starts the session returned by a login. */
    enter: (login: Login) => enter(tab, login),
    /** Ends the session here, on the server and in the other tabs. Rejects and stays signed in if the server fails. */
    leave: () => leave(tab),
    /** Reads the user again, for example after the profile was changed. A failed read means: not signed in. */
    reload: () => loadUser(tab),
    /** Drops the session in this tab only, for example after a token for a single action was used. */
    forget: (): void => {
      forget(tab);
    },
    /** Updates the user in this tab after a write that the server accepted. */
    amend(change: Partial<SessionUser>) {
      if (tab.state.status === 'signed-in') settle(tab, signedIn({ ...tab.state.user, ...change }));
    },
    /** Returns whether the user signed out on purpose; the next login then does not return to the previous page. */
    hasLeft: () => tab.hasLeft,
    state: () => tab.state,
    subscribe(listener: () => void) {
      tab.listeners.add(listener);
      return () => {
        tab.listeners.delete(listener);
      };
    },
  };
}

interface Login {
  accessToken: string;
  user: SessionUser | null;
  mustReset?: boolean | undefined;
}

/** How long the server may take to answer before the app opens with what the device has stored. */
const patienceMs = 4_000;

function signedIn(user: SessionUser, isOffline = false): SessionState {
  return { status: 'signed-in', user, actor: actorOf(user), isOffline };
}

const isOffline = (state: SessionState) => state.status === 'signed-in' && state.isOffline;

/** Ends the session when the server or another tab ends it, and takes over that of a user who signs in elsewhere. */
function listen(tab: Tab): void {
  tab.client.onSessionLost(() => {
    if (tab.state.status === 'signed-in') forget(tab);
  });
  tab.channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.type === 'signed-out' && tab.state.status === 'signed-in') {
      tab.hasLeft = true;
      forget(tab);
    }
    if (data.type !== 'signed-in' || tab.state.user?.id === data.userId) return;
    // From the next token on, requests are those of the other user: nothing of this one may be sent any more.
    if (tab.state.user) settle(tab, { status: 'restoring', ...noUser });
    void restore(tab);
  });
}

function settle(tab: Tab, next: SessionState): SessionState {
  tab.state = next;
  tab.client.holdCalls(isOffline(next));
  const isOpen = next.status === 'unreachable' || next.status === 'restoring';
  storeItem(hintKey, next.status === 'signed-in' ? '1' : isOpen ? undefined : null);
  for (const listener of tab.listeners) listener();
  return next;
}

function routesOf({ routes }: Tab): SessionRoutes {
  if (!routes) throw new Error('session.connect() comes first');
  return routes;
}

async function restore(tab: Tab): Promise<SessionState> {
  const refused = patiently(() => tab.client.refresh(), tab.wait).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  const isLate = tab.storedUser && Promise.race([refused, tab.wait(patienceMs).then(() => 'late')]);
  if ((await isLate) === 'late') await openOffline(tab);
  const failure = await refused;
  if (!failure) return loadUser(tab);
  if (!isUnreachable(failure.error)) return forget(tab);
  return (await openOffline(tab)) ?? settle(tab, { status: 'unreachable', ...noUser });
}

/** Signs in the user that this device knows, until the server answers. Returns null if there is none. */
async function openOffline(tab: Tab): Promise<SessionState | null> {
  if (isOffline(tab.state)) return tab.state;
  const user = await tab.storedUser?.().catch(() => null);
  // The user has signed in or out since.
  if (!user || !(tab.state.status === 'restoring' || tab.state.status === 'unreachable')) return null;
  return settle(tab, signedIn(user, true));
}

async function loadUser(tab: Tab): Promise<SessionState> {
  try {
    const read = () => tab.client.call(routesOf(tab).me, {} as never);
    const user = (await patiently(read, tab.wait)) as SessionUser;
    tab.hasLeft = false;
    // What waits on this device is not sent in the name of another user.
    if (isOffline(tab.state) && tab.state.user?.id !== user.id)
      settle(tab, { status: 'restoring', ...noUser });
    return settle(tab, signedIn(user));
  } catch (error) {
    const offline = isUnreachable(error) && (await openOffline(tab));
    if (offline) return offline;
    tab.client.setAccessToken(null);
    return settle(tab, { status: 'visitor', ...noUser });
  }
}

async function enter(tab: Tab, { accessToken, user, mustReset }: Login): Promise<SessionState> {
  tab.client.setAccessToken(accessToken);
  tab.hasLeft = false;
  if (mustReset) return settle(tab, { status: 'must-reset', ...noUser });
  const next = user ? settle(tab, signedIn(user)) : await loadUser(tab);
  if (next.status === 'signed-in') post(tab, { type: 'signed-in', userId: next.user.id });
  return next;
}

async function leave(tab: Tab): Promise<void> {
  await tab.client.call(routesOf(tab).logout, {} as never);
  const leaver = tab.state.user?.id;
  tab.hasLeft = true;
  forget(tab);
  rememberReturnPath(null);
  if (leaver) removeDrafts(leaver);
  post(tab, { type: 'signed-out' });
}

function forget(tab: Tab): SessionState {
  tab.client.setAccessToken(null);
  forgetFirstReads();
  return settle(tab, { status: 'visitor', ...noUser });
}

function post({ channel }: Tab, message: TabMessage): void {
  channel?.postMessage(message);
}

/** The session of this tab. */
export const session = createSession({
  client,
  // The server, which also renders pages, has no tabs.
  channel: isInBrowser ? new BroadcastChannel('gable-session') : null,
});

/** Returns the live session in a component. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** Returns the signed-in user; only for screens behind the login. */
export function useUser(): SessionUser {
  return useLastKnown(useSession().user);
}

/** Returns the signed-in user as an actor for `allows()`; only for screens behind the login. */
export function useActor(): Actor {
  return useLastKnown(useSession().actor);
}

// A screen stays mounted for a moment after the session has ended, while navigating to the login.
function useLastKnown<T>(now: T | null): T {
  const [last, setLast] = useState(now);
  if (now !== null && now !== last) setLast(now);
  const known = now ?? last;
  if (known === null) throw new Error('This screen is for signed-in users');
  return known;
}

/**
 * Returns whether a session may be restorable in this browser: saves visitors and clients a request that would be refused.
 * The server's cookie says so, or the mark of this browser (older sessions have only that).
 */
export function mayHaveSession(): boolean {
  return loadItem(hintKey) === '1' || /(?:^|; )(?:__Secure-)?gable_signed_in=1/.test(document.cookie);
}
