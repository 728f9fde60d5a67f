import { asInstant, formatWithOffset, type Instant, type Zone } from '#domain/base/time.ts';
import { askedSummary } from '#domain/reports/report-summary.ts';
import type { Rating, ReportContent } from '#domain/reports/reports.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { type Company, getCompany } from '#features/company/get-company.ts';
import type { ActionCtx, ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput } from '#wire/route.ts';
import { approvalOf } from '../approval.ts';
import type { FullReport, getReport } from '../contract.ts';
import { lookName } from '../looks-store.ts';
import { namedPeople } from '../named-people.ts';
import { pdfStateOf } from '../pdf-state.ts';
import { mediaOnWire, publicSections, sectionsOnWire, summarySections } from '../present.ts';
import type { PublicReport } from '../public-report-contract.ts';
import { needsCompletion, permissionsOf, subjectOf } from '../report-rights.ts';
import * as snapshots from '../snapshots-store.ts';
import { stampReport } from '../stamp-report.ts';
import * as store from '../store.ts';
import { reinspectionFacts } from './reinspection-facts.ts';
import { createTeamToken } from './team-token.ts';
import { isUuid, type OpenedReport, openThroughGate } from './view-gate.ts';

/**
 * Reads a report: all of it for members by id (stamped from the template on first open), the published one by public
 * id.
 */
export async function readReport(
  ctx: ActionCtx,
  input: HandlerInput<typeof getReport>,
): Promise<FullReport | PublicReport> {
  if (!ctx.actor || !isUuid(input.reportId)) {
    return ctx.read(async (r) =>
      publicReport(r, await openThroughGate(r, input, 'view_summary'), input.version),
    );
  }
  const found = await ctx.read((r) => store.findReport(r, { id: input.reportId }));
  if (!found) throw notFound();
  if (!found.is_stamped) await ctx.tx((w) => stampReport(w, found.id));
  return ctx.read((r) => fullReport(r, found.id));
}

/** The report as its editors see it. */
async function fullReport(ctx: ReadCtx | WriteCtx, id: string): Promise<FullReport> {
  const report = await store.findReport(ctx, { id });
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  const company = await getCompany(ctx);
  const { settings } = company;
  const people = await store.listRecipients(ctx, appointment.id);
  const technicians = await store.technicians(ctx, appointment.id);
  const subject = await subjectOf(ctx, appointment.id);
  const content = await store.content(ctx, report);
  return {
    projection: 'full',
    ...headOf(report, ctx.now),
    approval: await approvalOf(ctx, report),
    sections: sectionsOnWire(content),
    unsorted: (content.unsorted ?? []).map(mediaOnWire),
    appointment: {
      ...appointmentFactsOf(appointment, company.timezone),
      technicians: technicians.map((person) => person.name),
      clients: people.filter((person) => person.role === 'client').map((person) => person.name),
    },
    people: recipientsOf(people, settings.show_listing_agent),
    settings: {
      location_tags: settings.location_tags,
      recommendations: settings.template_recommendations,
      categories: [...settings.defect_categories],
      cost_estimator: settings.cost_estimator,
      summary: settings.report_summary,
      photo_quality: settings.photo_quality,
      require_completion_to_publish: needsCompletion(settings, report),
      currency: company.currency,
    },
    permissions: permissionsOf(ctx, report, subject),
    team_pass: createTeamToken(ctx.installation, ctx.subscriberId, report.id, ctx.now),
  };
}

function headOf(report: store.ReportRecord, now: Instant) {
  return {
    _id: report.id,
    id: report.id,
    public_id: report.public_id,
    name: report.name,
    status: report.status as FullReport['status'],
    rev: report.content_rev,
    published_rev: report.published_rev,
    published_at: report.published_at,
    first_published_at: report.first_published_at,
    submitted_at: report.submitted_at,
    detached_at: report.detached_at,
    ...pdfStateOf(report, now),
    ratings: report.ratings as Rating[],
    header_text: report.header_text,
    disclaimer: report.disclaimer,
  };
}

function appointmentFactsOf(appointment: store.AppointmentFacts, timezone: Zone) {
  return {
    id: appointment.id,
    public_id: appointment.public_id,
    order_id: appointment.order_id,
    status: appointment.status,
    ...placeOf(appointment),
    date_time: formatWithOffset(asInstant(appointment.date_time), timezone),
    timezone,
    require_payment: appointment.require_payment,
    paid: appointment.paid,
    agreement_signed: appointment.agreement_signed,
  };
}

/** The people a published report can be sent to; listing agents only if chosen, or if the company shows them. */
function recipientsOf(people: store.ReportRecipient[], withListingAgents: boolean): FullReport['people'] {
  return people
    .filter((person) => person.email !== '')
    .map(({ id, role, name, email }) => ({
      ...{ id, role, name, email },
      by_default: role !== 'listing_agent' || withListingAgents,
    }));
}

/** What is shown of a report: the published state, or for the team the current one. */
export interface DisplayedReport {
  name: string;
  header_text: RichText | null;
  disclaimer: RichText | null;
  content: ReportContent;
  rev: number;
  is_draft: boolean;
  published_at: string | null;
  summary: SummaryMode;
}

