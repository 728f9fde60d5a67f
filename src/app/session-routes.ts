import { logout, me } from '#features/auth/contract.ts';

/** The routes that the session calls, passed in because the web layer must not import features. */
export const sessionRoutes = { me, logout };
