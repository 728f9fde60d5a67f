import { asInstant } from '#domain/base/time.ts';
import { isClientRole } from '#domain/people/client-rights.ts';
import { publishDoubts, publishProblems } from '#domain/reports/publishing.ts';
import {
  allMedia,
  type ReportContent,
  type ReportStatus,
  reportTransition,
  visibleContent,
} from '#domain/reports/reports.ts';
import type { AppointmentStatus } from '#domain/scheduling/appointment-states.ts';
import type { SummaryMode } from '#domain/settings/reports.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import { lockAppointment } from '#features/appointments/lock-appointment.ts';
import { setAppointmentPublished } from '#features/appointments/status/set-appointment-published.ts';
import { getCompany } from '#features/company/get-company.ts';
import { deleteFileRows } from '#features/files/stored-files.ts';
import { notify } from '#features/messages/notify.ts';
import type { WriteCtx } from '#server/context.ts';
import { insertMine, updateMine } from '#server/db/scope.ts';
import { AppError, notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import { viewLinkFor } from '../access/view-links.ts';
import { queuedPdf } from '../pdf-state.ts';
import type * as publishing from '../publishing-contract.ts';
import { needsCompletion, refuseDetached } from '../report-rights.ts';
import * as snapshots from '../snapshots-store.ts';
import * as store from '../store.ts';

/**
 * Publishes the current content as an immutable state and notifies the recipients. Refuses an appointment that is not
 * confirmed, a report without comments and, if the company requires completeness, missing parts. Throws CONFLICT if the
 * report has changed since it was reviewed, or if something speaks against its first publication and was not confirmed.
 */
export async function publishReport(
  ctx: WriteCtx,
  input: HandlerInput<typeof publishing.publishReport>,
): Promise<HandlerOutput<typeof publishing.publishReport>> {
  const report = await store.lockReport(ctx, input.id);
  const appointment = report && (await store.appointment(ctx, report.appointment_id));
  if (!report || !appointment) throw notFound();
  refuseDetached(report);
  if (input.rev !== undefined && input.rev !== report.content_rev) throw changedMeanwhile(report);
  const status = reportTransition(report.status as 'in_progress', 'publish');
  const content = await store.content(ctx, report);
  await refuseIncomplete(ctx, report, content, appointment);
  if (!status)
    throw new AppError('CONFLICT', 'This report can’t be published right now', {
      current: { status: report.status },
    });
  if (!input.confirmed) refuseDoubtful(ctx, report, content, appointment);
  await freeze(ctx, report, content, input.summary);
  await markPublished(ctx, report, status);
  await syncAppointmentPublished(ctx, appointment.id);
  await ctx.emit({
    type: 'report.published',
    report_id: report.id,
    appointment_id: appointment.id,
    is_first: report.first_published_at === null,
  });
  const sent = await notifyRecipients(ctx, report, input);
  return { status, published_at: ctx.now, published_rev: report.content_rev, sent };
}

/** Stores that the current content is published, with the audit entry. */
async function markPublished(ctx: WriteCtx, report: store.ReportRecord, status: ReportStatus) {
  await updateMine(ctx, 'reports')
    .set({
      status,
      published_rev: report.content_rev,
      published_at: ctx.now,
      published_by: ctx.actor?.userId ?? null,
      first_published_at: report.first_published_at ?? ctx.now,
      returned_at: null,
      return_note: '',
      ...queuedPdf(ctx),
      // Also of the same content: what its summary lists may be another choice.
      pdf_rev: null,
      // PDFs of a draft are marked as such and must not be served for a published report.
      ...(report.published_rev === null ? await deletePdfs(ctx, report) : {}),
      updated_at: ctx.now,
    })
    .where('id', '=', report.id)
    .execute();
  await ctx.audit({
    action: 'publish',
    entity: 'report',
    entity_id: report.id,
    after: { rev: report.content_rev },
  });
}

/**
 * Updates whether all reports of the appointment are published. An appointment without reports is completed manually.
 */
export async function syncAppointmentPublished(ctx: WriteCtx, appointmentId: string): Promise<void> {
  // A concurrent publish of another of its reports waits here and then sees this one.
  await lockAppointment(ctx, appointmentId);
  const all = await store.listByAppointment(ctx, appointmentId);
  if (all.length === 0) return;
  await setAppointmentPublished(
    ctx,
    appointmentId,
    all.every((one) => one.status === 'published'),
  );
}

const noPdfs = { pdf_full_file_id: null, pdf_summary_file_id: null, pdf_rev: null };

/** Deletes the rows of a report's PDFs and returns what the report says then. The cleanup deletes the bytes. */
export async function deletePdfs(ctx: WriteCtx, report: store.ReportRecord): Promise<typeof noPdfs> {
  const ids = [report.pdf_full_file_id, report.pdf_summary_file_id];
  await deleteFileRows(
    ctx,
    ids.filter((id) => id !== null),
  );
  return noPdfs;
}

async function refuseIncomplete(
  ctx: WriteCtx,
  report: store.ReportRecord,
  content: ReportContent,
  appointment: store.AppointmentFacts,
): Promise<void> {
  const { settings } = await getCompany(ctx);
  const facts = {
    appointment_status: appointment.status as AppointmentStatus,
    require_completion_to_publish: needsCompletion(settings, report),
  };
  const problems = publishProblems(content, facts);
  const first = problems[0];
  if (!first) return;
  const fields = Object.fromEntries(problems.map((problem) => [problem.field, problem.message]));
  throw new AppError('BAD_USER_INPUT', first.message, {
    ...fields,
    missing: problems.flatMap((problem) => problem.missing),
  });
}

function refuseDoubtful(
  ctx: WriteCtx,
  report: store.ReportRecord,
  content: ReportContent,
  appointment: store.AppointmentFacts,
): void {
  const confirm = publishDoubts(content, {
    starts_at: asInstant(appointment.date_time),
    now: ctx.now,
    first_published_at: report.first_published_at,
  });
  if (confirm.length > 0)
    throw new AppError('CONFLICT', 'Confirm that you want to publish this report now', { confirm });
}

/** Stores a snapshot of the content for the public page and the PDFs, independent of later edits. */
async function freeze(
  ctx: WriteCtx,
  report: store.ReportRecord,
  content: ReportContent,
  summary: SummaryMode | undefined,
): Promise<void> {
  const snapshot: snapshots.Snapshot = {
    name: report.name,
    header_text: report.header_text as RichText | null,
    disclaimer: report.disclaimer as RichText | null,
    content,
    summary: summary ?? (await getCompany(ctx)).settings.report_summary,
  };
  // The addresses of photos that are no longer shown work only for the team.
  const media = visibleContent(content).sections.flatMap((section) =>
    section.items.flatMap((item) => item.media),
  );
  await insertMine(ctx, 'report_snapshots', {
    report_id: report.id,
    rev: report.content_rev,
    content: JSON.stringify(snapshot),
    media_ids: media.map((photo) => photo.id),
    kept_media_ids: allMedia(content).map((photo) => photo.id),
    published_at: ctx.now,
    published_by: ctx.actor?.userId ?? null,
  })
    .onConflict((oc) =>
      oc.columns(['subscriber_id', 'report_id', 'rev']).doUpdateSet((eb) => ({
        content: eb.ref('excluded.content'),
        media_ids: eb.ref('excluded.media_ids'),
        kept_media_ids: eb.ref('excluded.kept_media_ids'),
        withdrawn_at: null,
        published_at: eb.ref('excluded.published_at'),
        published_by: eb.ref('excluded.published_by'),
      })),
    )
    .execute();
}

/** Mails the chosen recipients, or those of the catalogue, their own link; returns how many. Once per published state. */
async function notifyRecipients(
  ctx: WriteCtx,
  report: store.ReportRecord,
  { without_sending, send_to, message }: HandlerInput<typeof publishing.publishReport>,
): Promise<number> {
  if (without_sending) return 0;
  const version = await snapshots.versionCount(ctx, report.id);
  const { queued } = await notify(ctx, 'report_published', {
    appointment_id: report.appointment_id,
    occasion: `${report.id}.${report.content_rev}`,
    facts: { report: report.name, extra: message ?? '' },
    each: async ({ person_id, audience }) => {
      const role = isClientRole(audience) ? audience : 'other';
      // The link of a message shows what was published with it, and says if there is something newer.
      return { link: `${await viewLinkFor(ctx, report.id, { person_id, role })}?version=${version}` };
    },
    ...(send_to && { rows: await activeAmong(ctx, report.appointment_id, send_to), requested: true }),
  });
  return queued.length;
}

async function activeAmong(ctx: WriteCtx, appointmentId: string, ids: readonly string[]): Promise<string[]> {
  const people = await store.listRecipients(ctx, appointmentId);
  return people.filter(({ id, status }) => status !== 0 && ids.includes(id)).map(({ id }) => id);
}

function changedMeanwhile(report: store.ReportRecord): AppError {
  return new AppError('CONFLICT', 'This was changed by someone else in the meantime', {
    current: { rev: report.content_rev, status: report.status },
  });
}
