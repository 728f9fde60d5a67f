import { expect, test } from 'vitest';
import { anyonePages, authPages } from '../routes/auth-pages.ts';
import { adminPages, memberPages } from '../routes/member-pages.ts';
import { publicLayoutPages, publicPages } from '../routes/public-pages.ts';
import { earlyPageOf } from './early-pages.ts';
import { canBeFramed } from './page-paths.ts';

const paths = [
  ...publicPages,
  ...publicLayoutPages,
  ...authPages,
  ...anyonePages,
  ...memberPages,
  ...adminPages,
].map((page) => page.path.replaceAll(/\$\w+/g, 'a_valid-id-of-21-signs'));

test('of all pages other sites may frame only the booking embed', () => {
  expect(paths.filter(canBeFramed)).toEqual(['/iframe-appointment/a_valid-id-of-21-signs']);
  for (const path of ['/iframe-appointment/', '/iframe-appointment/x/dashboard', '/x/iframe-appointment/x']) {
    expect(canBeFramed(path), path).toBe(false);
  }
});

test('of all pages search engines may list only the profile and samples, if they exist', () => {
  const listed = paths.filter((path) => earlyPageOf(path)?.page.mayBeIndexed);
  expect(listed.map((path) => path.split('/')[1])).toEqual([
    'sample-report',
    'sample-reports',
    'public-profile',
  ]);
  for (const path of listed) expect(earlyPageOf(path)?.page.mayBeIndexed?.([undefined]), path).toBe(false);
});

test.each(['ab', 'no.such', `a${'b'.repeat(70)}`, 'not%20one'])(
  'the document of a link like %s asks for it, and so has the status of an unknown one',
  (id) => {
    for (const page of ['schedule', 'appointment-request', 'iframe-appointment', 'public-profile'])
      for (const path of [`/${page}/${id}`, `/${page}/${id}/`]) expect(earlyPageOf(path)?.id, path).toBe(id);
    for (const page of ['sample-reports', 'sample-report', 'view-report2', 'proposed-times', 'book-again'])
      expect(earlyPageOf(`/${page}/${id}`)?.id, page).toBe(id);
    expect(earlyPageOf(`/confirm-booking/${id}/${id}`)?.id).toBe(`${id}/${id}`);
    // Members may find what visitors do not: these have no status of a visitor.
    expect(earlyPageOf(`/invoice/${id}`)).toBeNull();
  },
);
