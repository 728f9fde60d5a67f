import { asInstant, formatWithOffset, localDate } from '#domain/base/time.ts';
import { previewReport } from '#domain/templates/template-preview.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import { loadTemplate } from '#features/templates/template-content.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import type { Download, HandlerInput, HandlerOutput } from '#wire/route.ts';
import type { DisplayedReport } from '../access/read-report.ts';
import { renderReportPdf } from '../pdf/report-pdf.ts';
import type { ReportPdfSource } from '../pdf/report-pdf-source.ts';
import { publicSections } from '../present.ts';
import type * as contract from '../preview-contract.ts';

type Input = HandlerInput<typeof contract.previewTemplate>;
type Preview = HandlerOutput<typeof contract.previewTemplate>;

/** A template as a report of a sample property: what inspectors start with, or every comment of it. */
export async function previewTemplate(ctx: ReadCtx, input: Input): Promise<Preview> {
  const company = await getCompany(ctx);
  const shown = await sampleReport(ctx, company, input);
  return {
    projection: 'public',
    // Identifies nothing: no link leads to a preview, and it has neither photos nor videos.
    public_id: input.id,
    name: shown.name,
    template_name: shown.template_name,
    is_draft: false,
    published_at: null,
    version: null,
    company: { ...getCompanyBranding(company, ''), logo: null },
    appointment: {
      public_id: input.id,
      ...sampleProperty(company),
      date_time: formatWithOffset(asInstant(ctx.now), company.timezone),
      timezone: company.timezone,
      technicians: [],
      clients: [],
      others: [],
    },
    cover: null,
    ratings: [...shown.content.ratings],
    categories: company.settings.defect_categories.map(({ category, name, color, in_summary }) => ({
      category,
      name,
      color,
      in_summary,
    })),
    header_text: shown.header_text,
    disclaimer: shown.disclaimer,
    summary: shown.summary,
    sections: publicSections(shown.content, {
      costs: company.settings.cost_estimator,
      summary: shown.summary,
      severities: company.settings.defect_categories,
      lookOf: () => null,
    }),
    media_path: '',
    video_path: '',
    media_query: '',
    reader_language: null,
    is_summary_only: false,
  };
}

/** The same preview as a PDF. */
export async function downloadTemplatePreview(ctx: ActionCtx, input: Input): Promise<Download> {
  const source = await ctx.read(async (r): Promise<ReportPdfSource> => {
    const company = await getCompany(r);
    return {
      shown: await sampleReport(r, company, input),
      company,
      appointment: { ...sampleProperty(company), cover_file_id: null, date_time: r.now, order_id: '' },
      technicians: [],
      clients: [],
      others: [],
      made_at: r.now,
      pictures: { files: new Map(), unmade: new Map() },
      publicUrl: r.installation.publicUrl,
      report_public_id: input.id,
    };
  });
  const { bytes, sha256 } = await renderReportPdf(ctx, source, 'full', ctx.lang);
  const filename = `${source.shown.name.replace(/[\\/:*?"<>|]+/g, '-').slice(0, 100)}.pdf`;
  return { filename, type: 'application/pdf', body: bytes, bytes: bytes.length, etag: sha256 };
}

async function sampleReport(
  ctx: ReadCtx,
  company: Company,
  input: Input,
): Promise<DisplayedReport & Pick<Preview, 'template_name'>> {
  const { content, rev } = await loadTemplate(ctx, input.id);
  const { name, report_title, header_text, disclaimer } = content;
  return {
    template_name: name,
    name: report_title || name,
    header_text,
    disclaimer,
    content: previewReport(content, input.comments, localDate(asInstant(ctx.now), company.timezone)),
    rev,
    is_draft: false,
    published_at: null,
    summary: company.settings.report_summary,
  };
}

/** A property that does not exist, in the company's own city. */
function sampleProperty({ city, state, zip_code }: Company) {
  return { address: '123 Sample Street', city, state, zip_code, square_feet: 2000, year_built: 1990 };
}
