import { definePage, type PageDef } from './pages.ts';

const screens = {
  login: async () => (await import('#features/auth/screens/login-page.tsx')).LoginPage,
  register: async () => (await import('#features/auth/screens/register-page.tsx')).RegisterPage,
};

/** Pages for visitors; signed-in users are redirected. */
export const authPages: readonly PageDef[] = [
  definePage('/auth/login', 'auth', screens.login),
  definePage('/auth/register', 'auth', screens.register),
];

/** Pages for everyone, signed in or not (decisions G-AUTH-5: logging in there replaces the session). */
export const anyonePages: readonly PageDef[] = [
  definePage('/auth/login-unprotected', 'auth', screens.login),
  definePage('/auth/register-unprotected', 'auth', screens.register),
  definePage(
    '/auth/verify',
    'auth',
    async () => (await import('#features/auth/screens/verification-page.tsx')).VerificationPage,
  ),
  definePage(
    '/auth/forgot-password',
    'auth',
    async () => (await import('#features/auth/screens/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  definePage(
    '/auth/reset-password/$code',
    'auth',
    async () => (await import('#features/auth/screens/reset-password-page.tsx')).ResetPasswordPage,
  ),
  definePage(
    '/auth/account-verified/$passed',
    'auth',
    async () => (await import('#features/auth/screens/account-verified-page.tsx')).AccountVerifiedPage,
  ),
  definePage(
    '/force-reset-password',
    'auth',
    async () => (await import('#features/auth/screens/force-reset-page.tsx')).ForceResetPage,
  ),
];
