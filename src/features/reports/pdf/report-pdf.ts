import { addressLines } from '#domain/base/addresses.ts';
import type { Lang } from '#domain/base/date-formats.ts';
import { documentStore } from '#features/files/stored-documents.ts';
import type { ActionCtx } from '#server/context.ts';
import type { RenderedDocument } from '#server/documents/document-store.ts';
import { renderReport } from '#server/documents/render.ts';
import { pdfPictureLoader } from './pdf-pictures.ts';
import { reportPdfModel } from './report-pdf-model.ts';
import type { ReportPdfKind, ReportPdfSource } from './report-pdf-source.ts';
import { reportPdfTexts } from './report-pdf-texts.ts';

/**
 * Renders the report or its summary as a PDF, with headings in a language. The same state gives the same
 * bytes. `isStored`: the caller stores the file itself.
 */
export function renderReportPdf(
  ctx: ActionCtx,
  source: ReportPdfSource,
  kind: ReportPdfKind,
  lang: Lang,
  { isStored = false } = {},
): Promise<RenderedDocument> {
  const quality = source.company.settings.photo_quality >= 3 ? 'large' : 'medium';
  const load = pdfPictureLoader(ctx, source);
  return renderReport(reportPdfModel(source, kind, lang), load, {
    quality,
    company: ctx.subscriberId,
    ...(isStored ? {} : { store: documentStore(ctx) }),
  });
}

/** `1847 Seabright Avenue, Cape Elizabeth, ME 04107 - Home inspection report.pdf`, and `... report - Summary.pdf`. */
export function reportPdfFileName(
  source: Pick<ReportPdfSource, 'appointment' | 'shown'>,
  kind: ReportPdfKind,
  lang: Lang,
): string {
  const parts = [
    addressLines(source.appointment).join(', '),
    source.shown.name,
    kind === 'summary' && reportPdfTexts[lang].summary,
  ];
  return `${parts.filter(Boolean).join(' - ')}.pdf`;
}
