import { addHours, asInstant, compareInstants, type Instant } from '#domain/base/time.ts';
import { allows, effectiveFlags, type UserType } from '#domain/people/permissions.ts';
import { getCompany } from '#features/company/get-company.ts';
import type { WriteCtx } from '#server/context.ts';
import { sha256Hex } from '#server/ids.ts';
import { langOf } from '#server/translate.ts';
import { notFound } from '#wire/errors.ts';
import { findActiveFeed, updateFeed } from './feed-store.ts';
import { type IcsEntry, icsDocument } from './ics/document.ts';
import { inspectionEntry, regularEntry, subEventIcsEntry } from './ics/entries.ts';
import type { InspectionRow } from './rows.ts';
import * as store from './store.ts';

/** A feed document for calendar apps. */
export interface FeedDocument {
  name: string;
  text: string;
  etag: string;
  lastModified: Instant;
}

const daysBack = 60;
const daysAhead = 400;
/** How many days canceled entries remain in the feed. */
const daysCanceledListed = 30;

/**
 * Returns the document of a feed and logs the access. Throws NOT_FOUND once it is revoked or its owner has lost the
 * right.
 */
export async function readFeed(ctx: WriteCtx, feedId: string): Promise<FeedDocument> {
  const feed = await activeFeed(ctx, feedId);
  const company = await getCompany(ctx);
  const lang = langOf(feed.language);
  const context = { company, publicUrl: ctx.installation.publicUrl, lang };
  const wanted = {
    range: { from: addHours(ctx.now, -24 * daysBack), to: addHours(ctx.now, 24 * daysAhead) },
    deletedSince: addHours(ctx.now, -24 * daysCanceledListed),
  };
  const isOwn = feed.kind === 'user';
  const own = isOwn ? { ...wanted, technicianId: feed.user_id } : wanted;
  const inspections = await store.inspections(ctx, own);
  const parts = await store.subEventRows(ctx, own);
  const entries = await store.entries(ctx, own);
  const documents = [
    ...onePerAppointment(inspections).map(([row, names]) =>
      inspectionEntry(row, isOwn ? [] : names, context),
    ),
    ...parts.map((row) => subEventIcsEntry(row, context)),
    // Imported entries are already in the owner's own calendar.
    ...entries.filter((row) => row.kind === 'regular').map((row) => regularEntry(row, context)),
  ];
  await updateFeed(ctx, feed.id, { last_read_at: ctx.now, last_user_agent: ctx.userAgent.slice(0, 300) });
  const name = isOwn
    ? [company.company_name, `${feed.first_name} ${feed.last_name}`.trim()].filter(Boolean).join(' · ')
    : company.company_name;
  const text = icsDocument(name, documents);
  return { name, text, etag: sha256Hex(text).slice(0, 32), lastModified: newest(documents, feed.created_at) };
}

async function activeFeed(ctx: WriteCtx, feedId: string) {
  const row = await findActiveFeed(ctx, feedId);
  if (!row || (row.kind === 'company' && !maySeeAll(row))) throw notFound();
  return row;
}

/** The company's feed reads with its owner's current rights. */
function maySeeAll(row: {
  user_id: string;
  user_type: number;
  role: string;
  full_company_admin: boolean;
  can_edit_schedule: boolean;
}): boolean {
  const { full_company_admin, can_edit_schedule } = row;
  const userType = row.user_type as UserType;
  return allows(
    {
      kind: 'user',
      userId: row.user_id,
      subscriberId: '',
      userType,
      role: userType === 1 ? 'Administrator' : userType === 2 ? 'Technician' : 'Staff',
      sessionId: '',
      emailVerified: true,
      purpose: 'full',
      flags: effectiveFlags(userType, { full_company_admin, can_edit_schedule }),
    },
    'see_calendar_details',
  );
}

function onePerAppointment(rows: readonly InspectionRow[]): [InspectionRow, string[]][] {
  const found = new Map<string, [InspectionRow, string[]]>();
  for (const row of rows) {
    const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim();
    const known = found.get(row.id);
    if (known) known[1].push(name);
    else found.set(row.id, [row, name ? [name] : []]);
  }
  return [...found.values()];
}

function newest(documents: readonly IcsEntry[], atLeast: string): Instant {
  return documents
    .map((one) => one.updated)
    .concat(asInstant(atLeast))
    .sort(compareInstants)
    .at(-1) as Instant;
}
