import { addressLines } from '#domain/base/addresses.ts';
import { createReaderFormatter, type Formatter } from '#domain/base/formatter.ts';
import { fromCents } from '#domain/base/money.ts';
import type { RepairItem } from '#domain/reports/repair/repair-list.ts';
import { namedFor } from '#domain/settings/severity-names.ts';
import { companyLetterhead, paperSizeFor } from '#features/agreements/sealing/agreement-document.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import type { DocumentLang, ReportComment, ReportItem, ReportModel } from '#server/documents/models.ts';
import { renderReport } from '#server/documents/render.ts';
import type { Download, HandlerInput } from '#wire/route.ts';
import { displayedState } from '../access/read-report.ts';
import { pdfPictureLoader } from '../pdf/pdf-pictures.ts';
import { photoModel } from '../pdf/report-pdf-model.ts';
import { loadReportPdfSource, type ReportPdfSource } from '../pdf/report-pdf-source.ts';
import type { downloadRepairList as contract } from '../repair-contract.ts';
import { versionNumberOf } from '../snapshots-store.ts';
import { type OpenedRepairList, openRepairList, totalsOnWire } from './open-repair-list.ts';
import { repairLabels } from './repair-labels.ts';
import { itemsOf } from './repair-store.ts';

/** Everything the PDF of a list is made from. */
interface RepairPdfSource extends OpenedRepairList {
  report: ReportPdfSource;
}

/** A repair list as a PDF, in the look of the report and in the language of the reader. */
export async function downloadRepairList(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract>,
): Promise<Download> {
  const source = await ctx.read((r) => loadSource(r, input));
  const model = repairListModel(source, input.lang ?? ctx.lang);
  const { bytes, sha256 } = await renderReport(model, pdfPictureLoader(ctx, source.report), {
    company: ctx.subscriberId,
    store: documentStore(ctx),
  });
  const filename = `${[addressLines(source.opened.appointment).join(', '), model.title].join(' - ')}.pdf`;
  return { filename, type: 'application/pdf', body: bytes, bytes: bytes.length, etag: sha256 };
}

async function loadSource(ctx: ReadCtx, input: HandlerInput<typeof contract>): Promise<RepairPdfSource> {
  const from = await openRepairList(ctx, input);
  const { report, appointment } = from.opened;
  const number = await versionNumberOf(ctx, report.id, from.version.rev);
  const shown = await displayedState(ctx, report, false, number);
  return { ...from, report: await loadReportPdfSource(ctx, report, appointment, shown) };
}

/** Builds the template's data model of a list: one section with one item for each defect, in the order of the list. */
function repairListModel(source: RepairPdfSource, lang: DocumentLang): ReportModel {
  const { list, opened, version } = source;
  const { company } = version;
  const labels = repairLabels[lang];
  const format = createReaderFormatter(lang, company);
  const items = itemsOf(list);
  return {
    mode: 'full',
    lang,
    paper: paperSizeFor(company.country_code),
    created_at: list.updated_at,
    title: list.title || labels.title,
    company: companyLetterhead(company),
    cover: {
      ...(opened.appointment.cover_file_id ? { photo: 'cover' } : {}),
      address_lines: addressLines(opened.appointment),
      date: format.longDateTime(opened.appointment.date_time, company.timezone),
      inspectors: source.report.technicians.map(({ name }) => ({ name })),
      facts: coverFacts(source, format, lang),
    },
    categories: namedFor(company.settings.defect_categories, lang).map(({ category, name, color }) => ({
      id: `c${category}`,
      name,
      color,
      in_summary: true,
    })),
    ratings: [],
    sections: [
      {
        number: '',
        name: labels.title,
        items: items.map((item, i) => itemModel(item, i, source, { format, lang })),
      },
    ],
  };
}

function coverFacts({ list, version }: RepairPdfSource, format: Formatter, lang: DocumentLang) {
  const labels = repairLabels[lang];
  const { company, snapshot, published_at } = version;
  const totals = totalsOnWire(itemsOf(list), version);
  const money = (amount: number) => format.money(amount, company.currency);
  const hidesMaker = list.role === 'client' && !company.settings.show_client;
  const published = labels.published
    .replace('{report}', snapshot.name)
    .replace('{date}', format.date(published_at, company.timezone));
  return [
    { label: labels.preparedBy, value: hidesMaker ? '' : list.maker_name },
    { label: labels.preparedFor, value: list.addressees.join(', ') },
    { label: labels.report, value: published },
    { label: labels.defects, value: format.number(totals.count) },
    {
      label: labels.estimates,
      value:
        totals.estimated === 0 ? '' : [...new Set([totals.min_cost, totals.max_cost])].map(money).join(' – '),
    },
    { label: labels.credits, value: totals.credits === 0 ? '' : money(totals.credits) },
  ].filter(({ value }) => value !== '');
}

function itemModel(
  item: RepairItem,
  index: number,
  { version, report, opened }: RepairPdfSource,
  { format, lang }: { format: Formatter; lang: DocumentLang },
): ReportItem {
  const labels = repairLabels[lang];
  const { company, defects } = version;
  const found = defects.get(item.id);
  const credit =
    item.credit_cents === null ? '' : format.money(fromCents(item.credit_cents), company.currency);
  const request = `${labels.request}: ${[labels.requests[item.request], credit].filter(Boolean).join(' ')}`;
  const answer = [request, item.note].filter(Boolean).join('\n');
  const number = String(index + 1);
  if (!found) {
    return { number, name: labels.gone, comments: [{ kind: 'information', name: labels.gone, answer }] };
  }
  const { shown, place, comment } = found;
  const costs = [...new Set([shown.min_cost, shown.max_cost])].filter((cost) => cost !== null);
  const photos = opened.isSummaryOnly ? [] : photosOf(comment.id, report);
  const model: ReportComment = {
    kind: 'defect',
    name: comment.name,
    ...(comment.text ? { text: comment.text as unknown as string } : {}),
    answer,
    category: `c${comment.category ?? 2}`,
    ...(comment.locations.length > 0 ? { location: comment.locations.join(', ') } : {}),
    ...(comment.recommendation ? { recommendation: comment.recommendation } : {}),
    ...(costs.length > 0
      ? { cost: costs.map((cost) => format.money(cost, company.currency)).join(' – ') }
      : {}),
    photos,
  };
  return { number, name: `${shown.number} ${place}`, comments: [model] };
}

function photosOf(commentId: string, report: ReportPdfSource): ReportComment['photos'] {
  return report.shown.content.sections
    .flatMap((section) => section.items.flatMap((item) => item.media))
    .filter((media) => media.comment_id === commentId && media.kind === 'photo')
    .map((media) => photoModel(media, report));
}
