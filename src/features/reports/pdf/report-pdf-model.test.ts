import { expect, test } from 'vitest';
import type { Lang } from '#domain/base/date-formats.ts';
import { updateSettings } from '#features/company/settings-contract.ts';
import { settingsPathOf } from '#features/company/settings-for-tests.ts';
import { startTestApp } from '#testing/test-app.ts';
import { displayedState } from '../access/read-report.ts';
import * as publishing from '../publishing-contract.ts';
import * as reading from '../reading-contract.ts';
import { findComment, op, readFull, saves } from '../report-for-tests.ts';
import * as store from '../store.ts';
import { setUpReportsCompany } from '../written-report-for-tests.ts';
import { reportPdfFileName } from './report-pdf.ts';
import { reportPdfModel } from './report-pdf-model.ts';
import { loadReportPdfSource, type ReportPdfKind } from './report-pdf-source.ts';

const testApp = await startTestApp({ at: '2030-03-01T14:00:00Z' });
const { written, readPublic } = setUpReportsCompany(testApp);

/** A report with a recommendation for 150.50 to 300 and a maintenance hint for 20, both for a roofer. */
async function estimated() {
  const of = await written({ open: true });
  await of.owner.call(updateSettings, { ...settingsPathOf(of.owner), cost_estimator: true });
  const hint = findComment(of.report, 'Covering near the end of its service life');
  const roofer = { included: true, recommendation: 'Roofer' };
  await saves(of.owner, { id: of.report.id, rev: of.rev }, [
    op({
      type: 'update_comment',
      comment_id: of.comment.id,
      changes: { ...roofer, min_cost: 150.5, max_cost: 300, locations: ['Front', 'Rear'] },
    }),
    op({
      type: 'update_comment',
      comment_id: hint.id,
      changes: { ...roofer, category: 1, min_cost: 20, max_cost: null },
    }),
  ]);
  return of;
}

type Written = Awaited<ReturnType<typeof estimated>>;

const sourceOf = ({ owner, report }: Written) =>
  testApp.readAs(owner.subscriberId, async (r) => {
    const row = await store.findReport(r, { id: report.id });
    const appointment = row && (await store.appointment(r, row.appointment_id));
    if (!row || !appointment) throw new Error('no report');
    return loadReportPdfSource(r, row, appointment, await displayedState(r, row, true));
  });
const modelOf = async (of: Written, kind: ReportPdfKind = 'full', lang: Lang = 'en') =>
  reportPdfModel(await sourceOf(of), kind, lang);

test('adds up costs by severity and in total, and names whom to call', async () => {
  const of = await estimated();
  expect((await modelOf(of)).summary).toEqual({
    groups: [
      { category: 'c2', count: 1, cost: '$150.50 to $300.00' },
      { category: 'c1', count: 1, cost: '$20.00' },
    ],
    cost: '$170.50 to $320.00',
    trades: [{ name: 'Roofer', count: 2 }],
  });
});

test('the summary’s own PDF counts only what it lists', async () => {
  const of = await estimated();
  const { summary } = await modelOf(of, 'summary');
  expect(summary).toMatchObject({ groups: [{ category: 'c2', count: 1 }], cost: '$150.50 to $300.00' });
});

test('has the page’s numbers and places, each deficiency once with all its locations', async () => {
  const of = await estimated();
  const page = await readPublic(of.report, of.report.team_pass);
  const pdf = await modelOf(of);
  const defects = pdf.sections.flatMap((section) => section.items.flatMap((item) => item.comments));
  const onPage = page.sections.flatMap((section) => section.items.flatMap((item) => item.comments));
  const facts = (all: readonly { number?: string; name: string }[]) =>
    all.filter((one) => one.number).map(({ number, name }) => [number, name]);
  expect(facts(defects)).toEqual(facts(onPage));
  const shingles = defects.find((one) => one.name === of.comment.name);
  expect(shingles).toMatchObject({
    location: 'Front, Rear',
    in_summary: true,
    url: `http://gable.test/view-report2/${of.report.public_id}#c${of.comment.public_id}`,
  });
});

test('shows no costs while the company does not estimate any', async () => {
  const of = await estimated();
  await of.owner.call(updateSettings, { ...settingsPathOf(of.owner), cost_estimator: false });
  const { summary, sections } = await modelOf(of);
  expect(JSON.stringify({ summary, sections })).not.toContain('$');
});

test.each([
  ['en', 'Order', '$150.50 to $300.00', 'Safety hazard', ' - Summary.pdf'],
  ['de', 'Auftrag', '150,50\u00a0$ bis 300,00\u00a0$', 'Sicherheitsrisiko', ' - Zusammenfassung.pdf'],
  ['fr', 'Commande', 'de 150,50\u00a0$ à 300,00\u00a0$', 'Risque pour la sécurité', ' - Résumé.pdf'],
] as const)('has headings in the language of its reader: %s', async (lang, order, cost, hazard, ending) => {
  const of = await estimated();
  const model = await modelOf(of, 'full', lang);
  expect(model.lang).toBe(lang);
  expect(model.cover.facts?.[0]?.label).toBe(order);
  expect(model.summary?.groups[0]?.cost).toBe(cost);
  expect(model.categories.map(({ name }) => name)).toContain(hazard);
  expect(reportPdfFileName(await sourceOf(of), 'summary', lang)).toContain(ending);
});

test('version 1 as a PDF is what it was, byte for byte, after version 2 was published', async () => {
  const of = await estimated();
  const publish = () =>
    of.owner.call(publishing.publishReport, {
      id: of.report.id,
      confirmed: true,
      without_sending: true,
    });
  const pdf = (more: { version?: number; lang?: 'de' } = {}) =>
    testApp.visitor.request(reading.downloadReport, { reportId: of.report.public_id, ...more });
  await publish();
  await testApp.runDueJobs();
  const first = (await pdf()).raw;
  const firstInGerman = (await pdf({ lang: 'de' })).raw;
  expect(firstInGerman.equals(first)).toBe(false);
  const { rev } = await readFull(of.owner, of.report.id);
  await saves(of.owner, { id: of.report.id, rev }, [
    op({ type: 'update_comment', comment_id: of.comment.id, changes: { name: 'Shingles gone' } }),
  ]);
  await publish();
  await testApp.runDueJobs();
  expect((await pdf({ version: 1 })).raw.equals(first)).toBe(true);
  expect((await pdf({ version: 1, lang: 'de' })).raw.equals(firstInGerman)).toBe(true);
  expect((await pdf()).raw.equals(first)).toBe(false);
  // A former version passes the same gate.
  await testApp.writeAs(of.owner.subscriberId, (w) =>
    w.db
      .updateTable('appointments')
      .set({ agreement_signed: false })
      .where('subscriber_id', '=', of.owner.subscriberId)
      .where('id', '=', of.appointmentId)
      .execute(),
  );
  expect((await pdf({ version: 1 })).error).toMatchObject({
    type: 'LOCKED',
    details: { reasons: ['agreement'] },
  });
}, 60_000);
