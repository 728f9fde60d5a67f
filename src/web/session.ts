import { useState, useSyncExternalStore } from 'react';
import type { Actor, Role, UserType } from '#domain/people/permissions.ts';
import type { Route } from '#wire/route.ts';
import { ApiFailure, type Client, client } from './client.ts';
import { forgetFirstReads } from './early-start.ts';
import { isInBrowser } from './page-address.ts';
import { loadItem, rememberReturnPath, removeDrafts, storeItem } from './stored-session.ts';

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
  | { status: 'signed-in'; user: SessionUser; actor: Actor };

/** The routes a session calls. The UI kit knows no features, so `src/app` passes them in. */
export interface SessionRoutes {
  me: Route;
  logout: Route;
}

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
    hasLeft: false,
  };
  listen(tab);
  return {
    connect(given: SessionRoutes) {
      tab.routes = given;
    },
    /** Restores the session with the refresh cookie. Network failures are retried twice, silently. */
    restore: () => restore(tab),
    /** Restores the session if there may be one; without a mark of one the user is a visitor at once. */
    begin: () =>
      mayHaveSession() ? restore(tab) : Promise.resolve(settle(tab, { status: 'visitor', ...noUser })),
    /** Starts the session returned by a login. */
    enter: (login: Login) => enter(tab, login),
    /** Ends the session here, on the server and in the other tabs. Rejects and stays signed in if the server fails. */
    leave: () => leave(tab),
    /** Reads the user again, for example after the profile was changed. A failed read means: not signed in. */
    reload: () => loadUser(tab),
    /** Drops the session in this tab only, for example after a token for a single action was used. */
    forget: () => forget(tab),
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

const signedIn = (user: SessionUser): SessionState => ({ status: 'signed-in', user, actor: actorOf(user) });

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
  try {
    await patiently(() => tab.client.refresh(), tab.wait);
  } catch (error) {
    return settle(tab, { status: isUnreachable(error) ? 'unreachable' : 'visitor', ...noUser });
  }
  return loadUser(tab);
}

async function loadUser(tab: Tab): Promise<SessionState> {
  try {
    const read = () => tab.client.call(routesOf(tab).me, {} as never);
    const user = (await patiently(read, tab.wait)) as SessionUser;
    tab.hasLeft = false;
    return settle(tab, signedIn(user));
  } catch {
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

function forget(tab: Tab): void {
  tab.client.setAccessToken(null);
  forgetFirstReads();
  settle(tab, { status: 'visitor', ...noUser });
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
  return loadItem(hintKey) === '1' || /(?:^|; )gable_signed_in=1/.test(document.cookie);
}

function actorOf(user: SessionUser): Actor {
  return {
    kind: 'user',
    userId: user.id,
    subscriberId: user.subscriber_id || user.id,
    userType: user.user_type as UserType,
    role: user.role as Role,
    sessionId: '',
    emailVerified: true,
    purpose: 'full',
    flags: {
      can_schedule_new: user.can_schedule_new,
      can_edit_schedule: user.can_edit_schedule,
      can_publish_report: user.can_publish_report,
      can_edit_template: user.can_edit_template,
      can_add_new_comment: user.can_add_new_comment,
      full_company_admin: user.full_company_admin,
      show_appointment_price: user.show_appointment_price,
    },
  };
}

async function patiently<T>(
  work: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= 2 || !isUnreachable(error)) throw error;
      await wait(400 * 3 ** attempt);
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status >= 500 || [0, 408, 429].includes(error.status));
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
