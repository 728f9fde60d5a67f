import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import { type SessionUser, session } from '#web/session.ts';
import { toasts } from '#web/toast.ts';
import { AccountVerifiedPage } from './account-verified-page.tsx';
import { ForceResetPage } from './force-reset-page.tsx';
import { RegisterPage } from './register-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { VerificationPage } from './verification-page.tsx';

let answer: () => Response;
const go = vi.fn();
const done = (data: unknown) => () => new Response(JSON.stringify({ success: true, data, error: null }));
const refused =
  (status: number, type: string, message: string, details: object | null = null) =>
  () =>
    new Response(JSON.stringify({ success: false, data: null, error: { type, message, details } }), {
      status,
    });

beforeEach(async () => {
  go.mockClear();
  session.forget();
  vi.stubGlobal('fetch', async () => answer());
  Object.assign(document, { fonts: new EventTarget() });
  await startI18n();
  await loadMessages('auth');
});
afterEach(() => {
  cleanup();
  session.forget();
  for (const toast of toasts.visible()) toasts.close(toast.id);
  vi.unstubAllGlobals();
});

const user = { id: 'u1', subscriber_id: 'u1', user_type: 1 } as SessionUser;
const signIn = () => session.enter({ accessToken: 't', user });
const show = (page: ReactNode, search = '') =>
  render(
    <Providers queries={createQueryClient()}>
      <NavigationProvider place={{ path: '/', search }} go={go}>
        <Suspense>{page}</Suspense>
      </NavigationProvider>
    </Providers>,
  );
const said = () => toasts.visible().map((toast) => toast.message);
const linkNamed = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href');

it.each([
  [false, '/auth/login'],
  [true, '/auth/login-unprotected'],
])('pages that end at the login link to it (signed in: %s)', async (isSignedIn, path) => {
  if (isSignedIn) await signIn();
  show(<AccountVerifiedPage passed="true" />);
  expect(linkNamed(/Sign in/)).toBe(path);
  cleanup();
  show(<AccountVerifiedPage passed="false" />);
  expect(linkNamed(/Back/)).toBe(path);
  cleanup();

  show(<RegisterPage />);
  expect(linkNamed(/Sign in/)).toBe(path);
  answer = done({ email: 'a@b.test', verification_required: false });
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() => expect(go).toHaveBeenCalledWith(`${path}?email=a%40b.test`));
  cleanup();

  show(<ResetPasswordPage code="c1" />, '?email=a%40b.test');
  answer = done(null);
  fireEvent.submit(screen.getByRole('form'));
  await waitFor(() => expect(go).toHaveBeenCalledWith(path, { replace: true }));
});

it('the verification page distinguishes a valid link from one that is no longer valid', () => {
  show(<AccountVerifiedPage passed="true" />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Your email is verified');
  cleanup();
  show(<AccountVerifiedPage passed="false" />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link is no longer valid');
});

it('the link of the verification mail verifies by its button only, and leaves no token in the history', async () => {
  const sent = vi.fn(async () => done({ verified: true })());
  vi.stubGlobal('fetch', sent);
  show(<VerificationPage />, '?token=t0');
  const button = screen.getByRole('button', { name: 'Verify email' });
  expect(sent).not.toHaveBeenCalled();
  fireEvent.click(button);
  await waitFor(() => expect(go).toHaveBeenCalledWith('/auth/account-verified/true', { replace: true }));
});

it('password fields hide what is typed and let password managers fill in and paste', () => {
  show(<ResetPasswordPage code="c1" />, '?email=a%40b.test');
  for (const name of ['New password', 'Repeat the new password']) {
    const field = screen.getByLabelText<HTMLInputElement>(name);
    expect([field.type, field.autocomplete]).toEqual(['password', 'new-password']);
    expect(fireEvent.paste(field, { clipboardData: { getData: () => 'pasted' } })).toBe(true);
  }
});

it('resending the verification mail shows that the address in the URL is invalid', async () => {
  answer = refused(400, 'BAD_USER_INPUT', 'Email is not valid', { email: 'Email is not valid' });
  show(<VerificationPage />, '?email=bad');
  fireEvent.click(screen.getByRole('button', { name: /resend/i }));
  await waitFor(() => expect(said()).toEqual(['Email is not valid']));
});

it('the forced reset page explains that the time to choose a password is over and offers a link', async () => {
  await session.enter({ accessToken: 't', user: null, mustReset: true });
  answer = refused(401, 'UNAUTHENTICATED', 'Please sign in');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  show(<ForceResetPage />);
  fireEvent.submit(screen.getByRole('form'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'The 15 minutes to choose a password are over. Your password wasn’t changed.',
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Request a link');
});

it('the forced reset page shows no such message when opened without a pending reset', () => {
  show(<ForceResetPage />);
  expect(screen.queryByRole('alert')).toBeNull();
});
