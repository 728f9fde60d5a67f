import { type PageDef, page } from './pages.ts';

const screens = {
  login: async () => (await import('#features/auth/screens/login-page.tsx')).LoginPage,
  register: async () => (await import('#features/auth/screens/register-page.tsx')).RegisterPage,
};

/** Pages for visitors; somebody signed in is sent on. */
export const authPages: readonly PageDef[] = [
  page('/auth/login', 'auth', screens.login),
  page('/auth/register', 'auth', screens.register),
];

/** Pages for everybody, signed in or not (decisions G-AUTH-5: a login there replaces the session). */
export const openPages: readonly PageDef[] = [
  page('/auth/login-unprotected', 'auth', screens.login),
  page('/auth/register-unprotected', 'auth', screens.register),
  page(
    '/auth/verify',
    'auth',
    async () => (await import('#features/auth/screens/verify-page.tsx')).VerifyPage,
  ),
  page(
    '/auth/forgot-password',
    'auth',
    async () => (await import('#features/auth/screens/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  page(
    '/auth/reset-password/$code',
    'auth',
    async () => (await import('#features/auth/screens/reset-password-page.tsx')).ResetPasswordPage,
  ),
  page(
    '/auth/account-verified/$passed',
    'auth',
    async () => (await import('#features/auth/screens/account-verified-page.tsx')).AccountVerifiedPage,
  ),
  page(
    '/force-reset-password',
    'auth',
    async () => (await import('#features/auth/screens/force-reset-page.tsx')).ForceResetPage,
  ),
];
