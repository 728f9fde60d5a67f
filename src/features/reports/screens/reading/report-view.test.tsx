import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/api.ts';
import { changeLanguage, loadMessages, startI18n } from '#web/i18n.ts';
import { Providers } from '#web/providers.tsx';
import type { PublicReport } from '../../public-report-contract.ts';
import { publicDefect, publicReportWith } from './public-report-for-tests.ts';
import { ReportView } from './report-view.tsx';

const hazard = publicDefect('1', {
  name: 'No railing',
  category: 3,
  locations: ['Stairs', 'Deck'],
  recommendation: 'Handyman',
  min_cost: 100.1,
  max_cost: 200.2,
});
const repair = publicDefect('2', {
  name: 'Loose shingles',
  recommendation: 'Roofer',
  min_cost: 300,
  max_cost: null,
});
const upkeep = publicDefect('3', { name: 'Moss', category: 1, in_summary: false, recommendation: 'Roofer' });
const fact = publicDefect('4', { kind: 1, number: '', name: 'Material', answer: 'Slate', category: null });

beforeEach(async () => {
  Element.prototype.scrollIntoView = vi.fn();
  await startI18n();
  await loadMessages('reports', 'web');
});
afterEach(() => {
  cleanup();
  window.location.hash = '';
  vi.unstubAllGlobals();
});

// Awaited, because a part of the page is loaded lazily.
async function open(report: PublicReport = publicReportWith([hazard, repair, upkeep, fact])) {
  await act(async () => {
    render(
      <Providers queries={createQueryClient()}>
        <ReportView report={report} />
      </Providers>,
    );
    await vi.dynamicImportSettled();
  });
}

const summary = () => within(screen.getByRole('region', { name: 'Summary' }));
const entry = (name: string | RegExp) => screen.queryByRole('region', { name });

test('the summary counts every deficiency once with its severity in words, and lists those it should', async () => {
  await open();
  expect(summary().getByRole('link', { name: /^1\s*Safety hazard/ })).toBeTruthy();
  expect(summary().getByRole('link', { name: /^1\s*Recommendation/ })).toBeTruthy();
  expect(summary().getByRole('link', { name: /^1\s*Maintenance/ })).toBeTruthy();
  const row = summary().getByRole('link', { name: /No railing/ });
  expect(row.getAttribute('href')).toBe('#c1');
  expect(row.textContent).toContain('Roof › Coverings · Stairs · Deck');
  expect(row.textContent).toContain('Handyman · $100.10 – $200.20');
  expect(summary().queryByRole('link', { name: /Moss/ })).toBeNull();
  expect(summary().getByText('1 is in the report below.')).toBeTruthy();
});

test('the summary adds up costs in cents and says whom to call', async () => {
  await open();
  expect(summary().getByText('$400.10 – $500.20')).toBeTruthy();
  expect(summary().getByText('Roofer').textContent).toBe('Roofer (2)');
});

test('without a summary the page starts with its sections, and without costs it names none', async () => {
  await open(publicReportWith([publicDefect('1')], { summary: 'off' }));
  expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Summary (PDF)' })).toBeNull();
  expect(screen.queryByText('Estimated costs in total')).toBeNull();
});

test('shows only one severity on request, and everything again', async () => {
  await open();
  const choice = screen.getByRole('button', { name: /Safety hazard/ });
  fireEvent.click(choice);
  expect(choice.getAttribute('aria-pressed')).toBe('true');
  expect(entry(/No railing/)).toBeTruthy();
  expect(entry(/Loose shingles/)).toBeNull();
  expect(screen.queryByText('Slate')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Everything' }));
  expect(entry(/Loose shingles/)).toBeTruthy();
});

test('a link to a deficiency opens it, also if the filter hides it, and moves the focus there', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: /Safety hazard/ }));
  window.location.hash = '#c2';
  await waitFor(() => expect(document.activeElement).toBe(entry(/Loose shingles/)));
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});

test('an address that was cut in the middle of a character shows the report', async () => {
  window.location.hash = '#c%E0%A4';
  await open();
  expect(entry(/Loose shingles/)).toBeTruthy();
});

test('each entry leads back to its line in the summary, if it has one', async () => {
  await open();
  const back = screen.getByRole('link', { name: 'Back to the summary: No railing' });
  const line = document.getElementById(back.getAttribute('href')?.slice(1) ?? '');
  expect(line?.textContent).toContain('No railing');
  expect(screen.queryByRole('link', { name: 'Back to the summary: Moss' })).toBeNull();
});

test('copies the address of a deficiency without the reader’s personal part', async () => {
  const copied: string[] = [];
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  });
  const report = publicReportWith([hazard], { media_query: '?p=secret' });
  await open(report);
  fireEvent.click(screen.getByRole('button', { name: 'Copy link to No railing' }));
  await waitFor(() =>
    expect(copied).toEqual([`${window.location.origin}/view-report2/${report.public_id}#c1`]),
  );
});

test('headings and default severities follow the reader’s language, and the company’s own words stay', async () => {
  const report = publicReportWith([hazard, repair, upkeep, fact]);
  const [first, ...others] = report.categories;
  if (!first) throw new Error('no severities');
  await open({ ...report, categories: [{ ...first, name: 'Upkeep' }, ...others] });
  await act(() => changeLanguage('de'));
  expect(screen.getByRole('region', { name: 'Zusammenfassung' })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Upkeep/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Empfehlung/ })).toBeTruthy();
  expect(screen.getByRole('button', { name: /Sicherheitsrisiko/ })).toBeTruthy();
  expect(screen.queryByText('Safety hazard')).toBeNull();
  for (const pdf of screen.getAllByRole('link', { name: /PDF/ }))
    expect(pdf.getAttribute('href')).toContain('lang=de');
  await act(() => changeLanguage('en'));
});
