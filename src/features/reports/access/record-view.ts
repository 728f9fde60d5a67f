import { addMinutes } from '#domain/base/time.ts';
import type { ViewerRole } from '#domain/events/events.ts';
import type { LinkPerson } from '#features/agreements/link-holder.ts';
import type { ReadCtx, WriteCtx } from '#server/context.ts';
import { insertMine, mine, updateMine } from '#server/db/scope.ts';
import { newId } from '#server/ids.ts';
import { createPersonalToken } from '#server/personal-links.ts';
import { notFound } from '#wire/errors.ts';
import type { HandlerInput, HandlerOutput } from '#wire/route.ts';
import type * as reading from '../reading-contract.ts';
import * as store from '../store.ts';
import { type ReaderAccess, resolveReader } from './reader-access.ts';
import { gateReasons } from './view-gate.ts';

interface Viewer {
  person_id: string | null;
  role: ViewerRole;
}

const sameVisitMinutes = 30;
/** Programs that fetch links automatically are not counted as readers. */
const bots =
  /bot|crawl|spider|slurp|preview|facebookexternalhit|whatsapp|headlesschrome\/.*lighthouse|pingdom|monitor/i;

/** Opens a personal link: returns its report and counts the view as that person's if the report is open. */
export async function recordView(ctx: WriteCtx): Promise<HandlerOutput<typeof reading.recordView>> {
  const { link, report, reader } = await openLink(ctx);
  const viewer: Viewer = reader.isKnown
    ? { person_id: link.person_id, role: link.role as ViewerRole }
    : { person_id: null, role: 'other' };
  // A reader without the right to read has not viewed the report.
  const visit = reader.rights.view_summary ? await record(ctx, report, viewer) : null;
  return { ...(await destinationOf(ctx, link, report, reader)), visit };
}

/** Returns what a personal link leads to. Counts nothing: programs that check the links of a mail fetch this page too. */
export async function findView(ctx: ReadCtx): Promise<HandlerOutput<typeof reading.findView>> {
  const { link, report, reader } = await openLink(ctx);
  return destinationOf(ctx, link, report, reader);
}

async function destinationOf(
  ctx: ReadCtx | WriteCtx,
  link: { view_id: string },
  report: store.ReportRecord,
  reader: ReaderAccess,
) {
  const portal = await portalOf(ctx, report, reader.owner);
  return {
    report_id: report.public_id,
    portal,
    pass: reader.query === '' ? null : link.view_id,
    reader_language: reader.language,
  };
}

async function openLink(ctx: ReadCtx | WriteCtx) {
  const link = await mine(ctx, 'report_view_links')
    .where('id', '=', ctx.link?.id ?? '')
    .select(['view_id', 'report_id', 'person_id', 'role'])
    .executeTakeFirst();
  const report = link && (await store.findReport(ctx, { id: link.report_id }));
  if (!link || !report) throw notFound();
  const reader = await resolveReader(ctx, report.appointment_id, { v: link.view_id });
  return { link, report, reader };
}

/**
 * The page where the owner of the link signs and pays. Only while the report waits for that: the link of an open report
 * gets passed on to others, who must not sign in its owner's name. Null for people who are not on the appointment, or
 * whose links were revoked or have expired: they need a new mail.
 */
async function portalOf(
  ctx: ReadCtx | WriteCtx,
  report: store.ReportRecord,
  owner: LinkPerson | null,
): Promise<string | null> {
  const appointment = await store.appointment(ctx, report.appointment_id);
  if (!owner || !appointment) return null;
  const reasons = await gateReasons(ctx, appointment, report.published_rev !== null);
  if (!reasons.includes('agreement') && !reasons.includes('payment')) return null;
  return `/client-view/${appointment.public_id}?p=${createPersonalToken(ctx.installation, owner.id, owner.link_version)}`;
}

/** Counts a visit of an unidentified reader and its duration so far. */
export async function recordVisit(
  ctx: WriteCtx,
  input: HandlerInput<typeof reading.recordVisit>,
): Promise<HandlerOutput<typeof reading.recordVisit>> {
  const report = await store.findReport(ctx, { id: ctx.link?.id ?? '' });
  if (!report) throw notFound();
  if (!input.visit) return { visit: await record(ctx, report, { person_id: null, role: 'other' }) };
  await updateMine(ctx, 'report_views')
    .set((eb) => ({ seconds: eb.fn<number>('greatest', ['seconds', eb.val(input.seconds ?? 0)]) }))
    .where('report_id', '=', report.id)
    .where('id', '=', input.visit)
    .execute();
  return { visit: input.visit };
}

/** One row per visit; returning within half an hour continues it. The team, bots and locked pages are not counted. */
async function record(ctx: WriteCtx, report: store.ReportRecord, viewer: Viewer): Promise<string | null> {
  const appointment = await store.appointment(ctx, report.appointment_id);
  if (!appointment || ctx.actor !== null || ctx.userAgent === '' || bots.test(ctx.userAgent)) return null;
  const reasons = await gateReasons(ctx, appointment, report.published_rev !== null);
  if (reasons.length > 0) return null;
  const before = await viewsBy(ctx, report.id, viewer);
  const recent = before.find((view) => view.at >= addMinutes(ctx.now, -sameVisitMinutes));
  if (recent) return recent.id;
  const id = newId();
  await insertMine(ctx, 'report_views', {
    id,
    report_id: report.id,
    ...viewer,
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    at: ctx.now,
  }).execute();
  const of = { report_id: report.id, appointment_id: report.appointment_id };
  await ctx.emit({ type: 'report.viewed', ...of, ...viewer, is_first: before.length === 0 });
  return id;
}

/** Earlier views by the same person; for unidentified readers, from the same IP address and browser. */
function viewsBy(ctx: WriteCtx, reportId: string, viewer: Viewer) {
  const query = mine(ctx, 'report_views')
    .where('report_id', '=', reportId)
    .where('role', '=', viewer.role)
    .orderBy('at', 'desc')
    .limit(1)
    .select(['id', 'at']);
  const { person_id } = viewer;
  if (person_id) return query.where('person_id', '=', person_id).execute();
  return query
    .where('person_id', 'is', null)
    .where('ip', '=', ctx.ip)
    .where('user_agent', '=', ctx.userAgent)
    .execute();
}
