import type { Lang } from '#domain/base/date-formats.ts';
import { asInstant, isBefore } from '#domain/base/time.ts';
import { allRights, type ClientRights, isLinkExpired, visitorRights } from '#domain/people/client-rights.ts';
import { getVisitor, type LinkPerson } from '#features/agreements/link-holder.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';
import { langOf } from '#server/translate.ts';
import type { SentSummary } from './view-links.ts';

/** How an outside reader is identified: the personal part of a client's link, or the link a report was sent with. */
export interface ReaderCredentials {
  p?: string | undefined;
  v?: string | undefined;
}

export interface ReaderAccess {
  rights: ClientRights;
  /** Whether the reader is identified. */
  isKnown: boolean;
  /** The query that further addresses need unless they are public. */
  query: string;
  /** The owner of the mailed link, as long as that person's links are valid. */
  owner: LinkPerson | null;
  /** The reader's language, if the company knows it. */
  language: Lang | null;
  /** What the summary lists for a reader who was sent nothing else; null if the link was not sent that way. */
  summary: SentSummary | null;
  /** The person on the appointment who reads, by either kind of link. */
  person: LinkPerson | null;
}

/**
 * What an outside reader may read of the appointment's reports. A personal link carries its owner's rights, and so does
 * the link a report was mailed with, until that person's links are revoked or expire. A recipient who is not on the
 * appointment was given the report by the company.
 */
export async function resolveReader(
  ctx: ReadCtx,
  appointmentId: string,
  pass: ReaderCredentials,
): Promise<ReaderAccess> {
  const { holder, people } = await getVisitor(ctx, appointmentId, pass.p);
  const open = visitorRights(people);
  if (holder) {
    const query = queryFor('p', pass.p, holder.rights, open);
    const language = knownLanguage(holder.language);
    const person = people.find((one) => one.id === holder.id) ?? null;
    return { rights: holder.rights, isKnown: true, query, owner: null, language, summary: null, person };
  }
  const sent = pass.v ? await linkSent(ctx, appointmentId, pass.v) : undefined;
  const nothing = { query: '', owner: null, language: null, summary: null, person: null };
  const unidentified: ReaderAccess = { rights: open, isKnown: false, ...nothing };
  if (!sent) return unidentified;
  const { person_id, role } = sent;
  const person = people.find((one) => one.person_id === person_id && one.role === role);
  if (person && isEnded(ctx, person, sent.created_at)) return unidentified;
  // A person removed from the appointment can read only what is public.
  const own = person_id === null ? allRights : (person?.rights ?? open);
  const summary = sent.summary as SentSummary | null;
  const rights = summary ? { ...own, view_report: false } : own;
  return {
    rights,
    isKnown: true,
    // Without it, the address of a public report would open more than was sent.
    query: summary ? `?v=${encodeURIComponent(pass.v ?? '')}` : queryFor('v', pass.v, rights, open),
    owner: person ?? null,
    language: person ? knownLanguage(person.language) : null,
    summary,
    person: person ?? null,
  };
}

/** Without a language of the person, the browser's says more than the company's. */
function knownLanguage(language: string): Lang | null {
  return language === '' ? null : langOf(language);
}

/** Whether a link sent then is no longer valid. Whatever ends a person's links also ends those in report mails. */
function isEnded(ctx: ReadCtx, person: LinkPerson, sentAt: string): boolean {
  const { link_revoked_at, link_ends_at } = person;
  const isWithdrawn = link_revoked_at !== null && !isBefore(asInstant(link_revoked_at), asInstant(sentAt));
  return isWithdrawn || isLinkExpired(link_ends_at, ctx.now);
}

function linkSent(ctx: ReadCtx, appointmentId: string, viewId: string) {
  return mine(ctx, 'report_view_links')
    .innerJoin('reports', (on) =>
      on
        .onRef('reports.subscriber_id', '=', 'report_view_links.subscriber_id')
        .onRef('reports.id', '=', 'report_view_links.report_id'),
    )
    .where('view_id', '=', viewId)
    .where('reports.appointment_id', '=', appointmentId)
    .select(['person_id', 'role', 'summary', 'report_view_links.created_at'])
    .executeTakeFirst();
}

// A public address does not include a name: it gets passed on, and browsers can cache one copy of each picture.
function queryFor(name: 'p' | 'v', value: string | undefined, own: ClientRights, open: ClientRights): string {
  const isOpen = open.view_report || (open.view_summary && !own.view_report);
  return isOpen || !value ? '' : `?${name}=${encodeURIComponent(value)}`;
}
