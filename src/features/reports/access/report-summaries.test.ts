import { afterAll, describe, expect, test } from 'vitest';
import { updateSettings } from '#features/company/settings-contract.ts';
import { settingsPathOf } from '#features/company/settings-for-tests.ts';
import { closeDocuments } from '#server/documents/render.ts';
import { startTestApp } from '#testing/test-app.ts';
import type { TestUser } from '#testing/test-user.ts';
import { getReport } from '../contract.ts';
import type { PublicReport } from '../public-report-contract.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { findComment, op, readFull, saves } from '../report-for-tests.ts';
import { defectCommentName, setUpReportsCompany } from '../written-report-for-tests.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);
afterAll(closeDocuments);

const worn = 'Covering near the end of its service life';

/** A report with a recommendation (shingles) and a maintenance hint (worn); `marks` are the inspector's choices. */
async function withTwoDefects(marks: { shingles?: boolean; worn?: boolean } = {}) {
  const of = await written({ open: true });
  const second = findComment(of.report, worn);
  const { rev } = await readFull(of.owner, of.report.id);
  await saves(of.owner, { id: of.report.id, rev }, [
    op({
      type: 'update_comment',
      comment_id: of.comment.id,
      changes: { category: 2, ...(marks.shingles === undefined ? {} : { in_summary: marks.shingles }) },
    }),
    op({
      type: 'update_comment',
      comment_id: second.id,
      changes: {
        included: true,
        category: 1,
        ...(marks.worn === undefined ? {} : { in_summary: marks.worn }),
      },
    }),
  ]);
  const publish = (more: object = {}) =>
    of.owner.call(publishing.publishReport, {
      id: of.report.id,
      confirmed: true,
      without_sending: true,
      ...more,
    });
  return { ...of, publish };
}

/** The names of the deficiencies that a report's summary lists. */
const listed = (report: PublicReport) => namesOf(report, true);
const namesOf = (report: PublicReport, onlyListed = false) =>
  report.sections
    .flatMap((section) => section.items.flatMap((item) => item.comments))
    .filter((comment) => comment.kind === 3 && (!onlyListed || comment.in_summary))
    .map((comment) => comment.name);

const setMode = (owner: TestUser, report_summary: 'off' | 'automatic' | 'hand_picked') =>
  owner.call(updateSettings, { ...settingsPathOf(owner), report_summary });

async function sharedWith(
  of: Awaited<ReturnType<typeof withTwoDefects>>,
  input: { sendFullReport?: boolean; summary?: 'automatic' | 'hand_picked' },
): Promise<string> {
  testApp.sent.emails.length = 0;
  await of.owner.call(publishing.shareReport, {
    reportId: of.report.id,
    recipients: ['seller@example.com'],
    sendSummaryReport: true,
    ...input,
  });
  await testApp.runDueJobs();
  const text = testApp.sent.emails.find((mail) => mail.to[0]?.address === 'seller@example.com')?.text ?? '';
  return /report-views\/([\w-]{24})/.exec(text)?.[1] ?? '';
}

async function openedWith(viewId: string): Promise<PublicReport> {
  const { report_id, pass } = await testApp.visitor.call(reading.findView, { viewId });
  const shown = await testApp.visitor.call(getReport, { reportId: report_id, ...(pass ? { v: pass } : {}) });
  if (shown.projection !== 'public') throw new Error('not the public report');
  return shown;
}

describe('the summary of a published report', () => {
  test('lists the severities that belong in it, unless the inspector picks', async () => {
    const of = await withTwoDefects({ shingles: false, worn: true });
    await of.publish();
    const automatic = await readPublic(of.report);
    expect([automatic.summary, listed(automatic)]).toEqual(['automatic', [defectCommentName]]);
    await setMode(of.owner, 'hand_picked');
    await of.publish();
    expect(listed(await readPublic(of.report))).toEqual([worn]);
    await of.publish({ summary: 'off' });
    const off = await readPublic(of.report);
    expect([off.summary, listed(off), namesOf(off)]).toEqual(['off', [], [defectCommentName, worn]]);
  });

  test('stays as it was published when the company changes its setting', async () => {
    const of = await withTwoDefects();
    await of.publish();
    await setMode(of.owner, 'off');
    expect((await readPublic(of.report)).summary).toBe('automatic');
    const draft = await readFull(of.owner, of.report.id);
    expect(draft.settings.summary).toBe('off');
  });
});

describe('a summary that was shared', () => {
  test('opens nothing else: neither the other findings, nor the whole PDF, nor photos', async () => {
    const of = await withTwoDefects();
    await of.publish();
    const v = await sharedWith(of, {});
    const shown = await openedWith(v);
    expect([shown.is_summary_only, namesOf(shown), shown.header_text]).toEqual([
      true,
      [defectCommentName],
      null,
    ]);
    expect(shown.media_query).toBe(`?v=${v}`);
    const full = await testApp.visitor.request(reading.downloadReport, { reportId: of.report.public_id, v });
    expect(full.error).toMatchObject({ type: 'LOCKED', details: { reasons: ['not_shared'] } });
    const summary = await testApp.visitor.request(reading.downloadReport, {
      reportId: of.report.public_id,
      type: 'summary',
      v,
    });
    expect(summary.headers['content-type']).toBe('application/pdf');
  }, 60_000);

  test('lists what the share says, and the reader cannot ask for another one', async () => {
    const of = await withTwoDefects({ shingles: false, worn: true });
    await of.publish();
    const v = await sharedWith(of, { summary: 'hand_picked' });
    expect(namesOf(await openedWith(v))).toEqual([worn]);
    const pdf = (summary?: 'automatic') =>
      testApp.visitor.request(reading.downloadReport, {
        reportId: of.report.public_id,
        type: 'summary',
        v,
        ...(summary ? { summary } : {}),
      });
    const [asked, own] = [await pdf('automatic'), await pdf()];
    expect(asked.raw.equals(own.raw)).toBe(true);
  }, 60_000);

  test('is only a part of what a recipient of the full report gets', async () => {
    const of = await withTwoDefects();
    await of.publish();
    const shown = await openedWith(await sharedWith(of, { sendFullReport: true }));
    expect([shown.is_summary_only, namesOf(shown)]).toEqual([false, [defectCommentName, worn]]);
  });

  test('exists on request even if the report itself has none', async () => {
    const of = await withTwoDefects();
    await of.publish({ summary: 'off' });
    expect(namesOf(await openedWith(await sharedWith(of, {})))).toEqual([defectCommentName]);
  });
});
