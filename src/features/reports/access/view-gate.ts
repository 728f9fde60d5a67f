import type { Lang } from '#domain/base/date-formats.ts';
import type { GateReason } from '#domain/reports/publishing.ts';
import { getCompanyBranding } from '#features/agreements/company-branding.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import * as store from '../store.ts';
import { gateOf } from './gate.ts';
import { type ReaderAccess, type ReaderCredentials, resolveReader } from './reader-access.ts';
import { verifyReviewToken } from './review-token.ts';
import { isValidTeamToken } from './team-token.ts';
import type { SentSummary } from './view-links.ts';

/** A report opened through its link, with what its visitor may read. */
export interface OpenedReport {
  report: store.ReportRecord;
  appointment: store.AppointmentFacts;
  isTeam: boolean;
  /** An outside reader opened it as a draft. */
  isReview: boolean;
  /** Only the deficiencies of the summary, without photos. */
  isSummaryOnly: boolean;
  /** What that summary lists, if the link says so. */
  sentSummary: SentSummary | null;
  /** The reader's language, if the company knows it. */
  language: Lang | null;
  /** The query required by the addresses of its photos and PDFs: `?p=…`, or empty. */
  query: string;
  /** The outside reader; null for the team and for a draft. */
  reader: ReaderAccess | null;
}

const unrestricted = {
  isTeam: false,
  isReview: false,
  isSummaryOnly: false,
  sentSummary: null,
  language: null,
  query: '',
  reader: null,
} as const;

/** What locks a visitor out: the gate, an unidentified visitor, or a report that was not shared with them. */
export type LockReason = GateReason | 'personal_link' | 'not_shared';

/** What currently locks the public out of a report of this appointment, in the order of the gate. */
export async function gateReasons(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  isPublished: boolean,
): Promise<GateReason[]> {
  return (await gateOf(ctx, appointment, isPublished)).reasons;
}

/**
 * Opens the report of a link, or by id for a signed-in member. The team (a member, or a holder of the team token)
 * always has access; the public needs an open gate and the right to it. Throws LOCKED with the missing steps and where
 * to do them. Readers who may only read the summary are let in for that.
 */
export async function openThroughGate(
  ctx: ReadCtx,
  input: { reportId: string; t?: string | undefined } & ReaderCredentials,
  needs: 'view_report' | 'view_summary',
): Promise<OpenedReport> {
  const report = await find(ctx, input.reportId);
  if (!report) throw notFound();
  return openReportThroughGate(ctx, report, input, needs);
}

/** Opens the gate for what belongs to a report under another link: it shows nothing that the report would not. */
export async function openReportThroughGate(
  ctx: ReadCtx,
  report: store.ReportRecord,
  input: { t?: string | undefined } & ReaderCredentials,
  needs: 'view_report' | 'view_summary',
): Promise<OpenedReport> {
  const appointment = await store.appointment(ctx, report.appointment_id);
  if (!appointment) throw notFound();
  const of = { subscriberId: ctx.subscriberId, reportId: report.id };
  const isTeam = ctx.actor !== null || isValidTeamToken(ctx.installation, input.t, of, ctx.now);
  const opened = { ...unrestricted, report, appointment, isTeam };
  if (isTeam) return opened;
  const reader = await resolveReader(ctx, appointment.id, input);
  const reasons: LockReason[] = await gateReasons(ctx, appointment, report.published_rev !== null);
  if (!reader.rights[needs]) reasons.push(reader.isKnown ? 'not_shared' : 'personal_link');
  if (reasons.length > 0) {
    const { name, public_id } = report;
    throw await lockedError(ctx, appointment, { name, public_id, reasons, language: reader.language });
  }
  const { query, language, summary: sentSummary } = reader;
  return { ...opened, isSummaryOnly: !reader.rights.view_report, query, language, sentSummary, reader };
}

/** The error for a locked report, with the missing steps and where to do them. */
export async function lockedError(
  ctx: ReadCtx,
  appointment: store.AppointmentFacts,
  facts: { name: string; public_id: string | null; reasons: LockReason[]; language?: Lang | null },
): Promise<AppError> {
  const { name, public_id, reasons, language = null } = facts;
  return new AppError('LOCKED', 'This report isn’t available yet', {
    reasons,
    name,
    // A link to a comment does not include its report.
    public_id,
    reader_language: language,
    appointment_public_id: appointment.public_id,
    address: appointment.address,
    city: appointment.city,
    state: appointment.state,
    zip_code: appointment.zip_code,
    company: getCompanyBranding(await getCompany(ctx), appointment.public_id),
    agreements: reasons.includes('agreement') ? await unsigned(ctx, appointment.id) : [],
    ...(reasons.includes('payment') ? await invoiceOf(ctx, appointment.id) : noInvoice),
  });
}

function unsigned(ctx: ReadCtx, appointmentId: string) {
  return mine(ctx, 'appointment_agreements')
    .where('appointment_id', '=', appointmentId)
    .where('removed_at', 'is', null)
    .where('voided_at', 'is', null)
    .where('signed', '=', false)
    .orderBy('position')
    .orderBy('id')
    .select(['public_id', 'name'])
    .execute();
}

const noInvoice = { invoice_public_id: null, is_invoice_void: false };

/** The invoice to pay; a void one cannot be paid. */
async function invoiceOf(ctx: ReadCtx, appointmentId: string) {
  const row = await mine(ctx, 'invoices')
    .where('appointment_id', '=', appointmentId)
    .select(['public_id', 'status'])
    .executeTakeFirst();
  if (!row) return noInvoice;
  const is_invoice_void = row.status === 'void';
  return { invoice_public_id: is_invoice_void ? null : row.public_id, is_invoice_void };
}

/**
 * Opens a report with a token for its draft; writing must have started. Once the report is published, the token grants
 * nothing more than its link: a token for a draft must not bypass the gate.
 */
export async function openForReview(
  ctx: ReadCtx,
  input: { reportId: string } & ReaderCredentials,
  pass: string,
  needs: 'view_report' | 'view_summary',
): Promise<OpenedReport> {
  const { reportId } = input;
  const report = await find(ctx, reportId);
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  const of = { subscriberId: ctx.subscriberId, appointmentId: appointment.id };
  verifyReviewToken(ctx.installation, pass, of, ctx.now);
  if (report.status === 'not_started') throw notFound();
  if (report.published_rev === null) {
    return { ...unrestricted, report, appointment, isReview: true };
  }
  return openThroughGate(ctx, input, needs);
}

function find(ctx: ReadCtx, reportId: string) {
  if (ctx.link) return store.findReport(ctx, { id: ctx.link.id });
  return isUuid(reportId)
    ? store.findReport(ctx, { id: reportId })
    : store.findReport(ctx, { public_id: reportId });
}

/** Whether this is a record id, as opposed to a public id. */
export function isUuid(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}
