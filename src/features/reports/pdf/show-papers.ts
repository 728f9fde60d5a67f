import { asInstant, withOffset } from '#domain/base/time.ts';
import { brandOf } from '#features/agreements/company-brand.ts';
import { companyOf } from '#features/company/company-of.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { notFound } from '#wire/errors.ts';
import type { Gives, Takes } from '#wire/route.ts';
import { readerOf } from '../access/reader-rights.ts';
import { openReviewPass, reviewPassFor } from '../access/review-pass.ts';
import { gateReasons, type LockReason, lockedError } from '../access/view-gate.ts';
import type * as contract from '../papers-contract.ts';
import { mustEdit } from '../report-rights.ts';
import * as store from '../store.ts';

/**
 * The reports of a link's appointment that can be read as PDF: the published ones through the gate of their pages, or with
 * a review pass also those that were begun and not published yet.
 */
export async function showPapers(
  ctx: ReadCtx,
  input: Takes<typeof contract.listPapers>,
): Promise<Gives<typeof contract.listPapers>> {
  const appointment = await appointmentOfLink(ctx);
  if (!appointment) throw notFound('This link does not work');
  const { review } = input;
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  const until = review === undefined ? null : openReviewPass(ctx.installation, review, of, ctx.now);
  const reports = await store.ofAppointment(ctx, appointment.id);
  const published = reports.filter(
    (report) => report.published_rev !== null && report.status === 'published',
  );
  const drafts = until
    ? reports.filter((report) => report.published_rev === null && report.status !== 'not_started')
    : [];
  const reader = await readerOf(ctx, appointment.id, input);
  const reasons: LockReason[] = [];
  if (ctx.actor === null) {
    reasons.push(...(await gateReasons(ctx, appointment, published.length > 0)));
    if (!reader.rights.view_summary) reasons.push(reader.isKnown ? 'not_shared' : 'personal_link');
  }
  const shown =
    reasons.length > 0 ? drafts : reports.filter((one) => [...published, ...drafts].includes(one));
  if (shown.length === 0 && reasons.length > 0) {
    const named = published[0] ?? reports[0];
    const { name = '', public_id = null } = named ?? {};
    throw await lockedError(ctx, appointment, { name, public_id, reasons });
  }
  const company = await companyOf(ctx);
  const { address, city, state, zip_code } = appointment;
  const time = (at: string) => withOffset(asInstant(at), company.timezone);
  return {
    ...{ address, city, state, zip_code },
    appointment_public_id: appointment.public_id,
    company: brandOf(company, appointment.public_id),
    is_summary_only: ctx.actor === null && until === null && !reader.rights.view_report,
    review_until: until && time(until),
    reports: shown.map((report) => ({
      public_id: report.public_id,
      name: report.name,
      published_at: report.published_rev === null || !report.published_at ? null : time(report.published_at),
    })),
  };
}

/** A link to the drafts of an appointment for somebody outside, good for 7 days. */
export async function shareDraft(
  ctx: WriteCtx,
  input: Takes<typeof contract.shareDraft>,
): Promise<Gives<typeof contract.shareDraft>> {
  const appointment = await store.appointment(ctx, input.id);
  if (!appointment) throw notFound();
  await mustEdit(ctx, appointment.id);
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  const { pass, until } = reviewPassFor(ctx.installation, of, ctx.now);
  await ctx.audit({ action: 'draft-shared', entity: 'appointment', entity_id: appointment.id });
  const url = `${ctx.installation.publicUrl}/review-pdf/${appointment.public_id}?t=${pass}`;
  const company = await companyOf(ctx);
  return { url, expires_at: withOffset(until, company.timezone) };
}

async function appointmentOfLink(ctx: ReadCtx): Promise<store.AppointmentFacts | undefined> {
  const { link } = ctx;
  if (!link) return undefined;
  if (link.kind === 'appointment') return store.appointment(ctx, link.id);
  const report = await store.one(ctx, { id: link.id });
  return report && store.appointment(ctx, report.appointment_id);
}
