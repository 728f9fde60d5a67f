import { asInstant, formatWithOffset } from '#domain/base/time.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { resolveReader } from '../access/reader-access.ts';
import { createReviewToken, verifyReviewToken } from '../access/review-token.ts';
import { gateReasons, type LockReason, lockedError } from '../access/view-gate.ts';
import type * as contract from '../report-pdfs-contract.ts';
import { assertCanEditReport } from '../report-rights.ts';
import * as store from '../store.ts';

/**
 * The reports of a link's appointment that can be read as PDFs: the published ones through the gate of their pages, and
 * with a review token also those started and not yet published.
 */
export async function listReportPdfs(
  ctx: ReadCtx,
  input: HandlerInput<typeof contract.listReportPdfs>,
): Promise<HandlerOutput<typeof contract.listReportPdfs>> {
  const appointment = await appointmentOfLink(ctx);
  if (!appointment) throw notFound('This link does not work');
  const { review } = input;
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  const until = review === undefined ? null : verifyReviewToken(ctx.installation, review, of, ctx.now);
  const reports = await store.listByAppointment(ctx, appointment.id);
  const published = reports.filter(
    (report) => report.published_rev !== null && report.status === 'published',
  );
  const drafts = until
    ? reports.filter((report) => report.published_rev === null && report.status !== 'not_started')
    : [];
  const reader = await resolveReader(ctx, appointment.id, input);
  const reasons: LockReason[] = [];
  if (ctx.actor === null) {
    reasons.push(...(await gateReasons(ctx, appointment, published.length > 0)));
    if (!reader.rights.view_summary) reasons.push(reader.isKnown ? 'not_shared' : 'personal_link');
  }
  const shown =
    reasons.length > 0 ? drafts : reports.filter((one) => [...published, ...drafts].includes(one));
  // A reader of drafts is not asked to sign or pay for a report that no one has started.
  const waitsForDraft = until !== null && published.length === 0;
  if (shown.length === 0 && reasons.length > 0 && !waitsForDraft) {
    const named = published[0] ?? reports[0];
    const { name = '', public_id = null } = named ?? {};
    throw await lockedError(ctx, appointment, { name, public_id, reasons });
  }
  const company = await getCompany(ctx);
  const { address, city, state, zip_code } = appointment;
  const time = (at: string) => formatWithOffset(asInstant(at), company.timezone);
  return {
    ...{ address, city, state, zip_code },
    appointment_public_id: appointment.public_id,
    company: getCompanyBranding(company, appointment.public_id),
    is_summary_only: ctx.actor === null && until === null && !reader.rights.view_report,
    review_until: until && time(until),
    reports: shown.map((report) => ({
      public_id: report.public_id,
      name: report.name,
      published_at: report.published_rev === null || !report.published_at ? null : time(report.published_at),
    })),
  };
}

/** Creates a link to the drafts of an appointment for outside readers, valid for 7 days. */
export async function createDraftLink(
  ctx: WriteCtx,
  input: HandlerInput<typeof contract.createDraftLink>,
): Promise<HandlerOutput<typeof contract.createDraftLink>> {
  const appointment = await store.appointment(ctx, input.id);
  if (!appointment) throw notFound();
  await assertCanEditReport(ctx, appointment.id);
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  const { pass, until } = createReviewToken(ctx.installation, of, ctx.now);
  await ctx.audit({ action: 'draft-shared', entity: 'appointment', entity_id: appointment.id });
  const url = `${ctx.installation.publicUrl}/review-pdf/${appointment.public_id}?t=${pass}`;
  const company = await getCompany(ctx);
  return { url, expires_at: formatWithOffset(until, company.timezone) };
}

async function appointmentOfLink(ctx: ReadCtx): Promise<store.AppointmentFacts | undefined> {
  const { link } = ctx;
  if (!link) return undefined;
  if (link.kind === 'appointment') return store.appointment(ctx, link.id);
  const report = await store.findReport(ctx, { id: link.id });
  return report && store.appointment(ctx, report.appointment_id);
}
