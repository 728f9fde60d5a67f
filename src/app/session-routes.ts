import { logout, me } from '#features/auth/contract.ts';

/** The routes that the session calls; the kit knows no room. */
export const sessionRoutes = { me, logout };
