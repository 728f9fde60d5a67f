import { groupBy } from '#domain/base/group-by.ts';
import type {
  Answer,
  AnswerType,
  CommentKind,
  Rating,
  ReportContent,
  ReportSection,
} from '#domain/reports/reports.ts';
import type { RichText } from '#domain/text/rich-text.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { listMedia } from './media-store.ts';
import { centsColumn } from './present.ts';

type AnyCtx = ReadCtx | WriteCtx;

/** A report's row by either id; undefined if it does not exist or was deleted. */
export function findReport(ctx: AnyCtx, by: { id: string } | { public_id: string }) {
  const query = mine(ctx, 'reports').where('deleted_at', 'is', null).selectAll();
  return (
    'id' in by ? query.where('id', '=', by.id) : query.where('public_id', '=', by.public_id)
  ).executeTakeFirst();
}

/** Same as `findReport`, locked until the end of the transaction to serialize changes of one report. */
export function lockReport(ctx: WriteCtx, id: string) {
  return mine(ctx, 'reports')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
}

export type ReportRecord = NonNullable<Awaited<ReturnType<typeof lockReport>>>;

/** The reports of an appointment, in order, without detached ones. */
export function listByAppointment(ctx: AnyCtx, appointmentId: string) {
  return mine(ctx, 'reports')
    .where('appointment_id', '=', appointmentId)
    .where('deleted_at', 'is', null)
    .where('detached_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .selectAll()
    .execute();
}

interface WithRatings {
  id: string;
  ratings: unknown;
}

/** The complete content of a report, each level in order. */
export async function content(ctx: AnyCtx, report: WithRatings): Promise<ReportContent> {
  return (await contents(ctx, [report]))(report);
}

/** Reads several reports at once and returns the content of each, like `content`. */
export async function contents(
  ctx: AnyCtx,
  reports: readonly WithRatings[],
): Promise<(report: WithRatings) => ReportContent> {
  const ids = reports.map((report) => report.id);
  if (ids.length === 0) return ({ ratings }) => ({ ratings: ratings as Rating[], sections: [] });
  const sections = groupBy(await sectionRows(ctx, ids), (section) => section.report_id);
  const items = groupBy(await itemRows(ctx, ids), (item) => item.section_id);
  const comments = groupBy(await commentRows(ctx, ids), (comment) => comment.item_id);
  const mediaOf = await listMedia(ctx, ids);
  return (report) => {
    const all = mediaOf.get(report.id) ?? [];
    const media = groupBy(all, (photo) => photo.item_id ?? '');
    const itemsOf = (sectionId: string) =>
      (items.get(sectionId) ?? []).map((item) => ({
        ...item,
        comments: comments.get(item.id) ?? [],
        media: media.get(item.id) ?? [],
      }));
    return {
      ratings: report.ratings as Rating[],
      sections: (sections.get(report.id) ?? []).map(
        ({ report_id: _r, ...section }): ReportSection => ({
          ...section,
          standards_text: section.standards_text as RichText | null,
          items: itemsOf(section.id),
        }),
      ),
      unsorted: all.filter((photo) => photo.item_id === null),
    };
  };
}

function sectionRows(ctx: AnyCtx, reportIds: readonly string[]) {
  return mine(ctx, 'report_sections')
    .where('report_id', 'in', reportIds)
    .orderBy('position')
    .orderBy('id')
    .select(['report_id', 'id', 'template_section_id', 'name', 'position', 'standards_text', 'hidden'])
    .select('is_repeatable')
    .execute();
}

function itemRows(ctx: AnyCtx, reportIds: readonly string[]) {
  return mine(ctx, 'report_items')
    .where('report_id', 'in', reportIds)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'section_id', 'template_item_id', 'name', 'position', 'show_ratings', 'rating'])
    .execute();
}

async function commentRows(ctx: AnyCtx, reportIds: readonly string[]) {
  const rows = await mine(ctx, 'report_comments')
    .where('report_id', 'in', reportIds)
    .orderBy('kind')
    .orderBy('position')
    .orderBy('id')
    .select([
      'id',
      'item_id',
      'public_id',
      'template_comment_id',
      'kind',
      'name',
      'included',
      'answer_type',
      'options',
      'answer',
      'text',
      'locations',
      'category',
      'recommendation',
      'tags',
      'min_cost_cents',
      'max_cost_cents',
      'is_required',
      'in_summary',
      'position',
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as CommentKind,
    answer_type: row.answer_type as AnswerType,
    answer: row.answer as Answer,
    text: row.text as RichText | null,
    min_cost_cents: centsColumn(row.min_cost_cents),
    max_cost_cents: centsColumn(row.max_cost_cents),
  }));
}

/** The facts of a report's appointment. */
export function appointment(ctx: AnyCtx, id: string) {
  return mine(ctx, 'appointments')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select([
      'id',
      'public_id',
      'order_id',
      'status',
      'address',
      'city',
      'state',
      'zip_code',
      'date_time',
      'square_feet',
      'year_built',
      'require_payment',
      'paid',
      'agreement_signed',
      'disable_automated_notifications',
      'cover_file_id',
    ])
    .executeTakeFirst();
}
export type AppointmentFacts = NonNullable<Awaited<ReturnType<typeof appointment>>>;

/** Clients and agents with their email addresses, in order. */
export async function listRecipients(ctx: AnyCtx, appointmentId: string) {
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('contacts', (on) =>
      on
        .onRef('contacts.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('contacts.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', appointmentId)
    .where('appointment_people.role', 'in', ['client', 'agent', 'listing_agent'])
    .where('contacts.deleted_at', 'is', null)
    .orderBy('appointment_people.position')
    .orderBy('appointment_people.id')
    .select([
      'appointment_people.id',
      'appointment_people.role',
      'appointment_people.person_id',
      'contacts.first_name',
      'contacts.last_name',
      'contacts.email',
      'contacts.email_cc',
      'contacts.language',
      'contacts.status',
    ])
    .execute();
  return rows.map((row) => ({
    ...row,
    role: row.role as 'client' | 'agent' | 'listing_agent',
    name: `${row.first_name} ${row.last_name}`.trim(),
  }));
}
export type ReportRecipient = Awaited<ReturnType<typeof listRecipients>>[number];

/** The technicians of an appointment. */
export async function technicians(ctx: AnyCtx, appointmentId: string) {
  const rows = await mine(ctx, 'appointment_people')
    .innerJoin('users', (on) =>
      on
        .onRef('users.subscriber_id', '=', 'appointment_people.subscriber_id')
        .onRef('users.id', '=', 'appointment_people.person_id'),
    )
    .where('appointment_people.appointment_id', '=', appointmentId)
    .where('appointment_people.role', '=', 'inspector')
    .orderBy('appointment_people.position')
    .select([
      'users.id',
      'users.first_name',
      'users.last_name',
      'users.email',
      'users.phone',
      'users.profile_pic_file_id',
      'appointment_people.invisible',
    ])
    .execute();
  return rows.map((row) => ({ ...row, name: `${row.first_name} ${row.last_name}`.trim() }));
}
