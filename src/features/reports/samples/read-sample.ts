import { asInstant, formatWithOffset } from '#domain/base/time.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import type { CompanyBranding } from '#features/agreements/contract.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { notFound } from '#wire/errors.ts';
import type { Download, HandlerInput, HandlerOutput } from '#wire/route.ts';
import { categoriesOf } from '../access/read-report.ts';
import { isValidTeamToken } from '../access/team-token.ts';
import { publicSections } from '../present.ts';
import type { PublicReport } from '../public-report-contract.ts';
import type * as contract from '../samples-contract.ts';
import type { Snapshot } from '../snapshots-store.ts';
import { findSample, visibleSamples } from './sample-store.ts';

type SampleInput = Pick<HandlerInput<typeof contract.getSample>, 't'>;

/** A sample for its readers: anyone while the company shows it, the team always. */
export async function getSample(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.getSample>,
): Promise<HandlerOutput<typeof contract.getSample>> {
  const company = await getCompany(ctx);
  const { sample, isVisible } = await openSample(ctx, company, input);
  const others = company.settings.sample_reports ? await visibleSamples(ctx) : [];
  return {
    name: sample.name,
    description: sample.description,
    is_visible: isVisible,
    list: others.some((one) => one.id !== sample.id) ? listPath(company) : null,
    report: reportOf(sample, company, isVisible ? '' : `?t=${input.t ?? ''}`),
  };
}

async function openSample(ctx: ReadCtx, company: Company, { t }: SampleInput) {
  const sample = await findSample(ctx, ctx.link?.id ?? '');
  if (!sample) throw notFound();
  const isVisible = sample.visible && company.settings.sample_reports;
  const of = { subscriberId: ctx.subscriberId, reportId: sample.id };
  if (!isVisible && !isValidTeamToken(ctx.installation, t, of, ctx.now)) throw notFound();
  return { sample, isVisible };
}

type FoundSample = Awaited<ReturnType<typeof openSample>>['sample'];

/** The sample as a report without appointment, people and place. */
function reportOf(sample: FoundSample, company: Company, query: string): PublicReport {
  const { name, header_text, disclaimer, content, ...snapshot } = sample.snapshot as unknown as Snapshot;
  const { cost_estimator, defect_categories, report_summary } = company.settings;
  const summary = snapshot.summary ?? report_summary;
  return {
    projection: 'public',
    public_id: sample.public_id,
    name,
    is_draft: false,
    published_at: null,
    version: null,
    company: brandingOf(company),
    appointment: {
      public_id: sample.public_id,
      ...{ address: '', city: '', state: '', zip_code: '', square_feet: null, year_built: null },
      date_time: formatWithOffset(asInstant(sample.created_at), company.timezone),
      timezone: company.timezone,
      technicians: [],
      clients: [],
      others: [],
    },
    cover: null,
    ratings: [...content.ratings],
    categories: categoriesOf(company.settings),
    header_text,
    disclaimer,
    summary,
    sections: publicSections(content, {
      costs: cost_estimator,
      summary,
      severities: defect_categories,
      // Its pictures have their marks already.
      lookOf: () => null,
    }),
    media_path: mediaPath(sample),
    video_path: mediaPath(sample),
    media_query: query,
    reader_language: null,
    is_summary_only: false,
  };
}

const mediaPath = (sample: { public_id: string }) =>
  `/api/v2/public/sample-reports/${sample.public_id}/media`;
const listPath = (company: Company) => `/sample-reports/${company.request_id}`;

function brandingOf(company: Company): CompanyBranding {
  const logo = company.logo_file_id
    ? `/api/v2/public/companies/${company.request_id}/pictures/logo?v=${company.logo_file_id.slice(-8)}`
    : null;
  return { ...getCompanyBranding(company, ''), logo };
}

const aDay = 86_400;

/** A photo of a sample, for those who may read it. */
export async function getSamplePhoto(
  ctx: ActionCtx,
  input: HandlerInput<typeof contract.getSamplePhoto>,
): Promise<Download> {
  const row = await ctx.read(async (r) => {
    const { sample } = await openSample(r, await getCompany(r), input);
    const photo = await mine(r, 'sample_report_photos')
      .where('sample_id', '=', sample.id)
      .where('public_id', '=', input.mediaId)
      .select(['large_file_id', 'medium_file_id', 'thumb_file_id'])
      .executeTakeFirst();
    if (!photo) return undefined;
    return mine(r, 'stored_files')
      .where('id', '=', photo[`${input.size}_file_id`])
      .select(['storage_key', 'type', 'sha256'])
      .executeTakeFirst();
  });
  const file = row ? await ctx.files.get(row.storage_key) : null;
  if (!row || !file) throw notFound();
  return {
    filename: `${input.mediaId}.${row.type === 'image/webp' ? 'webp' : 'jpg'}`,
    type: row.type,
    body: file.stream,
    bytes: file.size,
    inline: true,
    etag: row.sha256,
    maxAgeSeconds: aDay,
  };
}

/** The samples that the company shows. Throws NOT_FOUND if it shows none at all by its settings. */
export async function listPublicSamples(
  ctx: ReadCtx,
): Promise<HandlerOutput<typeof contract.listPublicSamples>> {
  const company = await getCompany(ctx);
  if (!company.settings.sample_reports) throw notFound();
  const rows = await visibleSamples(ctx);
  return {
    company: brandingOf(company),
    samples: rows.map(({ public_id, name, description, deficiencies, photos, cover }) => ({
      ...{ public_id, name, description, deficiencies, photos },
      cover: cover && `${mediaPath({ public_id })}/${cover}/medium`,
    })),
  };
}
