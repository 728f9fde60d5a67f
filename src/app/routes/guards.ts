import { redirect } from '@tanstack/react-router';
import { redirectFor } from '#domain/people/menus.ts';
import { isPlatformAdmin } from '#domain/people/permissions.ts';
import { translateNow } from '#web/i18n.ts';
import { rememberReturnPath, returnPathAfterLogin, type SessionState, session } from '#web/session.ts';
import { toast } from '#web/toast.ts';

export interface GuardLocation {
  pathname: string;
  href: string;
}

type SignedIn = Extract<SessionState, { status: 'signed-in' }>;

/** Behind the login: visitors go to /auth/login and come back afterwards, others where redirectFor sends them. */
export function requireSignedIn(place: GuardLocation, isPreload = false): SignedIn {
  const state = requireSession(place);
  const target = redirectFor(state.actor, place.pathname);
  if (target) {
    // Somebody who came by an address is told; the administrator simply has a house of their own.
    if (!isPreload && !isPlatformAdmin(state.actor)) toast(translateNow('notYours'), { kind: 'error' });
    throw redirect({ href: target, replace: true });
  }
  return state;
}

/** The login pages: somebody signed in has no use for them. */
export function requireSignedOut(isPreload: boolean): void {
  const state = session.state();
  if (state.status !== 'signed-in' || isPreload) return;
  const wanted = returnPathAfterLogin();
  const fits = isPlatformAdmin(state.actor) === /^\/admin(\/|$)/.test(wanted);
  throw redirect({ href: fits ? wanted : homeOf(state), replace: true });
}

/** Leads an older path on; only the login is asked for, the target asks for the rest. */
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
