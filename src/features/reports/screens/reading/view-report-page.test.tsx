import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { NavigationProvider } from '#web/navigation/navigation.tsx';
import { Providers } from '#web/providers.tsx';
import type { PublicReport } from '../../public-report-contract.ts';
import { publicDefect, publicReportWith } from './public-report-for-tests.ts';
import { ViewReportPage } from './view-report-page.tsx';

const reportId = 'r'.repeat(24);
const photo = { id: 'p1', kind: 'photo' as const, caption: '', width: 160, height: 90 };

/** The report as published on that day; its only item is named after the day. */
function published(day: string): PublicReport {
  return publicReportWith(
    [],
    { published_at: `${day}T09:00:00-05:00` },
    { name: `Roof on ${day}`, photos: [photo] },
  );
}

const first = '2030-03-02';
const second = '2030-03-03';
let answer: PublicReport;
let fetchCount = 0;

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(document, { fonts: new EventTarget() });
  answer = published(first);
  fetchCount = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (String(url).includes('/visits')) return Response.json({ success: true, data: { visit: null } });
    fetchCount += 1;
    return Response.json({ success: true, data: answer, error: null });
  });
  await startI18n();
  await loadMessages('reports');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open() {
  await act(async () => {
    render(
      <Providers queries={createQueryClient()}>
        <NavigationProvider place={{ path: `/view-report2/${reportId}`, search: '' }} go={() => {}}>
          <ViewReportPage report_id={reportId} />
        </NavigationProvider>
      </Providers>,
    );
  });
  await shows(first);
}

const shows = (day: string) => screen.findByText(`Roof on ${day}`, { exact: false });
const offer = () => screen.findByText('A newer version of this report is available');
const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const picture = () => document.querySelector('img[src*="/p1/"]') as HTMLElement;

const causes: [string, () => Promise<unknown>][] = [
  [
    'the window regains focus',
    async () => {
      await passes(10_000);
      act(() => void window.dispatchEvent(new Event('visibilitychange')));
    },
  ],
  ['a few minutes have passed', () => passes(5 * 60_000)],
  ['a photo fails to load', async () => fireEvent.error(picture())],
];

test.each(causes)('offers a newer version when %s, and shows it on request', async (_, cause) => {
  await open();
  answer = published(second);
  await cause();
  await offer();
  expect(await shows(first)).toBeTruthy();
  screen.getByRole('button', { name: 'View latest' }).focus();
  fireEvent.click(screen.getByRole('button', { name: 'View latest' }));
  expect(await shows(second)).toBeTruthy();
  expect(screen.queryByText('A newer version of this report is available')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('does not offer a version republished without changes, and only updates its date', async () => {
  await open();
  answer = { ...published(first), published_at: published(second).published_at };
  const before = fetchCount;
  await passes(5 * 60_000);
  expect(fetchCount).toBe(before + 1);
  expect(await screen.findByText(/Mar(ch)? 0?3|03\/0?3|3\/3/)).toBeTruthy();
  expect(screen.queryByText('A newer version of this report is available')).toBeNull();
  answer = published('2030-03-04');
  await passes(5 * 60_000);
  await offer();
});

test('refetches once when several photos fail to load', async () => {
  await open();
  const before = fetchCount;
  for (let i = 0; i < 5; i += 1) fireEvent.error(picture());
  await waitFor(() => expect(fetchCount).toBe(before + 1));
  await passes(1000);
  fireEvent.error(picture());
  await passes(1000);
  expect(fetchCount).toBe(before + 1);
  expect(screen.queryByRole('button', { name: 'View latest' })).toBeNull();
});

test('formats numbers in answers for the reader’s language, but not years', async () => {
  const question = publicDefect('c1', {
    kind: 1,
    number: '',
    name: 'Slope',
    answer_type: 'number',
    answer: 1998.5,
    category: null,
    in_summary: false,
  });
  const range = {
    ...question,
    id: 'c2',
    name: 'Age',
    answer_type: 'range' as const,
    answer: { from: 1.5, to: 1250 },
  };
  const [section] = answer.sections;
  const [item] = section?.items ?? [];
  if (!section || !item) throw new Error('no item');
  answer = { ...answer, sections: [{ ...section, items: [{ ...item, comments: [question, range] }] }] };
  await open();
  screen.getByText('1998.5');
  screen.getByText('1.5–1250');
  await act(() => changeLanguage('de'));
  screen.getByText('1998,5');
  screen.getByText('1,5–1250');
  await act(() => changeLanguage('en'));
});
