import { asInstant, isBefore } from '#domain/base/time.ts';
import { allRights, type ClientRights, isLinkExpired, visitorRights } from '#domain/people/client-rights.ts';
import { getVisitor, type LinkPerson } from '#features/agreements/link-holder.ts';
import type { ReadCtx } from '#server/context.ts';
import { mine } from '#server/db/scope.ts';

/** How somebody outside says who they are: the personal part of a client's link, or the link a report was sent with. */
export interface ReaderCredentials {
  p?: string | undefined;
  v?: string | undefined;
}

export interface ReaderAccess {
  rights: ClientRights;
  /** Do we know who it is? */
  isKnown: boolean;
  /** What further addresses must carry, where they would not open for everybody. */
  query: string;
  /** Whose mailed link it is, as long as that person's links are good. */
  owner: LinkPerson | null;
}

/**
 * What somebody outside may read of the appointment's reports. A personal link speaks for its person, and so does the link a
 * report was mailed with, until that person's links are withdrawn or over; who was sent one without being on the
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
    return { rights: holder.rights, isKnown: true, query, owner: null };
  }
  const sent = pass.v ? await linkSent(ctx, appointmentId, pass.v) : undefined;
  const nobody: ReaderAccess = { rights: open, isKnown: false, query: '', owner: null };
  if (!sent) return nobody;
  const { person_id, role } = sent;
  const person = people.find((one) => one.person_id === person_id && one.role === role);
  if (person && isEnded(ctx, person, sent.created_at)) return nobody;
  // Whoever was taken off the appointment reads what everybody reads.
  const rights = person_id === null ? allRights : (person?.rights ?? open);
  return { rights, isKnown: true, query: queryFor('v', pass.v, rights, open), owner: person ?? null };
}

/** Is a link of that time worth nothing any more? What ends a person's links ends those of the report mails with them. */
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
    .select(['person_id', 'role', 'report_view_links.created_at'])
    .executeTakeFirst();
}

// An address that opens for everybody carries nobody's name: it is passed on, and browsers keep one picture.
function queryFor(name: 'p' | 'v', value: string | undefined, own: ClientRights, open: ClientRights): string {
  const isOpen = open.view_report || (open.view_summary && !own.view_report);
  return isOpen || !value ? '' : `?${name}=${encodeURIComponent(value)}`;
}
