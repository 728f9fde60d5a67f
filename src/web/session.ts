import { useState, useSyncExternalStore } from 'react';
import type { Actor, Role, UserType } from '#domain/people/permissions.ts';
import type { Route } from '#wire/route.ts';
import { ApiFailure, type Client, client } from './client.ts';
import { isInBrowser } from './page-address.ts';

/** The signed-in person as GET /v2/auth/me tells. */
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
  /** Columns chosen per list, saved by PUT /v2/users/me/preferences. */
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
 * `restoring` until the start is over; `unreachable` when no server answered then; `must-reset` after a login that is
 * good only for setting a new password.
 */
export type SessionState =
  | { status: 'restoring' | 'visitor' | 'unreachable' | 'must-reset'; user: null; actor: null }
  | { status: 'signed-in'; user: SessionUser; actor: Actor };

/** The calls a session makes; the kit knows no room, so `src/app` hands them in. */
export interface SessionRoutes {
  me: Route;
  logout: Route;
}

interface Options {
  client: Client;
  /** Tells the other tabs; a test gives its own. */
  channel?: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'> | null;
  wait?: (milliseconds: number) => Promise<void>;
}

type Told = { type: 'signed-in'; userId: string } | { type: 'signed-out' };

const nobody = { user: null, actor: null } as const;
const lastPageKey = 'lastPage';
/**
 * What is kept on the device under this beginning is somebody's unfinished work, and ends with a dot and the person's id;
 * signing out takes it away, and leaves that of others who use the device.
 */
export const draftPrefix = 'gable.draft.';
/** Says to the light public entry that asking for a session is worth a call. */
const hintKey = 'session';

/** The session of a tab: restored by the refresh cookie, shared in its comings and goings with the other tabs. */
export function createSession({ client, channel = null, wait = pause }: Options) {
  let state: SessionState = { status: 'restoring', ...nobody };
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

  /** Takes the session up from the refresh cookie. Network failures are tried again twice, silently. */
  async function restore(): Promise<SessionState> {
    try {
      await patiently(() => client.refresh(), wait);
    } catch (error) {
      return settle({ status: isUnreachable(error) ? 'unreachable' : 'visitor', ...nobody });
    }
    return loadUser();
  }

  /** Reads the person again, for example after the profile changed. A failed read means: not signed in. */
  async function loadUser(): Promise<SessionState> {
    try {
      const user = (await patiently(() => client.call(calls().me, {} as never), wait)) as SessionUser;
      left = false;
      return settle({ status: 'signed-in', user, actor: actorOf(user) });
    } catch {
      client.setAccessToken(null);
      return settle({ status: 'visitor', ...nobody });
    }
  }

  /** Begins the session that a login gave. */
  async function enter(login: {
    accessToken: string;
    user: SessionUser | null;
    mustReset?: boolean | undefined;
  }) {
    client.setAccessToken(login.accessToken);
    left = false;
    if (login.mustReset) return settle({ status: 'must-reset', ...nobody });
    const next = login.user
      ? settle({ status: 'signed-in', user: login.user, actor: actorOf(login.user) })
      : await loadUser();
    if (next.status === 'signed-in') tell({ type: 'signed-in', userId: next.user.id });
    return next;
  }

  /** Ends the session here, on the server and in the other tabs. Rejects, and stays signed in, when the server fails. */
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
    settle({ status: 'visitor', ...nobody });
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
    /** Drops the session in this tab only, for example after a token that was good for one act. */
    forget,
    /** Changes what this tab knows of the person, after a write that the server accepted. */
    amend(change: Partial<SessionUser>) {
      if (state.status !== 'signed-in') return;
      const user = { ...state.user, ...change };
      settle({ status: 'signed-in', user, actor: actorOf(user) });
    },
    /** Did the person end the session on purpose? Then the next login need not lead back. */
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
  // The server, which draws pages too, has no tabs.
  channel: isInBrowser ? new BroadcastChannel('gable-session') : null,
});

/** The session, live, in a component. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.state, session.state);
}

/** The signed-in person; only for screens behind the login. */
export function useUser(): SessionUser {
  return useKept(useSession().user);
}

/** The signed-in person as `allows()` asks for it; only for screens behind the login. */
export function useActor(): Actor {
  return useKept(useSession().actor);
}

// A screen is still there for a moment when the session has ended and the way leads to the login.
function useKept<T>(now: T | null): T {
  const [kept, keep] = useState(now);
  if (now !== null && now !== kept) keep(now);
  const known = now ?? kept;
  if (known === null) throw new Error('This screen is for signed-in people');
  return known;
}

/** Might a session be restored in this browser? Asked by the public entry, to spare clients a call. */
export function mayHaveSession(): boolean {
  return load(hintKey) === '1';
}

/** Remembers where to go after the next login. */
export function rememberReturnPath(path: string): void {
  store(lastPageKey, path);
}

/** Where to go after a login: the page remembered unless it is one of the login pages, else the start page. Asked once. */
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
    // Private mode without storage: nothing was kept.
  }
}

// undefined leaves what is stored, null takes it away.
function store(key: string, value: string | null | undefined): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else if (value !== undefined) localStorage.setItem(key, value);
  } catch {
    // Private mode without storage: nothing to remember with.
  }
}
