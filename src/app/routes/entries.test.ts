import { describe, expect, test } from 'vitest';
import { entryFor, isMixedLayout, isPaymentPage } from './entries.ts';
import { matchPath } from './match-path.ts';
import { publicLayoutPages, publicPages } from './public-pages.ts';

const publicPaths = [
  '/iframe-appointment/x1',
  '/create-payment/x1',
  '/view-report2/x1',
  '/view-report/x1',
  '/report-views/x1',
  '/sample-report/x1',
  '/appointment-request/x1',
  '/schedule/x1',
  '/public-profile/x1',
  '/sample-reports/x1',
  '/report-pdf/x1',
  '/review-pdf/x1',
  '/public/privacy-policy',
  '/public/terms-of-use',
  '/watch/x1',
  '/s/x1',
  '/check-document',
  '/integrations/success',
  '/integrations/error',
  '/invoice/x1',
  '/agreement/agreement-detail/x1/x2',
  '/client-view/x1',
  '/client-view1/x1',
];

test.each(publicPaths)('%s is served by the public entry and registered there', (path) => {
  expect(entryFor(path)).toBe('public');
  expect(entryFor(`${path}/`)).toBe('public');
  expect(matchPath([...publicPages, ...publicLayoutPages], path)).not.toBeNull();
});

test('the server answers every page of the public entry with that entry', () => {
  for (const page of [...publicPages, ...publicLayoutPages]) {
    expect(entryFor(page.path.replaceAll(/\$\w+/g, 'x1')), page.path).toBe('public');
  }
});

test.each([
  '/',
  '/schedule',
  '/dashboard',
  '/client-view',
  '/appointments/details/x1',
  '/auth/login',
  '/s/x1/y',
  '/Invoice/x1',
  '/VIEW-REPORT/x1',
])('%s is served by the signed-in entry', (path) => {
  expect(entryFor(path)).toBe('app');
});

test('three pages have both layouts; client-view1 is always public', () => {
  expect(publicPaths.filter(isMixedLayout)).toEqual([
    '/invoice/x1',
    '/agreement/agreement-detail/x1/x2',
    '/client-view/x1',
  ]);
});

test('only the invoice pages accept payments', () => {
  expect(publicPaths.filter(isPaymentPage)).toEqual(['/create-payment/x1', '/invoice/x1']);
});

describe('matching a path', () => {
  const pages = [{ path: '/a/$id' }, { path: '/a/$id/b/$other' }];
  test('turns parameters into values', () => {
    expect(matchPath(pages, '/a/x%20y/b/z/')).toEqual({ page: pages[1], params: { id: 'x y', other: 'z' } });
    expect(matchPath(pages, '/a/%E0%A4')?.params).toEqual({ id: '%E0%A4' });
  });
  test('returns null for other paths', () => {
    expect(matchPath(pages, '/A/x')).toBeNull();
    expect(matchPath(pages, '/a')).toBeNull();
    expect(matchPath(pages, '/a/')).toBeNull();
  });
});
