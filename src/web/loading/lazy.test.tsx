import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Boundary } from './boundary.tsx';
import { lazy } from './lazy.ts';
import { watchForNewVersion } from './new-version.ts';

const gone = new TypeError('Failed to fetch dynamically imported module');

let stop = () => {};
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

function show(status: number) {
  document.head.innerHTML = '<script type="module" src="/assets/app-1.js"></script>';
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = lazy(() => Promise.reject<{ default: () => null }>(gone));
  render(
    <Boundary fallback={() => 'broken'}>
      <input aria-label="Note" />
      <Suspense fallback="loading">
        <Part />
      </Suspense>
    </Boundary>,
  );
}

test('a part whose code is gone after a deployment stays empty, and the page keeps its input', async () => {
  stop = watchForNewVersion();
  show(404);
  await vi.waitFor(() => expect(screen.queryByText('loading')).toBeNull());
  expect(screen.getByLabelText('Note')).toBeTruthy();
  expect(screen.queryByText('broken')).toBeNull();
});

test.each([
  ['for another reason', true, 200],
  ['and no reload is offered', false, 404],
])('a part that cannot be loaded %s is reported as before', async (_why, isWatched, status) => {
  if (isWatched) stop = watchForNewVersion();
  show(status);
  expect(await screen.findByText('broken')).toBeTruthy();
});
