import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FullReport, getReport } from '../../contract.ts';
import { completeReport } from './complete-report.ts';

/** The report that a device has stored on 2026-11-26. */
function storedReport(): FullReport {
  const anyId = '01a216ad-7d47-7000-8000-000000000001';
  const text = readFileSync('src/testing/stored-device-2026-11-26.json', 'utf8')
    .replaceAll('"{rev}"', '4')
    .replaceAll(/\{\w+\}/g, anyId);
  const [drafts] = Object.values(JSON.parse(text) as Record<string, unknown>);
  return (drafts as { reports: { rows: { report: FullReport }[] } }).reports.rows[0]?.report as FullReport;
}

test('a stored report of an older version becomes one of today, with what was written in it', () => {
  const stored = storedReport();
  const completed = completeReport(stored);
  expect(getReport.output?.safeParse(completed)).toMatchObject({ success: true });
  expect(completed).toMatchObject(stored as object);
  expect(completeReport(completed)).toEqual(completed);
});
