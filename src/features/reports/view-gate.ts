import type { GateStep } from '#domain/events.ts';
import { type GateReason, viewGate } from '#domain/publishing.ts';
import type { Instant } from '#domain/time.ts';
import { brandOf } from '#features/agreements/company-brand.ts';
import { companyOf } from '#features/company/company-of.ts';
import type { ReadCtx } from '#server/context.ts';
import { AppError, notFound } from '#wire/errors.ts';
import { openReviewPass } from './review-pass.ts';
import * as store from './store.ts';
import { isTeamPass } from './team-pass.ts';

/** A report behind its link, with whether the visitor belongs to its team. */
export interface Opened {
  report: store.ReportRecord;
  appointment: store.AppointmentFacts;
  isTeam: boolean;
  /** Read as a draft by somebody outside. */
  isReview: boolean;
}

/** What keeps the public out of a report of this appointment now, in the order of the gate. */
export async function gateReasons(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  isPublished: boolean,
): Promise<GateReason[]> {
  const waivers = await store.waivers(ctx, appointment.id);
  return viewGate({
    viewer: 'public',
    isPublished,
    require_payment: appointment.require_payment,
    paid: appointment.paid,
    agreement_signed: appointment.agreement_signed,
    waivers: waivers.map((waiver) => ({
      what: waiver.what as GateStep,
      until: waiver.until as Instant | null,
      revoked_at: waiver.revoked_at as Instant | null,
    })),
    now: ctx.now,
  }).reasons;
}

/**
 * The report of a link or of a signed-in member's id. The team (a member, or whoever holds its pass) always gets in; the
 * public through the gate: LOCKED names what is still to be done and where.
 */
export async function openThroughGate(
  ctx: ReadCtx,
  input: { reportId: string; t?: string | undefined },
): Promise<Opened> {
  const report = await find(ctx, input.reportId);
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  const of = { subscriberId: ctx.subscriberId, reportId: report.id };
  const isTeam = ctx.actor !== null || isTeamPass(ctx.installation, input.t, of, ctx.now);
  const opened = { report, appointment, isTeam, isReview: false };
  if (isTeam) return opened;
  const reasons = await gateReasons(ctx, appointment, report.published_rev !== null);
  if (reasons.length === 0) return opened;
  throw await lockedError(ctx, appointment, { name: report.name, reasons });
}

/** The refusal of a report that is not open yet: what is still to be done, and where. */
export async function lockedError(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  { name, reasons }: { name: string; reasons: GateReason[] },
): Promise<AppError> {
  return new AppError('LOCKED', 'This report is not open yet', {
    reasons,
    name,
    appointment_public_id: appointment.public_id,
    address: appointment.address,
    city: appointment.city,
    state: appointment.state,
    zip_code: appointment.zip_code,
    company: brandOf(await companyOf(ctx), appointment.public_id),
  });
}

/**
 * The report of a link for whoever holds the pass to its draft; it must have been begun. Once it is published the pass is
 * worth nothing more than its link: what was given to read a draft is no way round the gate.
 */
export async function openForReview(ctx: ReadCtx, reportId: string, pass: string): Promise<Opened> {
  const report = await find(ctx, reportId);
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  openReviewPass(ctx.installation, pass, of, ctx.now);
  if (report.status === 'not_started') throw notFound();
  if (report.published_rev === null) return { report, appointment, isTeam: false, isReview: true };
  return openThroughGate(ctx, { reportId });
}

function find(ctx: ReadCtx, reportId: string) {
  if (ctx.link) return store.one(ctx, { id: ctx.link.id });
  return isUuid(reportId) ? store.one(ctx, { id: reportId }) : store.one(ctx, { public_id: reportId });
}

/** The id of the record, as opposed to its public id. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
