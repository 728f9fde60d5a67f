import { redirect } from '@tanstack/react-router';
import { redirectFor } from '#domain/people/menus.ts';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { rememberReturnPath, returnPathAfterLogin } from '#web/client/stored-session.ts';
import { translateNow } from '#web/i18n.ts';
import { type SessionState, session } from '#web/session.ts';
import { toast } from '#web/toast.ts';

export interface GuardLocation {
  pathname: string;
  href: string;
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** Requires a session: redirects visitors to /auth/login, and back after login; others where redirectFor sends them. */
export function requireSignedIn(place: GuardLocation, isPreload = false): SignedIn {
  const state = requireSession(place);
  const target = redirectFor(state.actor, place.pathname);
  if (target) {
    // Users who followed a link get an explanation; the administrator just has separate pages.
    if (!isPreload && !isPlatformAdmin(state.actor)) toast(translateNow('notYours'), { kind: 'error' });
    throw redirect({ href: target, replace: true });
  }
  return state;
}

/** Redirects signed-in users away from the login pages. */
export function requireSignedOut(isPreload: boolean): void {
  const state = session.state();
  if (state.status !== 'signed-in' || isPreload) return;
  const wanted = returnPathAfterLogin();
  const fits = isPlatformAdmin(state.actor) === /^\/admin(\/|$)/.test(wanted);
  throw redirect({ href: fits ? wanted : homeOf(state), replace: true });
}

/** Redirects a legacy path to its target. Requires only a session; the target checks the permissions. */
export function redirectLegacyPath(place: GuardLocation, target: string, forAdmins: boolean): never {
  const state = requireSession(place);
  const isAdmin = isPlatformAdmin(state.actor);
  const here = forAdmins === isAdmin ? target : homeOf(state);
  throw redirect({ href: here, replace: true });
}

function requireSession(place: GuardLocation): SignedIn {
  const state = session.state();
  if (state.status === 'signed-in') return state;
  if (state.status === 'must-reset') throw redirect({ href: '/force-reset-password', replace: true });
  if (!session.hasLeft()) rememberReturnPath(place.href);
  throw redirect({ href: '/auth/login', replace: true });
}

function homeOf(state: SignedIn): string {
  return isPlatformAdmin(state.actor) ? '/admin' : '/dashboard';
}
