import { createMemoryHistory } from '@tanstack/react-router';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { logout, me } from '#features/auth/contract.ts';
import { startI18n } from '#web/i18n.ts';
import { type SessionUser, session } from '#web/session.ts';
import { createAppRouter } from './app-router.tsx';

const owner = {
  id: 'u1',
  subscriber_id: 'u1',
  role: 'Administrator',
  user_type: 1,
  language: 'en',
  sidebar_nav_links: [] as string[],
} as SessionUser;
const technician = { ...owner, id: 'u2', role: 'Technician', user_type: 2 };
const admin = { ...owner, id: 'u9', role: 'Platform Administrator', user_type: 5 };

async function signIn(user: SessionUser | null) {
  if (user) await session.enter({ accessToken: 't', user });
  else session.forget();
}

/** Where a path leads, and whether a page is registered for it. */
async function open(path: string) {
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const { location, matches } = router.state;
  // A match of the root alone means: not found.
  return { path: location.pathname + location.searchStr, isKnown: matches.length > 1 };
}

const subscriberPaths = [
  'coming-soon',
  'maintenance',
  'dashboard',
  'templates',
  'templates/edit/t1',
  'templates/store',
  'templates/library',
  'templates/preview/t1',
  'business',
  'people',
  'people/import',
  'communication',
  'company-profile',
  'appointments',
  'appointments/a1',
  'appointments/details/a1',
  'appointments/print-order',
  'appointments/view-log/r1',
  'time-tracking',
  'calendar',
  'calendar/day-sheet',
  'subscription',
  'subscription/past-payments',
  'subscription/upgrade',
  'subscription/message-bundle',
  'payments',
  'create-merchant',
  'services',
  'discount-codes',
  'availability',
  'support-tickets',
  'pay-splits',
  'actions',
  'settings',
  'settings/automations',
  'user/edit',
  'my-profile',
  'edit-report/r1',
  'edit-technician/technicians/t1',
].map((path) => `/${path}`);

const adminPaths = [
  'dashboard',
  'subscription-plans',
  'messaging-plans',
  'discounts',
  'payment-history',
  'settings',
  'product-updates',
  'track-email',
  'reports',
  'reports/subscriber-reports',
  'reports/payment-reports',
  'reports/subscription-reports',
  'subscribers',
  'subscribers/details/s1',
  'email-management',
  'email-management/edit/e1',
].map((path) => `/admin/${path}`);

beforeAll(async () => {
  session.connect({ me, logout });
  await startI18n();
});
beforeEach(() => localStorage.clear());

describe('a visitor', () => {
  beforeEach(() => signIn(null));

  test.each([...subscriberPaths, ...adminPaths, '/', '/schedule', '/subscribers', '/e-commerce/shop'])(
    '%s redirects to login, and back afterwards',
    async (path) => {
      expect((await open(path)).path).toBe('/auth/login');
      await signIn(owner);
      const back = (await open('/auth/login')).path;
      if (path === '/people') expect(back).toBe('/people');
    },
    20_000,
  );

  test.each([
    '/auth/login',
    '/auth/register',
    '/auth/verify',
    '/auth/forgot-password',
    '/auth/reset-password/abc',
    '/auth/account-verified/true',
    '/auth/login-unprotected',
    '/auth/register-unprotected',
    '/force-reset-password',
    '/404',
    '/500',
  ])('%s opens', async (path) => {
    expect(await open(path)).toEqual({ path, isKnown: true });
  });

  test('an unknown path is not found', async () => {
    expect(await open('/no-such-page')).toEqual({ path: '/no-such-page', isKnown: false });
  });
});

describe('the owner', () => {
  beforeEach(() => signIn(owner));

  test.each(subscriberPaths)('%s opens', async (path) => {
    expect(await open(path)).toEqual({ path, isKnown: true });
  });

  test.each([...adminPaths, '/admin', '/', '/auth/login', '/auth/register'])(
    '%s redirects to the dashboard',
    async (path) => {
      expect((await open(path)).path).toBe('/dashboard');
    },
  );

  test.each(['/auth/login-unprotected', '/auth/register-unprotected'])('%s stays open', async (path) => {
    expect((await open(path)).path).toBe(path);
  });

  test.each([
    ['/schedule', '/calendar'],
    ['/inspection-requested', '/appointments?status=requested'],
    ['/discounts', '/discount-codes'],
    ['/user', '/user/edit'],
    ['/user/profile', '/my-profile'],
    ['/settings/availability', '/availability'],
    ['/pay-reports', '/pay-splits'],
    ['/paysplits', '/pay-splits'],
    ['/analytics', '/business'],
    ['/report-view', '/appointments'],
    ['/ecommerce', '/coming-soon'],
    ['/e-commerce/cart/7', '/coming-soon'],
    ['/subscribers', '/dashboard'],
    ['/subscribers/details', '/dashboard'],
    ['/subscription-plans', '/dashboard'],
    ['/messaging-plans', '/dashboard'],
  ])('the legacy path %s redirects to %s', async (path, target) => {
    expect((await open(path)).path).toBe(target);
  });
});

describe('a technician without permissions', () => {
  beforeEach(() => signIn(technician));

  test.each(['/templates', '/business', '/communication', '/subscription', '/settings'])(
    '%s redirects to the dashboard',
    async (path) => {
      expect((await open(path)).path).toBe('/dashboard');
    },
  );

  test('/appointments opens', async () => {
    expect((await open('/appointments')).path).toBe('/appointments');
  });

  test.each(['/Settings', '/TEMPLATES', '/Business', '/ADMIN/dashboard', '/Admin', '/Edit-Report/r1'])(
    '%s is not found, as paths are case sensitive',
    async (path) => {
      expect(await open(path)).toEqual({ path, isKnown: false });
    },
  );

  test.each(['/%73ettings', '/%61dmin/dashboard', '/settings/', '//settings'])(
    '%s is normalized and refused as well',
    async (path) => {
      expect((await open(path)).path).toBe('/dashboard');
    },
  );
});

describe('the platform administrator', () => {
  beforeEach(() => signIn(admin));

  test.each(adminPaths)('%s opens', async (path) => {
    expect(await open(path)).toEqual({ path, isKnown: true });
  });

  test.each([...subscriberPaths, '/', '/auth/login', '/schedule'])(
    '%s redirects to the admin dashboard',
    async (path) => {
      expect((await open(path)).path).toBe('/admin/dashboard');
    },
  );

  test.each([
    ['/subscribers', '/admin/subscribers'],
    ['/subscription-plans', '/admin/subscription-plans'],
    ['/messaging-plans', '/admin/messaging-plans'],
  ])('the legacy path %s redirects to %s', async (path, target) => {
    expect((await open(path)).path).toBe(target);
  });
});

describe('the return path', () => {
  test.each([
    ['/auth/login', '/dashboard'],
    ['/people?text=ada', '/people?text=ada'],
    ['//evil.test/x', '/dashboard'],
    ['/force-reset-password', '/dashboard'],
  ])('%s leads to %s after login', async (stored, target) => {
    localStorage.setItem('lastPage', stored);
    await signIn(owner);
    expect((await open('/auth/login')).path).toBe(target);
  });
});
