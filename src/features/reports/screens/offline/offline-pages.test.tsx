import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen, startMockApi } from '#features/people/screens/screens-for-tests.tsx';
import { loadMessages } from '#web/i18n.ts';
import { loadJobs } from '../work/stored-jobs.ts';
import { OfflinePage } from './offline-pages.tsx';

vi.mock('../work/stored-jobs.ts', () => ({ loadJobs: vi.fn() }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const job = { id: 'a1', reports: [{ id: 'r1', public_id: 'pub1', name: 'Roof' }] };

async function opens(path: string, jobs: readonly object[] | null): Promise<void> {
  vi.mocked(loadJobs).mockResolvedValue(
    jobs && ({ data: { from: '2031-01-11', jobs }, at: '2031-01-11T09:00:00Z', tag: '' } as never),
  );
  await startMockApi(() => null);
  await loadMessages('reports');
  renderScreen(<OfflinePage path={path} />);
}

test('the preview of a stored report leads back to the report, which is on the device', async () => {
  await opens('/view-report2/pub1', [job]);
  await screen.findByRole('heading', { name: 'The preview needs a connection' });
  expect(screen.getByRole('link', { name: 'Write Roof' }).getAttribute('href')).toBe('/edit-report/r1');
});

test.each([
  ['/view-report2/pub2', [job], 'Your jobs for today and tomorrow are available offline.'],
  ['/view-report2/pub2', null, 'Open the dashboard or your appointments while you’re online.'],
])('the preview of another report says what is available: %s with %o', async (path, jobs, hint) => {
  await opens(path, jobs);
  await screen.findByRole('heading', { name: 'The preview needs a connection' });
  expect(screen.getByText(hint, { exact: false })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Today and tomorrow' }).getAttribute('href')).toBe('/dashboard');
});
