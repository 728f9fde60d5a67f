import { beforeEach, expect, test } from 'vitest';
import { type InitialData, takeInitialData } from './initial-data.ts';
import { initialDataId } from './initial-data-id.ts';

beforeEach(() => sessionStorage.clear());

/** Opens a page with which the server sent this data. */
function opened(data: Partial<InitialData> | null): InitialData {
  document.body.innerHTML = data
    ? `<script type="application/json" id="${initialDataId}">${JSON.stringify({ reads: [], ...data })}</script>`
    : '';
  return takeInitialData();
}

const report = '/view-report2/r1';

test('the language of a personal link applies to later pages of the session, as after a reload', () => {
  expect(opened({ to: report, reader: 'de', remember: { 'opened:r1': 'v1' } }).reader).toBe('de');
  expect(window.location.pathname).toBe(report);
  expect(sessionStorage.getItem('opened:r1')).toBe('v1');
  expect(opened({}).reader).toBe('de');
  expect(opened(null)).toEqual({ reads: [], reader: 'de' });
});

test('the next personal link replaces the language, also with none', () => {
  opened({ to: report, reader: 'de' });
  expect(opened({ reader: 'fr' }).reader).toBe('fr');
  expect(opened({ to: report }).reader).toBeUndefined();
  expect(opened(null).reader).toBeUndefined();
});
