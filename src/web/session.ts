import { useState, useSyncExternalStore } from 'react';
import type { Actor, Role, UserType } from '#domain/people/permissions.ts';
import type { Route } from '#wire/route.ts';
import { ApiFailure, type Client, client } from './client.ts';
import { isInBrowser } from './page-address.ts';

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

type Told = { type: 'signed-in'; userId: string } | { type: 'signed-out' };

const noUser = { user: null, actor: null } as const;
const lastPageKey = 'lastPage';
/**
 * Prefix of the keys under which unfinished work is stored on the device, followed by a dot and the user's id. Signing
 * out removes it, but not that of other users of the device.
 */
export const draftPrefix = 'gable.draft.';
/** Indicates to the light public entry that there may be a session, so that asking for it is worth a request. */
const hintKey = 'session';

/** Creates the session of a tab: restored with the refresh cookie, and synchronized with the other tabs. */
export function createSession({ client, channel = null, wait = pause }: Options) {
  let state: SessionState = { status: 'restoring', ...noUser };
  let routes: SessionRoutes | null = null;
  let left = false;
  const listeners = new Set<() => void>();

  function settle(next: SessionState): SessionState {
    state = next;
    store(hintKey, next.status === 'signed-in' ? '1' : next.status === 'unreachable' ? undefined : null);
    for (const listener of listeners) listener();
    return next;
  }

  function calls(): SessionRoutes {
    if (!routes) throw new Error('session.connect() comes first');
    return routes;
  }

  /** Restores the session with the refresh cookie. Network failures are retried twice, silently. */
  async function restore(): Promise<SessionState> {
    try {
      await patiently(() => client.refresh(), wait);
    } catch (error) {
      return settle({ status: isUnreachable(error) ? 'unreachable' : 'visitor', ...noUser });
    }
    return loadUser();
  }

  /** Reads the user again, for example after the profile was changed. A failed read means: not signed in. */
  async function loadUser(): Promise<SessionState> {
    try {
      const user = (await patiently(() => client.call(calls().me, {} as never), wait)) as SessionUser;
      left = false;
      return settle({ status: 'signed-in', user, actor: actorOf(user) });
    } catch {
      client.setAccessToken(null);
      return settle({ status: 'visitor', ...noUser });
    }
  }

  /** Starts the session returned by a login. */
  async function enter(login: {
    accessToken: string;
    user: SessionUser | null;
    mustReset?: boolean | undefined;
  }) {
    client.setAccessToken(login.accessToken);
    left = false;
    if (login.mustReset) return settle({ status: 'must-reset', ...noUser });
    const next = login.user
      ? settle({ status: 'signed-in', user: login.user, actor: actorOf(login.user) })
      : await loadUser();
    if (next.status === 'signed-in') tell({ type: 'signed-in', userId: next.user.id });
    return next;
  }

  /** Ends the session here, on the server and in the other tabs. Rejects and stays signed in if the server fails. */
  async function leave(): Promise<void> {
    await client.call(calls().logout, {} as never);
    const leaver = state.user?.id;
    left = true;
    forget();
    store(lastPageKey, null);
    if (leaver) dropDrafts(leaver);
    tell({ type: 'signed-out' });
  }

  function forget() {
    client.setAccessToken(null);
    settle({ status: 'visitor', ...noUser });
  }

  function tell(message: Told) {
    channel?.postMessage(message);
  }

  client.onSessionLost(() => {
    if (state.status === 'signed-in') forget();
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.type === 'signed-out' && state.status === 'signed-in') {
      left = true;
      forget();
    }
    if (data.type === 'signed-in' && state.user?.id !== data.userId) void restore();
  });

  return {
    connect(given: SessionRoutes) {
      routes = given;
    },
    restore,
    enter,
    leave,
    reload: loadUser,
    /** Drops the session in this tab only, for example after a token for a single action was used. */
    forget,
    /** Updates the user in this tab after a write that the server accepted. */
    amend(change: Partial<SessionUser>) {
      if (state.status !== 'signed-in') return;
      const user = { ...state.user, ...change };
      settle({ status: 'signed-in', user, actor: actorOf(user) });
    },
    /** Returns whether the user signed out on purpose; the next login then does not return to the previous page. */
    hasLeft: () => left,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
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

/** Returns whether a session may be restorable in this browser. Lets the public entry save clients a request. */
export function mayHaveSession(): boolean {
  return load(hintKey) === '1';
}

/** Stores where to go after the next login. */
export function rememberReturnPath(path: string): void {
  store(lastPageKey, path);
}

/**
 * Returns where to go after a login: the stored page unless it is a login page, else the start page. Can be read once.
 */
export function returnPathAfterLogin(): string {
  const path = load(lastPageKey);
  store(lastPageKey, null);
  const isOurs = path !== null && /^\/(?![/\\])/.test(path);
  return isOurs && !/^\/(auth|force-reset-password)(\/|$|\?)/.test(path) ? path : '/dashboard';
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

function load(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function dropDrafts(userId: string): void {
  const isTheirs = (key: string) => key.startsWith(draftPrefix) && key.endsWith(`.${userId}`);
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
    for (const key of keys) if (isTheirs(key)) localStorage.removeItem(key);
  } catch {
    // Private browsing without storage: nothing was stored.
  }
}

// undefined leaves the stored value, null removes it.
function store(key: string, value: string | null | undefined): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else if (value !== undefined) localStorage.setItem(key, value);
  } catch {
    // Private browsing without storage: nothing can be stored.
  }
}