/** The published state or a version of it for the public; for the team the current one, which may be a draft. */
export async function displayedState(
  ctx: ReadCtx,
  report: store.ReportRecord,
  draft: boolean,
  version?: number,
): Promise<DisplayedReport> {
  const published = await snapshots.snapshot(ctx, report, version);
  if (!published && version !== undefined) throw notFound();
  const isPublished =
    published !== undefined && (!draft || version !== undefined || published.rev === report.content_rev);
  const { report_summary } = (await getCompany(ctx)).settings;
  if (published && isPublished) {
    const {
      name,
      header_text,
      disclaimer,
      content,
      summary = report_summary,
    } = published.content as unknown as snapshots.Snapshot;
    return {
      name,
      header_text,
      disclaimer,
      content,
      rev: published.rev,
      is_draft: false,
      published_at: published.published_at,
      summary,
    };
  }
  return {
    name: report.name,
    header_text: report.header_text as RichText | null,
    disclaimer: report.disclaimer as RichText | null,
    content: await store.content(ctx, report),
    rev: report.content_rev,
    is_draft: true,
    published_at: null,
    summary: report_summary,
  };
}

async function publicReport(ctx: ReadCtx, opened: OpenedReport, wanted?: number): Promise<PublicReport> {
  const { report, appointment, isTeam, isSummaryOnly } = opened;
  const company = await getCompany(ctx);
  const { settings } = company;
  const version = await readableVersion(ctx, report, isTeam, wanted);
  const shown = await displayedState(ctx, report, isTeam, version);
  const newest = await snapshots.versionCount(ctx, report.id);
  const technicians = await store.technicians(ctx, appointment.id);
  const people = await namedPeople(ctx, appointment.id, settings);
  const { summary, sections } = readerSections(opened, shown, settings);
  const pass = isTeam ? createTeamToken(ctx.installation, ctx.subscriberId, report.id, ctx.now) : null;
  return {
    projection: 'public',
    public_id: report.public_id,
    name: shown.name,
    is_draft: shown.is_draft,
    published_at: shown.published_at,
    version: shown.is_draft ? null : { number: version ?? newest, newest },
    company: getCompanyBranding(company, appointment.public_id),
    appointment: {
      public_id: appointment.public_id,
      ...placeOf(appointment),
      date_time: formatWithOffset(asInstant(appointment.date_time), company.timezone),
      timezone: company.timezone,
      technicians: technicians.filter((person) => !person.invisible).map((person) => person.name),
      ...people,
    },
    // Only a photo: without one, that address returns a map, which adds nothing here and costs a second.
    cover: appointment.cover_file_id ? `/api/v2/public/appointments/${appointment.public_id}/picture` : null,
    ratings: [...shown.content.ratings],
    categories: categoriesOf(settings),
    header_text: isSummaryOnly ? null : shown.header_text,
    disclaimer: shown.disclaimer,
    summary,
    sections,
    media_path: `/api/v2/reports/${report.public_id}/media`,
    video_path: videoPath(report),
    media_query: mediaQuery(pass ? `?t=${pass}` : opened.query, version),
    reader_language: opened.language,
    is_summary_only: isSummaryOnly,
    ...(isSummaryOnly ? {} : await reinspectionFacts(ctx, report, shown.content, settings.cost_estimator)),
  };
}

/** The sections as this reader gets them: all of them, or what the summary lists. */
export function readerSections(
  { isSummaryOnly, sentSummary }: Pick<OpenedReport, 'isSummaryOnly' | 'sentSummary'>,
  shown: Pick<DisplayedReport, 'content' | 'summary'>,
  settings: Company['settings'],
): Pick<PublicReport, 'summary' | 'sections'> {
  const summary = isSummaryOnly ? (sentSummary ?? askedSummary(shown.summary)) : shown.summary;
  const severities = settings.defect_categories;
  const options = { costs: settings.cost_estimator, summary, severities, lookOf: lookName };
  const all = publicSections(shown.content, options);
  return { summary, sections: isSummaryOnly ? summarySections(all) : all };
}

/** The version that may be shown: for the public not one that was withdrawn; the link then shows the newest. */
export async function readableVersion(
  ctx: ReadCtx,
  report: store.ReportRecord,
  isTeam: boolean,
  wanted: number | undefined,
): Promise<number | undefined> {
  if (isTeam || wanted === undefined) return wanted;
  const row = await snapshots.snapshot(ctx, report, wanted);
  return row && row.withdrawn_at !== null ? undefined : wanted;
}

/** Photos of a former version are asked for as such: those that the newest no longer has are not public by themselves. */
function mediaQuery(query: string, version: number | undefined): string {
  if (version === undefined) return query;
  return `${query === '' ? '?' : `${query}&`}version=${version}`;
}

/** Base path of a report's videos. */
export function videoPath(report: { public_id: string }): string {
  return `/api/v2/reports/${report.public_id}/videos`;
}

/** The categories of defects as readers get them. */
export function categoriesOf(settings: Company['settings']): PublicReport['categories'] {
  return settings.defect_categories.map(({ category, name, color, in_summary }) => ({
    category,
    name,
    color,
    in_summary,
  }));
}

function placeOf(appointment: store.AppointmentFacts) {
  const { address, city, state, zip_code, square_feet, year_built } = appointment;
  return { address, city, state, zip_code, square_feet, year_built };
}
